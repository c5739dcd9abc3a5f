import Testing
import VVSIJSON

@Suite struct JSONParsingTests {
  @Test func parsesEveryKindOfValue() throws {
    let value = try JSON(
      parsing: #" { "a" : [ 1 , -2.5e+3 , true , false , null , "x" ] , "b" : { } , "c" : [ ] } "#)
    #expect(value == ["a": [1, -2500, true, false, nil, "x"], "b": [:], "c": []])
  }

  @Test func keepsTheOrderOfMembers() throws {
    let value = try JSON(parsing: #"{"z":1,"a":2,"m":3}"#)
    #expect(value.objectValue?.names == ["z", "a", "m"])
    #expect(value.text() == #"{"z":1,"a":2,"m":3}"#)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC\ud834\udd1E""#, "A\u{E9}€𝄞"),
    (#""\u0000""#, "\0"),
    ("\"é€𝄞 plain and longer than sixteen bytes\"", "é€𝄞 plain and longer than sixteen bytes"),
  ])
  func readsStrings(_ text: String, _ expected: String) throws {
    #expect(try JSON(parsing: text) == .string(expected))
  }

  @Test(arguments: [
    ("", "", 1, 1, "a value", "the end of the text"),
    ("nul", "", 1, 1, "'null'", "'n'"),
    ("[1,]", "/1", 1, 4, "a value", "']'"),
    ("[1 2]", "/1", 1, 4, "',' or ']'", "'2'"),
    ("{\"a\":1,}", "", 1, 8, "a name in quotes", "'}'"),
    ("{\"a\" 1}", "/a", 1, 6, "':'", "'1'"),
    ("{\"a\":[0,\n  {\"b/c\":x}]}", "/a/1/b~1c", 2, 10, "a value", "'x'"),
    ("[01]", "/0", 1, 2, "a number without leading zeros", "one with"),
    ("[1.]", "/0", 1, 4, "a digit", "']'"),
    ("\"abc", "", 1, 5, "'\"' at the end of the string", "the end of the text"),
    ("\"a\u{1}\"", "", 1, 3, "no control character in a string", "the byte 0x01"),
    (#"["\q"]"#, "/0", 1, 3, #"one of \" \\ \/ \b \f \n \r \t \u"#, #"'\'"#),
    (#"["\ud800"]"#, "/0", 1, 3, "a pair of surrogates", "a single one"),
    (#"["\udc00\ud800"]"#, "/0", 1, 3, "a pair of surrogates", "a single one"),
    (#"["\u12x4"]"#, "/0", 1, 3, #"four hexadecimal digits after \u"#, #"'\'"#),
    ("1 1", "", 1, 3, "the end of the text", "'1'"),
    ("{\"a\":{\"b\":1,\"b\":2}}", "/a/b", 1, 13, "each name once", "\"b\" twice"),
    ("{\"a\":1,\"\\u0061\":2}", "/a", 1, 8, "each name once", "\"a\" twice"),
  ])
  func tellsWhereAndWhy(
    _ text: String, _ path: String, _ line: Int, _ column: Int, _ expected: String, _ found: String
  ) {
    #expect(
      throws: JSONError(
        code: "invalid_json", path: path, line: line, column: column, expected: expected,
        found: found)
    ) {
      try JSON(parsing: text)
    }
  }

  @Test(arguments: [
    [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF],
    [0xED, 0xA0, 0x80],
    [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xFF],
  ])
  func refusesMalformedUTF8(_ bytes: [Int]) {
    let text = [UInt8(ascii: "\"")] + bytes.map(UInt8.init) + [UInt8(ascii: "\"")]
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error?.code == "invalid_json" && error?.expected == "UTF-8" && error?.column == 2)
  }

  @Test func refusesWhatIsTooDeep() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSON(parsing: nested(512))
    let error = #expect(throws: JSONError.self) { try JSON(parsing: nested(513)) }
    #expect(error?.code == "too_deep" && error?.column == 513)
    _ = try JSON(parsing: nested(3), limits: JSONLimits(depth: 3))
    #expect(throws: JSONError.self) { try JSON(parsing: nested(4), limits: JSONLimits(depth: 3)) }
  }

  @Test func refusesWhatIsTooLarge() throws {
    let limits = JSONLimits(bytes: 4)
    #expect(try JSON(parsing: "true", limits: limits) == true)
    let error = #expect(throws: JSONError.self) { try JSON(parsing: "true ", limits: limits) }
    #expect(error?.code == "too_large")
  }

  @Test func findsANameThatOccursTwiceAmongMany() {
    let names = (0..<1000).map { "\"name\($0)\":0" }
    #expect(throws: Never.self) { try JSON(parsing: "{\(names.joined(separator: ","))}") }
    let twice = names + ["\"name\\u0035\":1"]
    let error = #expect(throws: JSONError.self) {
      try JSON(parsing: "{\(twice.joined(separator: ","))}")
    }
    #expect(error?.path == "/name5")
  }
}
