import Foundation

class Base: Generated {
  var id: Int
  var name: String?

  required init(_ generator: inout Generator) {
    id = Int(&generator)
    name = String?(&generator)
  }

  static func == (left: Base, right: Base) -> Bool { left.isEqual(to: right) }

  func isEqual(to other: Base) -> Bool { id == other.id && name == other.name }
}

/// Encodes what it inherits under `super`.
final class Derived: Base {
  var extra: [Int]

  private enum CodingKeys: String, CodingKey {
    case extra
  }

  required init(_ generator: inout Generator) {
    extra = [Int](&generator)
    super.init(&generator)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    extra = try container.decode([Int].self, forKey: .extra)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let inherited = container.superEncoder()
    try container.encode(extra, forKey: .extra)
    try super.encode(to: inherited)
  }

  override func isEqual(to other: Base) -> Bool {
    super.isEqual(to: other) && (other as? Derived)?.extra == extra
  }
}

/// Encodes what it inherits into the same object.
final class Flattened: Base {
  var kind: Code

  private enum CodingKeys: String, CodingKey {
    case kind, id
  }

  required init(_ generator: inout Generator) {
    kind = Code(&generator)
    super.init(&generator)
  }

  required init(from decoder: any Decoder) throws {
    kind = try decoder.container(keyedBy: CodingKeys.self).decode(Code.self, forKey: .kind)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(0, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try super.encode(to: encoder)
  }

  override func isEqual(to other: Base) -> Bool {
    super.isEqual(to: other) && (other as? Flattened)?.kind == kind
  }
}

/// More fields than are searched one by one, read from last to first.
struct Many: Generated {
  var values: [Int]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ generator: inout Generator) {
    values = (0..<generator.below(60)).map { _ in Int(&generator) }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var values: [Int] = []
    for number in (0..<container.allKeys.count).reversed() {
      values.append(try container.decode(Int.self, forKey: Key(stringValue: "field\(number)")))
    }
    self.values = values.reversed()
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (number, value) in values.enumerated() {
      try container.encode(value, forKey: Key(stringValue: "field\(number)"))
    }
  }
}
