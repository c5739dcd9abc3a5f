/// The integer that a scanned number is, or nil if it is none or does not fit.
@inline(__always)
func readInteger<T: FixedWidthInteger>(
  _ digits: UnsafePointer<UInt8>, _ count: Int, isComplex: Bool, as type: T.Type
) -> T? {
  guard !isComplex, count <= 18 else { return readLongInteger(digits, count, as: type) }
  let isNegative = digits[0] == UInt8(ascii: "-")
  var value: Int64 = 0
  var position = isNegative ? 1 : 0
  while position < count {
    value = value &* 10 &+ Int64(truncatingIfNeeded: digits[position] &- UInt8(ascii: "0"))
    position &+= 1
  }
  return T(exactly: isNegative ? 0 &- value : value)
}

/// Long ones, and those with a fraction or an exponent, such as `1.0`.
@inline(never)
private func readLongInteger<T: FixedWidthInteger>(
  _ digits: UnsafePointer<UInt8>, _ count: Int, as type: T.Type
) -> T? {
  Decimal(String(decoding: UnsafeBufferPointer(start: digits, count: count), as: UTF8.self))
    .integer()
}

/// The `Double` nearest to a scanned number, or nil if that would be an infinity, or zero for another number.
@inline(__always)
func readDouble(_ digits: UnsafePointer<UInt8>, _ count: Int) -> Double? {
  if let value = readShortDouble(digits, count) { return value }
  return readLongFloatingPoint(digits, count, as: Double.self)
}

/// Numbers of at most 19 digits.
@inline(__always)
private func readShortDouble(_ digits: UnsafePointer<UInt8>, _ count: Int) -> Double? {
  let isNegative = digits[0] == UInt8(ascii: "-")
  var position = isNegative ? 1 : 0
  guard count &- position <= 20 else { return nil }
  let start = position
  var mantissa: UInt64 = 0
  var point = count
  while position < count {
    let digit = digits[position] &- UInt8(ascii: "0")
    if digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
    } else if digits[position] == UInt8(ascii: ".") {
      point = position &+ 1
    } else {
      break
    }
    position &+= 1
  }
  let hasPoint = point < position
  guard position &- start &- (hasPoint ? 1 : 0) <= 19 else { return nil }
  var exponent = hasPoint ? point &- position : 0
  if position < count { exponent &+= readExponent(digits + position + 1, count &- position &- 1) }
  guard let magnitude = exactDouble(mantissa, exponent) else { return nil }
  return isNegative ? -magnitude : magnitude
}

/// Of at most 18 characters.
private func readExponent(_ digits: UnsafePointer<UInt8>, _ count: Int) -> Int {
  var value = 0
  for position in 0..<count where isDigit(digits[position]) {
    value = value &* 10 &+ Int(digits[position] &- UInt8(ascii: "0"))
  }
  return digits[0] == UInt8(ascii: "-") ? -value : value
}

/// The value of any other number, if it is in reach of the type.
@inline(never)
func readLongFloatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(
  _ digits: UnsafePointer<UInt8>, _ count: Int, as type: T.Type
) -> T? {
  let literal = String(decoding: UnsafeBufferPointer(start: digits, count: count), as: UTF8.self)
  guard let value = T(literal), value.isFinite else { return nil }
  return value.isZero && !Decimal(literal).isZero ? nil : value
}
