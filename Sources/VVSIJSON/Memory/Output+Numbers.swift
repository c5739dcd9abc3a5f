extension Output {
  /// Writes an integer's digits.
  @inline(__always)
  mutating func append<T: FixedWidthInteger>(integer value: T) {
    reserve(20)
    var rest = UInt64(value.magnitude)
    if value < 0 { append(UInt8(ascii: "-")) }
    var digits = 1
    var bound: UInt64 = 10
    while digits < 20, rest >= bound {
      digits &+= 1
      bound = digits < 20 ? bound &* 10 : .max
    }
    var position = count &+ digits
    count = position
    repeat {
      position &-= 1
      base[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest != 0
  }

  /// Writes a finite number with the fewest digits that give it back.
  @inline(__always)
  mutating func append<T: BinaryFloatingPoint & TextOutputStreamable>(floatingPoint value: T) {
    // Below this, all digits of a whole number count.
    let exact = T(sign: .plus, exponent: T.Exponent(T.significandBitCount + 1), significand: 1)
    if value.magnitude < exact, value == value.rounded(.towardZero), !isNegativeZero(value) {
      append(integer: Int64(value))
    } else {
      reserve(48)
      var digits = Digits(base: base + count)
      value.write(to: &digits)
      count &+= digits.countWithoutZeroFraction
    }
  }

  @inline(__always)
  private func isNegativeZero(_ value: some BinaryFloatingPoint) -> Bool {
    value == 0 && value.sign == .minus
  }
}

/// Takes the digits of one floating-point number, for which there must be room.
private struct Digits: TextOutputStream {
  let base: UnsafeMutablePointer<UInt8>
  var count = 0

  var countWithoutZeroFraction: Int {
    let hasZeroFraction =
      count > 2 && base[count - 1] == UInt8(ascii: "0") && base[count - 2] == UInt8(ascii: ".")
    return hasZeroFraction ? count - 2 : count
  }

  mutating func write(_ string: String) {
    for unit in string.utf8 { append(unit) }
  }

  /// The standard library's short cut past a string.
  mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
    for unit in buffer { append(unit) }
  }

  @inline(__always)
  private mutating func append(_ unit: UInt8) {
    guard count < 48 else { return }
    base[count] = unit
    count += 1
  }
}
