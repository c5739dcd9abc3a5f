/// How long two functions take for one run each: batches of about ten milliseconds, in turn, so that what else the
/// machine does meets both alike.
///
/// - Returns: The median nanoseconds of each, and the median of the batches' ratios, `right` to `left`.
func nanosecondsInTurn(
  batches: Int = 15, _ left: () throws -> Void, _ right: () throws -> Void
) rethrows -> (left: Double, right: Double, ratio: Double) {
  let sizes = (try batchSize(left), try batchSize(right))
  var times: [(left: Double, right: Double)] = []
  for _ in 0..<batches {
    times.append((try nanoseconds(sizes.0, left), try nanoseconds(sizes.1, right)))
  }
  return (
    median(times.map(\.left)), median(times.map(\.right)), median(times.map { $0.right / $0.left })
  )
}

private func batchSize(_ body: () throws -> Void) rethrows -> Int {
  var size = 1
  while try nanoseconds(size, body) * Double(size) < 10_000_000 { size *= 2 }
  return size
}

/// Nanoseconds for one of so many runs.
private func nanoseconds(_ runs: Int, _ body: () throws -> Void) rethrows -> Double {
  let time = try ContinuousClock().measure { for _ in 0..<runs { try body() } }.components
  return (Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9) / Double(runs)
}

private func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// Keeps the optimizer from dropping what nobody reads.
@inline(never)
func use<T>(_ value: T) {
  withExtendedLifetime(value) {}
}
