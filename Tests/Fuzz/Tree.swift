/// A value of any form, read and written through containers; numbers are those that `Int64` or `Double` have.
struct Tree: Codable {
  let value: JSON

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private init(_ value: JSON) {
    self.value = value
  }

  /// What a tree makes of a value.
  static func rounded(_ value: JSON) -> JSON {
    switch value {
    case .number(let number):
      if let integer = number.int64 { return .number(JSONNumber(integer)) }
      let nearest = number.double
      // What is out of reach in either direction is told as null.
      return nearest.isZero ? .null : JSONNumber(nearest).map(JSON.number) ?? .null
    case .array(let elements): return .array(elements.map(rounded))
    case .object(let object):
      return .object(JSONObject(object.map { (name: $0.name, value: rounded($0.value)) }))
    default: return value
    }
  }

  // MARK: Decoding

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var object = JSONObject()
      for key in container.allKeys {
        object[key.stringValue] = try container.decode(Tree.self, forKey: key).value
      }
      value = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(Tree.self).value) }
      value = .array(elements)
    } else {
      value = Tree.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) -> JSON {
    if let bool = try? container.decode(Bool.self) { return .bool(bool) }
    if let string = try? container.decode(String.self) { return .string(string) }
    if let integer = try? container.decode(Int64.self) { return .number(JSONNumber(integer)) }
    return (try? container.decode(Double.self)).flatMap(JSONNumber.init).map(JSON.number) ?? .null
  }

  // MARK: Encoding

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let object): try encode(object, to: encoder)
    case .array(let elements): try encode(elements, to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool): try bool.encode(to: encoder)
    case .string(let string): try string.encode(to: encoder)
    case .number(let number):
      if let integer = number.int64 {
        try integer.encode(to: encoder)
      } else {
        try number.double.encode(to: encoder)
      }
    }
  }

  /// Members one after the other, or all of them begun before the first is finished.
  private func encode(_ object: JSONObject, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    guard object.count % 2 == 0 else {
      for (name, member) in object {
        try container.encode(Tree(member), forKey: Key(stringValue: name))
      }
      return
    }
    let places = object.map { container.superEncoder(forKey: Key(stringValue: $0.name)) }
    for (place, member) in zip(places, object) { try Tree(member.value).encode(to: place) }
  }

  private func encode(_ elements: [JSON], to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    guard elements.count % 2 == 0 else {
      for element in elements { try container.encode(Tree(element)) }
      return
    }
    let places = elements.map { _ in container.superEncoder() }
    for (place, element) in zip(places, elements).reversed() {
      try Tree(element).encode(to: place)
    }
  }
}
