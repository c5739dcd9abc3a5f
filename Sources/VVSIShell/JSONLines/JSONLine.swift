import VVSIJSON

/// Builds one object on one line, member by member, in the order given.
struct JSONLine {
  private(set) var text = "{"

  mutating func add(_ name: String, raw: String) {
    if text.utf8.count > 1 { text += "," }
    text += JSON.string(name).text()
    text += ":"
    text += raw
  }

  mutating func add(_ name: String, _ value: JSON) { add(name, raw: value.text()) }

  mutating func add(_ name: String, _ value: String) { add(name, JSON.string(value)) }

  mutating func add(_ name: String, _ value: some BinaryInteger) {
    add(name, raw: String(value))
  }

  /// A time, to the microsecond where it is given in milliseconds.
  mutating func add(_ name: String, _ value: Double) {
    add(name, raw: Figures.decimal(value, digits: 3))
  }

  /// A JSON text of a plugin, as it is where it is JSON on one line.
  ///
  /// What is no JSON goes in as a string, so that the line stays whole.
  mutating func add(_ name: String, json bytes: [UInt8]) { add(name, raw: Self.inline(bytes)) }

  var finished: String { text + "}\n" }

  private static func inline(_ bytes: [UInt8]) -> String {
    guard let value = try? JSON(parsing: bytes, limits: JSONLimits(depth: 4_096)) else {
      return JSON.string(String(decoding: bytes, as: UTF8.self)).text()
    }
    guard bytes.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return value.text()
  }
}
