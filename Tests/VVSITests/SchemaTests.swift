import Foundation
import Testing
import VVSI

@Suite struct SchemaTests {
  enum Choice: Codable {
    case plain
    case labelled(count: Int, note: String?)
    case unlabelled(Int, Bool)
    case nested(Point)
  }

  struct Point: Codable {
    var x: Double
    var y: Float = 0
  }

  enum Suit: String, Codable {
    case hearts
    case spades = "Spades!"
  }

  enum Level: Int, Codable { case low = 3, high = 9 }

  enum Single: Codable { case only }

  struct Containers: Codable {
    var list: [UInt8]
    var set: Set<String>
    var byName: [String: Bool]
    var byNumber: [Int: Bool]
    var byPoint: [Suit: Int]
    var inOptional: [Int?]
  }

  struct Known: Codable {
    var date: Date
    var data: Data
    var id: UUID
    var url: URL
    var price: Decimal
    var range: ClosedRange<Int>
  }

  struct Renamed: Codable {
    var first: Int
    var second: String?

    enum CodingKeys: String, CodingKey {
      case first = "1st"
      case second
    }
  }

  struct Defaulted: Codable {
    var size: Int

    enum CodingKeys: String, CodingKey { case size }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      size = try container.decodeIfPresent(Int.self, forKey: .size) ?? 10
    }
  }

  /// Refuses a placeholder before all is read.
  struct Picky: Codable, Sendable {
    var name: String
    var age: Int
    var nick: String?

    struct Empty: Error {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      guard !name.isEmpty else { throw Empty() }
      age = try container.decode(Int.self, forKey: .age)
      nick = try container.decodeIfPresent(String.self, forKey: .nick)
    }

    enum CodingKeys: CodingKey { case name, age, nick }
  }

  indirect enum Tree: Codable, Sendable {
    case node(Tree, Tree)
    case leaf(Int)
  }

  final class Chain: Codable {
    var next: Chain?
    var value: Int

    init(value: Int) { self.value = value }
  }

  struct Twice: Codable {
    var a: Point
    var b: Point
  }

  struct Wrapper: RawRepresentable, Codable {
    var rawValue: Int
  }

  @Test(arguments: [
    (
      "enum" as String, Codec<Choice>.json.schema,
      #"{"title":"Choice","oneOf":["#
        + #"{"type":"object","properties":{"plain":{"type":"object","properties":{},"additionalProperties":false}},"required":["plain"],"additionalProperties":false},"#
        + #"{"type":"object","properties":{"labelled":{"type":"object","properties":{"count":{"type":"integer"},"note":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["count"],"additionalProperties":false}},"required":["labelled"],"additionalProperties":false},"#
        + #"{"type":"object","properties":{"unlabelled":{"type":"object","properties":{"_0":{"type":"integer"},"_1":{"type":"boolean"}},"required":["_0","_1"],"additionalProperties":false}},"required":["unlabelled"],"additionalProperties":false},"#
        + #"{"type":"object","properties":{"nested":{"type":"object","properties":{"_0":{"title":"Point","type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x","y"],"additionalProperties":false}},"required":["_0"],"additionalProperties":false}},"required":["nested"],"additionalProperties":false}"#
        + #"]}"#
    ),
    ("raw strings", Codec<Suit>.json.schema, #"{"title":"Suit","enum":["hearts","Spades!"]}"#),
    ("raw numbers", Codec<Level>.json.schema, #"{"title":"Level","enum":[3,9]}"#),
    (
      "single case", Codec<Single>.json.schema,
      #"{"title":"Single","oneOf":[{"type":"object","properties":{"only":{"type":"object","properties":{},"additionalProperties":false}},"required":["only"],"additionalProperties":false}]}"#
    ),
    (
      "containers", Codec<Containers>.json.schema,
      #"{"title":"Containers","type":"object","properties":{"#
        + #""list":{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}},"#
        + #""set":{"type":"array","items":{"type":"string"},"uniqueItems":true},"#
        + #""byName":{"type":"object","additionalProperties":{"type":"boolean"}},"#
        + #""byNumber":{"type":"object","propertyNames":{"pattern":"^-?[0-9]+$"},"additionalProperties":{"type":"boolean"}},"#
        + #""byPoint":{"type":"array","items":{"anyOf":[{"title":"Suit","enum":["hearts","Spades!"]},{"type":"integer"}]}},"#
        + #""inOptional":{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"null"}]}}},"#
        + #""required":["list","set","byName","byNumber","byPoint","inOptional"],"additionalProperties":false}"#
    ),
    (
      "Foundation's", Codec<Known>.json.schema,
      #"{"title":"Known","type":"object","properties":{"#
        + #""date":{"type":"number","description":"seconds since 2001-01-01T00:00:00Z"},"#
        + #""data":{"type":"string","contentEncoding":"base64"},"#
        + #""id":{"type":"string","format":"uuid"},"#
        + #""url":{"type":"string","format":"uri-reference"},"price":{"type":"number"},"#
        + #""range":{"title":"ClosedRange<Int>","type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"minItems":2,"maxItems":2}},"#
        + #""required":["date","data","id","url","price","range"],"additionalProperties":false}"#
    ),
    (
      "renamed keys", Codec<Renamed>.json.schema,
      #"{"title":"Renamed","type":"object","properties":{"1st":{"type":"integer"},"second":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["1st"],"additionalProperties":false}"#
    ),
    (
      "a default", Codec<Defaulted>.json.schema,
      #"{"title":"Defaulted","type":"object","properties":{"size":{"anyOf":[{"type":"integer"},{"type":"null"}]}},"additionalProperties":false}"#
    ),
    (
      "a picky type", Codec<Picky>.json.schema,
      #"{"title":"Picky","type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"},"nick":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["name","age"],"additionalProperties":false}"#
    ),
    (
      "recursive enum", Codec<Tree>.json.schema,
      ##"{"$ref":"#/$defs/Tree","$defs":{"Tree":{"title":"Tree","oneOf":["##
        + ##"{"type":"object","properties":{"node":{"type":"object","properties":{"_0":{"$ref":"#/$defs/Tree"},"_1":{"$ref":"#/$defs/Tree"}},"required":["_0","_1"],"additionalProperties":false}},"required":["node"],"additionalProperties":false},"##
        + ##"{"type":"object","properties":{"leaf":{"type":"object","properties":{"_0":{"type":"integer"}},"required":["_0"],"additionalProperties":false}},"required":["leaf"],"additionalProperties":false}]}}}"##
    ),
    (
      "shared type", Codec<Twice>.json.schema,
      ##"{"title":"Twice","type":"object","properties":{"a":{"$ref":"#/$defs/Point"},"b":{"$ref":"#/$defs/Point"}},"required":["a","b"],"additionalProperties":false,"$defs":{"Point":{"title":"Point","type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x","y"],"additionalProperties":false}}}"##
    ),
    ("raw struct", Codec<Wrapper>.json.schema, #"{"title":"Wrapper","type":"integer"}"#),
    ("integer", Codec<Int>.json.schema, #"{"type":"integer"}"#),
    ("nothing", Codec<Never>.json.schema, #"{"not":{}}"#),
    ("optional", Codec<Int?>.json.schema, #"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#),
  ])
  func describes(_ name: String, _ schema: String, _ expected: String) {
    #expect(schema == expected)
  }

  @Test func describesClassesThatContainThemselves() {
    #expect(
      Codec<Box<Chain>>.json.schema.hasSuffix(
        ##""$defs":{"Chain":{"title":"Chain","type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/Chain"},{"type":"null"}]},"value":{"type":"integer"}},"required":["value"],"additionalProperties":false}}}"##
      ))
  }

  /// Makes a class sendable for the test's sake.
  private struct Box<Value: Codable>: Codable, @unchecked Sendable {
    var value: Value
  }
}
