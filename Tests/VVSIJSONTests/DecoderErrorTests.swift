import Testing
import VVSIJSON

private enum Action: Codable, Equatable {
  case add
  case set(Int)
  case random(count: UInt8, name: String?)
  case many([Inner])
  indirect case nested(Action)
}

private struct Inner: Codable, Equatable {
  var id: Int
  var tags: [String] = []
}

@Suite struct DecoderErrorTests {
  @Test(arguments: [
    (#"{"ad":{}}"#, "unknown_action", "/ad", 1, 1, "a case of Action", "ad"),
    (#""add""#, "invalid_payload", "", 1, 1, #"{"add":{}}"#, #""add""#),
    (#""ad""#, "unknown_action", "", 1, 1, "a case of Action", "ad"),
    (
      "{}", "invalid_payload", "", 1, 1, "an object with one member, which names a case of Action",
      "an empty object"
    ),
    (
      #"{"add":{},"set":{"_0":1}}"#, "invalid_payload", "", 1, 1,
      "an object with one member, which names a case of Action", "an object"
    ),
    ("null", "invalid_payload", "", 1, 1, "an object", "null"),
    (#" {"set":{}}"#, "missing_field", "/set/_0", 1, 9, "an integer", "nothing"),
    ("{\n \"set\":\n {\"_0\":\"1\"}}", "invalid_payload", "/set/_0", 3, 8, "an integer", "\"1\""),
    (
      #"{"set":{"_0":1.5}}"#, "invalid_payload", "/set/_0", 1, 14,
      "an integer from -9223372036854775808 to 9223372036854775807", "1.5"
    ),
    (
      #"{"random":{"count":256}}"#, "invalid_payload", "/random/count", 1, 20,
      "an integer from 0 to 255", "256"
    ),
    (
      #"{"random":{"count":1,"name":2}}"#, "invalid_payload", "/random/name", 1, 29, "a string", "2"
    ),
    (#"{"many":{"_0":{}}}"#, "invalid_payload", "/many/_0", 1, 15, "an array", "an empty object"),
    (
      #"{"many":{"_0":[{"id":1,"tags":[]},{"id":2,"tags":["a",3]}]}}"#, "invalid_payload",
      "/many/_0/1/tags/1", 1, 55, "a string", "3"
    ),
    (
      #"{"many":{"_0":[{"id":1}]}}"#, "missing_field", "/many/_0/0/tags", 1, 16, "an array",
      "nothing"
    ),
    (
      #"{"nested":{"_0":{"ad":{}}}}"#, "unknown_field", "/nested/_0/ad", 1, 17, "a case of Action",
      "ad"
    ),
    (
      #"{"nested":{"_0":"set"}}"#, "invalid_payload", "/nested/_0", 1, 17, #"{"set":{}}"#, #""set""#
    ),
    (#"{"add":3}"#, "invalid_payload", "/add", 1, 8, "an object", "3"),
    (#"{"add":{}"#, "invalid_json", "", 1, 10, "',' or '}'", "the end of the text"),
    (#"{"add":{},"add":{}}"#, "invalid_json", "/add", 1, 11, "each name once", #""add" twice"#),
  ])
  func tellsTheInnermostPlace(
    _ text: String, _ code: String, _ path: String, _ line: Int, _ column: Int, _ expected: String,
    _ found: String
  ) {
    let error = #expect(throws: JSONError.self) {
      try JSONTextDecoder().decode(Action.self, from: Array(text.utf8))
    }
    #expect(
      error
        == JSONError(
          code: code, path: path, line: line, column: column, expected: expected, found: found))
  }

  @Test(arguments: [
    (#"{"add":{"x":1}}"#, "/add/x", 13), (#"{"set":{"_0":1,"_1":2}}"#, "/set/_1", 21),
    (#"{"add":{},"y":{}}"#, "/y", 15),
    (#"{"many":{"_0":[{"id":1,"tags":[],"tag":1}]}}"#, "/many/_0/0/tag", 40),
  ])
  func refusesUnknownFieldsIfToldTo(_ text: String, _ path: String, _ column: Int) throws {
    var decoder = JSONTextDecoder()
    _ = try decoder.decode(Action.self, from: Array(text.utf8))
    decoder.unknownFields = .reject
    let error = #expect(throws: JSONError.self) {
      try decoder.decode(Action.self, from: Array(text.utf8))
    }
    #expect(error?.code == "unknown_field" && error?.path == path && error?.column == column)
  }

  @Test func knowsFieldsThatAnyKeyTypeKnows() throws {
    var decoder = JSONTextDecoder()
    decoder.unknownFields = .reject
    var generator = Generator(seed: 1)
    for _ in 0..<50 {
      let value = Flattened(&generator)
      let text = try JSONTextEncoder().encode(value)
      #expect(try decoder.decode(Flattened.self, from: text) == value)
      #expect(try decoder.decode([String: JSONText].self, from: text).count > 1)
    }
  }

  @Test func keepsTheMessageOfATypeThatRefuses() throws {
    struct Refused: Error, CustomStringConvertible {
      var description: String { "not today" }
    }
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws { throw Refused() }
    }
    struct Corrupt: Decodable {
      enum Key: CodingKey { case x }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        throw DecodingError.dataCorruptedError(forKey: .x, in: container, debugDescription: "odd")
      }
    }
    let picky = #expect(throws: JSONError.self) {
      try JSONTextDecoder().decode([String: [Picky]].self, from: Array(#"{"a":[7]}"#.utf8))
    }
    #expect(picky?.path == "/a/0" && picky?.found == "7: not today" && picky?.column == 7)
    let corrupt = #expect(throws: JSONError.self) {
      try JSONTextDecoder().decode([Corrupt].self, from: Array(#"[{"x":1}]"#.utf8))
    }
    #expect(corrupt?.path == "/0/x" && corrupt?.found == "1: odd")
  }

  @Test func freesWhatADictionaryHadWhenAValueIsRefused() {
    final class Counted: Decodable {
      nonisolated(unsafe) static var alive = 0

      init(from decoder: any Decoder) throws {
        Counted.alive += 1
        _ = try decoder.singleValueContainer().decode(Int.self)
      }

      deinit { Counted.alive -= 1 }
    }
    let text = #"{"a long name, which is on the heap":1,"b":2,"c":"x","d":3}"#
    #expect(throws: JSONError.self) {
      try JSONTextDecoder().decode([String: Counted].self, from: Array(text.utf8))
    }
    #expect(Counted.alive == 0)
  }

  @Test func forgetsErrorsThatATypeGetsOver() throws {
    struct Either: Decodable {
      var number: Int?
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try? container.decode(Choice.self)
        number = try? container.decode(Int.self)
        if number == nil { throw CancellationError() }
      }
    }
    let error = #expect(throws: JSONError.self) {
      try JSONTextDecoder().decode([Either].self, from: Array(#"[[{"x":1}]]"#.utf8))
    }
    #expect(error?.path == "/0")
    #expect(
      try JSONTextDecoder().decode([Either].self, from: Array("[[5]]".utf8)).first?.number == 5)
  }

  @Test func refusesToReadOnAfterTheEnd() throws {
    final class Keeper: Decodable {
      let decoder: any Decoder
      let container: KeyedDecodingContainer<Key>
      enum Key: CodingKey { case x }
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        container = try decoder.container(keyedBy: Key.self)
      }
    }
    let keeper = try JSONTextDecoder().decode(Keeper.self, from: Array(#"{"x":1}"#.utf8))
    #expect(
      try JSONTextDecoder().decode(Keeper.self, from: Array(#"{"y":2}"#.utf8)).container.allKeys
        .isEmpty)
    #expect(keeper.container.allKeys.isEmpty && !keeper.container.contains(.x))
    #expect(throws: DecodingError.self) { try keeper.container.decode(Int.self, forKey: .x) }
    #expect(throws: DecodingError.self) { try keeper.decoder.unkeyedContainer() }
    #expect(throws: DecodingError.self) { try Int(from: keeper.decoder) }
  }

  @Test func countsOnlyElementsThatAreThere() throws {
    struct Three: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try container.decode(Int.self) }
      }
    }
    let error = #expect(throws: JSONError.self) {
      try JSONTextDecoder().decode(Three.self, from: Array("[1,2]".utf8))
    }
    #expect(error?.path == "/2" && error?.found == "the end of the array")
  }
}

/// Takes any value.
struct JSONText: Decodable {
  init(from decoder: any Decoder) {}
}
