import Testing
import VVSIJSON

@Suite struct JSONNumberTests {
  static func number(_ literal: String) throws -> JSONNumber {
    try #require(try JSON(parsing: literal).numberValue)
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "1e0"), ("100", "1E+2"), ("0.5", "5e-1"), ("0", "-0.0"),
    ("0", "0e999999999999"),
    ("12.50", "0.125e2"), ("-3", "-30e-1"),
  ])
  func isEqualByValue(_ left: String, _ right: String) throws {
    let (left, right) = (try Self.number(left), try Self.number(right))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  @Test(arguments: [
    ("-2", "1"), ("-2", "-1"), ("0", "1e-400"), ("9.99", "10"),
    ("9007199254740992", "9007199254740993"),
    ("1e400", "1e401"), ("-1e401", "-1e400"), ("-0.1", "0"), ("1.1", "1.11"),
  ])
  func isOrderedByValue(_ less: String, _ more: String) throws {
    let (less, more) = (try Self.number(less), try Self.number(more))
    #expect(less < more && !(more < less) && less != more)
  }

  @Test func keepsTheLiteral() throws {
    let literal = "1.000000000000000000000000000001e-7"
    #expect(try JSON(parsing: literal).text() == literal)
  }

  @Test func givesIntegersThatFit() throws {
    #expect(try Self.number("9223372036854775807").int64 == .max)
    #expect(try Self.number("-9223372036854775808").int64 == .min)
    #expect(try Self.number("9223372036854775808").int64 == nil)
    #expect(try Self.number("18446744073709551615").uint64 == .max)
    #expect(try Self.number("18446744073709551616").uint64 == nil)
    #expect(try Self.number("-1").uint64 == nil)
    #expect(try Self.number("-0").uint64 == 0)
    #expect(try Self.number("1.20e2").int64 == 120)
    #expect(try Self.number("1.5").int64 == nil)
    #expect(try Self.number("1e30").int64 == nil)
    #expect(try Self.number("1e99999999999999999999").int64 == nil)
  }

  @Test func givesTheNearestDouble() throws {
    #expect(try Self.number("0.1").double == 0.1)
    #expect(try Self.number("1e999").double == .infinity)
    #expect(try Self.number("-1e-999").double == 0)
  }

  @Test(arguments: [
    (1.0, "1"), (-0.0, "-0"), (0.1, "0.1"), (1e21, "1e+21"),
    (Double.leastNonzeroMagnitude, "5e-324"), (-2.5, "-2.5"),
  ])
  func writesTheFewestDigits(_ value: Double, _ literal: String) {
    #expect(JSONNumber(value)?.literal == literal)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func isFinite(_ value: Double) {
    #expect(JSONNumber(value) == nil)
  }
}
