import Foundation
import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIForeign

/// Numbers and strings of C, there and back, and what does not fit them.
@Suite struct ScalarTests {
  private static func echo(_ type: String, _ function: String) async throws -> ForeignSession {
    try await .fixture(
      """
      {"actions":{"echo":{"function":"echo_\(function)","arguments":["\(type) value"],
        "result":{"type":"\(type)","into":"value"}}}}
      """)
  }

  struct Width: Sendable, CustomTestStringConvertible {
    var type: String
    var function: String
    var least: String
    var most: String
    var below: String
    var above: String
    var testDescription: String { type }
  }

  static let widths = [
    Width(
      type: "int8_t", function: "int8", least: "-128", most: "127", below: "-129", above: "128"),
    Width(type: "uint8_t", function: "uint8", least: "0", most: "255", below: "-1", above: "300"),
    Width(
      type: "short", function: "int16", least: "-32768", most: "32767", below: "-32769",
      above: "32768"),
    Width(
      type: "uint16", function: "uint16", least: "0", most: "65535", below: "-1", above: "65536"),
    Width(
      type: "int", function: "int32", least: "-2147483648", most: "2147483647",
      below: "-2147483649", above: "2147483648"),
    Width(
      type: "unsigned int", function: "uint32", least: "0", most: "4294967295", below: "-1",
      above: "4294967296"),
    Width(
      type: "long long", function: "int64", least: "-9223372036854775808",
      most: "9223372036854775807", below: "-9223372036854775809", above: "9223372036854775808"),
    Width(
      type: "uint64_t", function: "uint64", least: "0", most: "18446744073709551615", below: "-1",
      above: "18446744073709551616"),
    Width(
      type: "size_t", function: "size", least: "0", most: "18446744073709551615", below: "-1",
      above: "18446744073709551616"),
  ]

  @Test(arguments: widths) func integersKeepTheirWidth(_ width: Width) async throws {
    let session = try await Self.echo(width.type, width.function)
    for value in [width.least, width.most, "1"] {
      let state = try session.run(#"{"echo":{"value":\#(value)}}"#)
      #expect(state["value"]?.numberValue?.literal == value)
    }
    let before = try session.state
    for value in [width.below, width.above, "0.5", "1e40"] {
      let fault = session.fault(#"{"echo":{"value":\#(value)}}"#)
      #expect(fault?.code == "invalid_payload")
      #expect(fault?.path == "/echo/value")
      #expect(
        fault?.message
          == "expected an integer from \(width.least) to \(width.most), found \(value)")
    }
    #expect(try session.state == before)
  }

  @Test(arguments: [
    ("bool", "bool", "true"), ("bool", "bool", "false"), ("float", "float", "0.5"),
    ("float", "float", "-3.4028235e+38"), ("double", "double", "0.1"),
    ("double", "double", "-1.5e300"), ("string", "string", #""å \" \n""#),
    ("const char *", "string", #""""#),
  ])
  func othersComeBackAsTheyWere(_ type: String, _ function: String, _ value: String) async throws {
    let session = try await Self.echo(type, function)
    let state = try session.run(#"{"echo":{"value":\#(value)}}"#)
    if let number = try JSON(parsing: value).numberValue {
      #expect(state["value"]?.numberValue?.double == number.double)
    } else {
      #expect(try state["value"] == JSON(parsing: value))
    }
  }

  @Test(arguments: [
    ("bool", "bool", "1", "expected true or false, found 1"),
    ("bool", "bool", "null", "expected true or false, found null"),
    ("int", "int32", #""7""#, #"expected an integer from -2147483648 to 2147483647, found "7""#),
    ("int", "int32", "[1]", "found an array"),
    ("float", "float", "1e39", "expected a number, found 1e39"),
    ("double", "double", "1e999", "expected a number, found 1e999"),
    ("double", "double", "true", "expected a number, found true"),
    ("string", "string", "7", "expected a string, found 7"),
    (
      "string", "string", #""a\u0000b""#,
      "expected a string without NUL, where C's strings end, found one with NUL"
    ),
  ])
  func refusesWhatIsOfAnotherType(
    _ type: String, _ function: String, _ value: String, _ message: String
  ) async throws {
    let session = try await Self.echo(type, function)
    let fault = session.fault(#"{"echo":{"value":\#(value)}}"#)
    #expect(fault?.code == "invalid_payload")
    #expect(fault?.message.contains(message) ?? false, "\(String(describing: fault))")
  }

  @Test func refusesFieldsThatAreMissingOrUnknown() async throws {
    let session = try await ForeignSession.fixture(
      #"{"actions":{"add":{"arguments":["int left",{"name":"right","type":"int","default":5}],"result":{"type":"int","into":"sum"}}}}"#
    )
    #expect(try session.run(#"{"add":{"left":2}}"#)["sum"] == 7)
    #expect(session.fault(#"{"add":{}}"#)?.code == "missing_field")
    #expect(
      session.fault(#"{"add":{"left":1,"rihgt":2}}"#)?.message
        == #"expected one of left, right, found "rihgt""#)
  }

  @Test func enumsGoByName() async throws {
    let session = try await ForeignSession.fixture(
      """
      {"enums":{"Level":{"type":"uint8","values":{"LOW":1,"HIGH":200}}},
       "actions":{"echo":{"function":"echo_uint8","arguments":["Level level"],
         "result":{"type":"Level","into":"level"}},
         "raw":{"function":"echo_uint8","arguments":["uint8 value"],
         "result":{"type":"Level","into":"level"}}}}
      """)
    #expect(try session.run(#"{"echo":{"level":"HIGH"}}"#)["level"] == "HIGH")
    #expect(
      session.fault(#"{"echo":{"level":"MIDDLE"}}"#)?.message
        == #"expected one of LOW, HIGH, found "MIDDLE""#)
    #expect(try session.run(#"{"raw":{"value":3}}"#)["level"] == 3)
  }

  @Test func variableArgumentsAreCounted() async throws {
    let session = try await ForeignSession.fixture(
      """
      {"actions":{"sum":{"arguments":[{"name":"count","type":"int","value":3}],
        "variadic":["int a","int b","int c"],"result":{"type":"int","into":"sum"}}}}
      """)
    #expect(try session.run(#"{"sum":{"a":1,"b":20,"c":-300}}"#)["sum"] == -279)
  }
}
