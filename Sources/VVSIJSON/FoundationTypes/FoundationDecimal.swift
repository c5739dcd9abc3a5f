/// The parts of Foundation's `Decimal`: mantissa × 10^exponent, the mantissa of 128 bits.
struct FoundationDecimal {
  var isNegative: Bool
  var mantissa: UInt128
  var exponent: Int

  /// The parts of a number, digits beyond the mantissa cut off; nil if the exponent is out of reach.
  init?(_ decimal: Decimal) {
    isNegative = decimal.isNegative
    mantissa = 0
    var used = 0
    for digit in decimal.digits {
      let (shifted, first) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, second) = shifted.addingReportingOverflow(UInt128(digit))
      if first || second { break }
      mantissa = sum
      used += 1
    }
    exponent = decimal.exponent - used
    while exponent > 127, let larger = FoundationDecimal.times10(mantissa) {
      mantissa = larger
      exponent -= 1
    }
    guard exponent >= -128, exponent <= 127 else { return nil }
  }

  private static func times10(_ value: UInt128) -> UInt128? {
    let (result, overflow) = value.multipliedReportingOverflow(by: 10)
    return overflow ? nil : result
  }

  /// Reads what `Decimal` encodes; nil if it is not a number.
  init?(_ parts: JSON) {
    guard let exponent = parts["exponent"]?.intValue, let length = parts["length"]?.intValue,
      let isNegative = parts["isNegative"]?.boolValue, let words = parts["mantissa"]?.arrayValue,
      length > 0 || !isNegative
    else { return nil }
    self.isNegative = isNegative
    self.exponent = exponent
    mantissa = 0
    for word in words.prefix(length).reversed() {
      mantissa = mantissa << 16 | UInt128(word.intValue ?? 0)
    }
  }

  /// The form that `Decimal` decodes itself from.
  var text: [UInt8] {
    var words: [JSON] = []
    for shift in stride(from: 0, to: 128, by: 16) {
      words.append(.number(JSONNumber(UInt16(truncatingIfNeeded: mantissa >> shift))))
    }
    let length = (UInt128.bitWidth - mantissa.leadingZeroBitCount + 15) / 16
    let parts: JSON = [
      "exponent": .number(JSONNumber(exponent)), "length": .number(JSONNumber(length)),
      "isNegative": .bool(isNegative && mantissa != 0), "isCompact": false,
      "mantissa": .array(words),
    ]
    return parts.bytes()
  }

  /// The number as JSON has it.
  var literal: String {
    let digits = mantissa.description
    let sign = isNegative ? "-" : ""
    if mantissa == 0 { return "0" }
    if exponent >= 0 { return sign + digits + String(repeating: "0", count: exponent) }
    let zeros = String(repeating: "0", count: max(1 - exponent - digits.count, 0))
    let padded = zeros + digits
    return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }
}
