import Foundation

/// Types of many kinds, for comparing with Foundation.
enum Catalogue {
  static var types: [any Generated.Type] {
    [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self,
      UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, UInt128.self, Double.self, Float.self, Float16.self,
      CGFloat.self,
      String.self, Date.self, Data.self, UUID.self, URL.self, Decimal.self, Int?.self,
      String??.self,
      [Int].self,
      [String].self, [Double].self, [Bool].self, [UInt8].self, [Int?].self, [[String]].self,
      Set<String>.self,
      [Decimal].self, [URL?].self, [Data].self, [Date].self, [String: Int].self, [Int: String].self,
      [UInt8: Bool].self, [Double: Int].self, [Code: Int].self, [Named: Int].self,
      [UUID: Data].self,
      [String: [String: Double?]].self, [String: Choice].self, [String: [URL]].self,
      Range<Int>.self, Scalars.self, Nested.self, Choice.self,
      [Choice].self,
      Code.self, Weekday.self, Tree.self, Base.self, Derived.self, Flattened.self,
      Wrapper<Choice>.self,
      Wrapper<[Int: Scalars]>.self, Pair.self, Renamed.self, Escaped.self, Many.self,
      Foundational.self,
    ]
  }
}

enum Code: String, Generated, CaseIterable {
  case a, b, long = "a rather longer raw value", quoted = "\"q\""

  init(_ generator: inout Generator) { self = generator.pick(Code.allCases) }
}

/// A key that says itself what it is called.
enum Named: String, Generated, CaseIterable, CodingKeyRepresentable {
  case first, second

  init(_ generator: inout Generator) { self = generator.pick(Named.allCases) }
}

enum Weekday: Int, Generated, CaseIterable {
  case monday = 1, tuesday, sunday = 7

  init(_ generator: inout Generator) { self = generator.pick(Weekday.allCases) }
}

struct Scalars: Generated {
  var bool: Bool
  var int: Int
  var small: Int8?
  var large: UInt64
  var double: Double
  var float: Float?
  var string: String

  init(_ generator: inout Generator) {
    bool = Bool(&generator)
    int = Int(&generator)
    small = Int8?(&generator)
    large = UInt64(&generator)
    double = Double(&generator)
    float = Float?(&generator)
    string = String(&generator)
  }
}

struct Nested: Generated {
  struct Inner: Generated {
    var values: [Scalars]
    var names: Set<String>?

    init(_ generator: inout Generator) {
      values = [Scalars](&generator)
      names = Set<String>?(&generator)
    }
  }

  var inner: Inner
  var optional: Inner?
  var table: [String: Inner]

  init(_ generator: inout Generator) {
    inner = Inner(&generator)
    optional = Inner?(&generator)
    table = [String: Inner](&generator)
  }
}

enum Choice: Generated {
  case none
  case one(Int)
  case labelled(count: Int, length: Int?)
  case mixed(String, label: Double?)
  indirect case nested(Choice)
  case scalars(Scalars)

  init(_ generator: inout Generator) {
    switch generator.below(6) {
    case 0: self = .none
    case 1: self = .one(Int(&generator))
    case 2: self = .labelled(count: Int(&generator), length: Int?(&generator))
    case 3: self = .mixed(String(&generator), label: Double?(&generator))
    case 4: self = .nested(Choice(&generator))
    default: self = .scalars(Scalars(&generator))
    }
  }
}

indirect enum Tree: Generated {
  case leaf(String)
  case branch([Tree])

  init(_ generator: inout Generator) {
    self =
      generator.chance(60)
      ? .leaf(String(&generator)) : .branch((0..<generator.below(3)).map { _ in Tree(&generator) })
  }
}

struct Wrapper<Value: Generated>: Generated {
  var value: Value
  var others: [Value?]

  init(_ generator: inout Generator) {
    value = Value(&generator)
    others = [Value?](&generator)
  }
}

struct Pair: Generated {
  var first: Choice?
  var second: Wrapper<String>?

  init(_ generator: inout Generator) {
    first = Choice?(&generator)
    second = Wrapper<String>?(&generator)
  }
}

struct Renamed: Generated {
  var one: Int
  var two: String
  var ignored = 7

  enum CodingKeys: String, CodingKey {
    case one = "1"
    case two = ""
  }

  init(_ generator: inout Generator) {
    one = Int(&generator)
    two = String(&generator)
  }
}

struct Escaped: Generated {
  var quote: Int
  var slash: Int
  var accent: Int

  enum CodingKeys: String, CodingKey {
    case quote = "a\"b"
    case slash = "c/d\\\n"
    case accent = "é€𝄞"
  }

  init(_ generator: inout Generator) {
    quote = Int(&generator)
    slash = Int(&generator)
    accent = Int(&generator)
  }
}

struct Foundational: Generated {
  var date: Date
  var data: Data?
  var url: URL
  var uuid: UUID
  var decimal: Decimal
  var dates: [String: Date]

  init(_ generator: inout Generator) {
    date = Date(&generator)
    data = Data?(&generator)
    url = URL(&generator)
    uuid = UUID(&generator)
    decimal = Decimal(&generator)
    dates = [String: Date](&generator)
  }
}
