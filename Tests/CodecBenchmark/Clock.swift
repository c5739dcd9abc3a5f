import Foundation

/// Nanoseconds for one run of `body`: the median of some batches, each of about ten milliseconds.
func nanoseconds(batches: Int = 15, _ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  var size = 1
  while try clock.measure({ for _ in 0..<size { try body() } }) < .milliseconds(10) { size *= 2 }
  var times: [Double] = []
  for _ in 0..<batches {
    let time = try clock.measure { for _ in 0..<size { try body() } }
    let parts = time.components
    times.append((Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9) / Double(size))
  }
  return times.sorted()[batches / 2]
}

/// Keeps the optimizer from dropping what nobody reads.
@inline(never)
func use<T>(_ value: T) {
  withExtendedLifetime(value) {}
}
