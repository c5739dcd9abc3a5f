/// How long each of many actions took.
public struct Latencies: Sendable, Equatable {
  /// Half of all took longer, in nanoseconds; 0 if there are none.
  public let median: Double
  /// One in a hundred took longer, in nanoseconds; 0 if there are none.
  public let p99: Double

  /// Takes them in any order, in nanoseconds.
  package init(_ all: [Double]) {
    let sorted = all.sorted()
    median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    p99 = sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
  }
}
