import FixtureSupport
import Testing
import VVSIJSON

@Suite struct DecoderSettingsTests {
  @Test func handsOutUserInfo() throws {
    struct Curious: Codable {
      static let key = CodingUserInfoKey(rawValue: "key")
      var seen: Int?
      init(from decoder: any Decoder) throws {
        seen = Curious.key.flatMap { decoder.userInfo[$0] } as? Int
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Curious.key.flatMap { encoder.userInfo[$0] } as? Int)
      }
    }
    let key = try #require(Curious.key)
    var decoder = JSONTextDecoder()
    decoder.userInfo[key] = 7
    let value = try decoder.decode([Curious].self, from: Array("[1]".utf8))
    #expect(value.first?.seen == 7)
    #expect(
      try JSONTextDecoder().decode([Curious].self, from: Array("[1]".utf8)).first?.seen == nil)
    var encoder = JSONTextEncoder()
    encoder.userInfo[key] = 8
    #expect(try encoder.encode(value) == Array("[8]".utf8))
    #expect(try JSONTextEncoder().encode(value) == Array("[null]".utf8))
  }

  @Test func readsAndWritesFloatsThatJSONDoesNotHave() throws {
    let strategy = JSONNonConformingFloats.strings(
      positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "?")
    var (decoder, encoder) = (JSONTextDecoder(), JSONTextEncoder())
    (decoder.nonConformingFloats, encoder.nonConformingFloats) = (strategy, strategy)
    let values = [Double.infinity, -.infinity, .nan, 1]
    let text = try encoder.encode(values)
    #expect(String(decoding: text, as: UTF8.self) == #"["+∞","-∞","?",1]"#)
    let again = try decoder.decode([Double].self, from: text)
    #expect(again[0] == .infinity && again[1] == -.infinity && again[2].isNaN && again[3] == 1)
    #expect(try decoder.decode([Float].self, from: text)[1] == -.infinity)
    #expect(throws: JSONError.self) { try JSONTextDecoder().decode([Double].self, from: text) }
    #expect(throws: JSONError.self) { try decoder.decode(Double.self, from: Array("\"x\"".utf8)) }
  }

  @Test func namesThePlaceOfANumberThatJSONDoesNotHave() {
    struct Deep: Encodable {
      var ok = 1
      var list = [["a": 1.0], ["b/c": Double.nan]]
    }
    #expect(
      throws: JSONError(
        code: "invalid_payload", path: "/x/list/1/b~1c", line: 0, column: 0,
        expected: "a finite number", found: "nan")
    ) {
      try JSONTextEncoder().encode(["x": Deep()])
    }
    #expect(throws: JSONError.self) { try JSONTextEncoder().encode(Float.infinity) }
  }

  @Test func keepsToItsLimits() {
    var decoder = JSONTextDecoder()
    decoder.limits = JSONLimits(depth: 2, bytes: 10)
    #expect(throws: Never.self) { try decoder.decode([[Int]].self, from: Array("[[1]]".utf8)) }
    let deep = #expect(throws: JSONError.self) {
      try decoder.decode([[[Int]]].self, from: Array("[[[1]]]".utf8))
    }
    #expect(deep?.code == "too_deep" && deep?.path == "/0/0")
    let large = #expect(throws: JSONError.self) {
      try decoder.decode([Int].self, from: Array("[1,2,3,4,5]".utf8))
    }
    #expect(large?.code == "too_large")
  }

  /// Nested in many ways, and as deep as it is told to be.
  struct Nested: Encodable {
    enum Way: CaseIterable {
      case field, dictionary, array, optional, containers, late
    }

    var level: Int
    var way: Way

    enum Key: CodingKey { case a, b }

    func encode(to encoder: any Encoder) throws {
      guard level > 0 else {
        var container = encoder.singleValueContainer()
        return try container.encode(1)
      }
      let inner = Nested(level: level - 1, way: way)
      switch way {
      case .field:
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(inner, forKey: .a)
      case .dictionary: try ["a": inner].encode(to: encoder)
      case .array: try [inner].encode(to: encoder)
      case .optional: try [inner as Nested?].encode(to: encoder)
      case .containers:
        var container = encoder.container(keyedBy: Key.self)
        for _ in 1..<level { container = container.nestedContainer(keyedBy: Key.self, forKey: .a) }
        try container.encode(1, forKey: .a)
      case .late:
        var outer = encoder.container(keyedBy: Key.self)
        var container = outer
        for _ in 0..<level / 2 {
          container = container.nestedContainer(keyedBy: Key.self, forKey: .a)
        }
        try outer.encode(1, forKey: .b)
        try container.encode(Nested(level: level - level / 2 - 1, way: .field), forKey: .a)
      }
    }
  }

  @Test(arguments: Nested.Way.allCases)
  func writesNoDeeperThanItReads(_ way: Nested.Way) throws {
    for (depth, limit) in [(512, nil), (2, 2), (0, 0), (40, 40)] as [(Int, Int?)] {
      var (encoder, decoder) = (JSONTextEncoder(), JSONTextDecoder())
      encoder.limits = limit.map { JSONLimits(depth: $0) } ?? .default
      decoder.limits = encoder.limits
      let text = try encoder.encode(Nested(level: depth, way: way))
      #expect(throws: Never.self) { try JSON(parsing: text, limits: decoder.limits) }
      for sortedKeys in [false, true] {
        encoder.sortedKeys = sortedKeys
        let error = #expect(throws: JSONError.self) {
          try encoder.encode(Nested(level: depth + 1, way: way))
        }
        #expect(error?.code == "too_deep" && error?.expected == "at most \(depth) levels")
        let step = [.array, .optional].contains(way) ? "/0" : "/a"
        #expect(error?.path == String(repeating: step, count: depth))
      }
    }
  }

  @Test(
    .disabled(if: Sanitizer.isAddress, "it keeps variables elsewhere than on the stack"),
    arguments: Nested.Way.allCases)
  func endsBeforeTheStackDoes(_ way: Nested.Way) throws {
    var encoder = JSONTextEncoder()
    encoder.limits = JSONLimits(depth: .max)
    #expect(throws: JSONError.self) { try encoder.encode(Nested(level: 100_000, way: way)) }
    #expect(throws: JSONError.self) { try encoder.encode(Endless()) }
    #expect(try JSONTextEncoder().encode([1]) == Array("[1]".utf8))
  }

  /// Has itself for a value, without a level of JSON between.
  struct Endless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self)
    }
  }

  @Test func writesNoLongerThanItIsTold() {
    var encoder = JSONTextEncoder()
    encoder.limits = JSONLimits(bytes: 5)
    #expect(throws: Never.self) { try encoder.encode([1, 2]) }
    let error = #expect(throws: JSONError.self) { try encoder.encode([1, 2, 3]) }
    #expect(error?.code == "too_large" && error?.found == "7 bytes")
  }

  @Test func keepsWholeNumbersExact() throws {
    let text = Array("[9007199254740993,-9223372036854775808,9223372036854775807]".utf8)
    let values = try JSONTextDecoder().decode([Int64].self, from: text)
    #expect(values == [9_007_199_254_740_993, .min, .max])
    #expect(try JSONTextEncoder().encode(values) == text)
    #expect(
      try JSONTextDecoder().decode([Int].self, from: Array("[1.0,1e2,-0]".utf8)) == [1, 100, 0])
  }
}
