/// The `Double` nearest to `mantissa` × 10^`exponent`, if exact arithmetic in 128 bits can tell; otherwise nil.
///
/// That is the case for any mantissa of 64 bits and exponents up to 27 either way, since 5^27 has 63 bits.
@inline(__always)
func exactDouble(_ mantissa: UInt64, _ exponent: Int) -> Double? {
  guard mantissa != 0 else { return 0 }
  guard exponent >= -27, exponent <= 27 else { return nil }
  if mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
    // Both factors are exact, so that one rounding is all there is (Clinger).
    return exponent < 0
      ? Double(mantissa) / tens[-exponent] : Double(mantissa) * tens[exponent]
  }
  return exponent < 0
    ? quotient(mantissa, fives[-exponent], -exponent) : product(mantissa, fives[exponent], exponent)
}

private func product(_ mantissa: UInt64, _ power: UInt64, _ exponent: Int) -> Double {
  let (high, low) = mantissa.multipliedFullWidth(by: power)
  guard high != 0 else { return rounded(low, isExact: true, exponent) }
  let shift = high.leadingZeroBitCount
  let top = shift == 0 ? high : high << UInt64(shift) | low >> UInt64(64 - shift)
  return rounded(top, isExact: low << UInt64(shift) == 0, exponent + 64 - shift)
}

private func quotient(_ mantissa: UInt64, _ power: UInt64, _ exponent: Int) -> Double {
  let (up, down) = (mantissa.leadingZeroBitCount, power.leadingZeroBitCount)
  let divisor = power << UInt64(down)
  // Half of the mantissa, so that it is less than the divisor.
  let top = mantissa << UInt64(up)
  let (result, rest) = divisor.dividingFullWidth((top >> 1, top << 63))
  return rounded(result, isExact: rest == 0, -exponent - 63 - up + down)
}

/// `value` × 2^`exponent`, to the nearest and ties to even; not exact if `value` had more bits than it shows.
@inline(__always)
private func rounded(_ value: UInt64, isExact: Bool, _ exponent: Int) -> Double {
  let shift = value.leadingZeroBitCount
  let normal = value << UInt64(shift)
  // 53 bits stay, 11 go; a sticky bit stands for all that is behind them.
  let sticky = normal | (isExact ? 0 : 1)
  let (kept, gone) = (sticky >> 11, sticky & 0x7FF)
  let isUp = gone > 0x400 || gone == 0x400 && kept & 1 == 1
  let power = Double(bitPattern: UInt64(1023 + exponent - shift + 11) << 52)
  return Double(kept + (isUp ? 1 : 0)) * power
}

private let tens: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18,
  1e19, 1e20, 1e21, 1e22,
]

private let fives: [UInt64] = {
  var powers: [UInt64] = [1]
  for _ in 1...27 { powers.append(powers[powers.count - 1] * 5) }
  return powers
}()
