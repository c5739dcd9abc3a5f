import VVSIDevelop
import VVSIHost
import VVSIJSON
import VVSIPlugins
import VVSIShell

/// What `vvsi bench` measured, for people or as one JSON object.
struct BenchReport {
  let request: BenchCommand.Request
  /// The style of the feature.
  let style: String
  let boundary: Benchmark.Figures
  let allocations: BenchCommand.AllocationFigures
  let routed: BenchCommand.RoutedFigures
  /// What an action takes in the program beside, in nanoseconds; 0 if there is none.
  let peer: Double

  func show() -> ExitStatus { .answering(request.isJSON ? json : text) }

  private var json: String {
    func number(_ value: Double) -> JSON { .number(JSONNumber(Int(value.rounded()))) }
    func ratio(_ value: Double) -> JSON { JSONNumber(hundredths(value)).map(JSON.number) ?? .null }
    let names = BenchCommand.AllocationFigures.names
    let object: JSON = [
      "feature": .string(request.feature),
      "count": .number(JSONNumber(boundary.count)),
      "actions_per_second": number(boundary.actionsPerSecond),
      "mean_ns": number(boundary.mean),
      "processor_ns": number(boundary.processor),
      "median_ns": number(boundary.latencies.median),
      "p99_ns": number(boundary.latencies.p99),
      names.boundary: allocations.boundary.map(ratio) ?? .null,
      "states": .number(JSONNumber(boundary.states)),
      "memory_bytes": .number(JSONNumber(boundary.memory.before)),
      "memory_bytes_after": .number(JSONNumber(boundary.memory.after)),
      "beside_ns": peer > 0 ? number(peer) : .null,
      "beside_ratio": peer > 0 ? ratio(boundary.mean / peer) : .null,
      "routed_ns": number(routed.posted.mean),
      names.posted: allocations.posted.map(ratio) ?? .null,
      "routed_with_subscriber_ns": number(routed.subscribed.mean),
      names.subscribed: allocations.subscribed.map(ratio) ?? .null,
      "routed_eight_instances_ns": number(routed.postedToEight.mean),
      "awaited_ns": number(routed.awaited.mean),
      "awaited_median_ns": number(routed.awaited.latencies.median),
      "awaited_p99_ns": number(routed.awaited.latencies.p99),
      "awaited_with_subscriber_ns": number(routed.awaitedBySubscriber.mean),
      "awaited_with_subscriber_median_ns": number(routed.awaitedBySubscriber.latencies.median),
      "awaited_with_subscriber_p99_ns": number(routed.awaitedBySubscriber.latencies.p99),
      "awaited_eight_instances_ns": number(routed.awaitedOfEight.mean),
      "awaited_eight_instances_gain": ratio(gainOfEight),
      "targets": .object(targets),
    ]
    return object.text() + "\n"
  }

  /// What the figures of the same names are to reach.
  private var targets: JSONObject {
    var targets: JSONObject = [
      "memory_bytes_after": .number(JSONNumber(boundary.memory.before)),
      "awaited_eight_instances_gain": JSONNumber(Self.gainTarget).map(JSON.number) ?? .null,
    ]
    if style == "synchronous", peer > 0 { targets["beside_ratio"] = 1 }
    if style == "vvsi" { targets["mean_ns"] = 3_000 }
    return targets
  }

  /// How many times as many actions eight instances take together as one.
  private var gainOfEight: Double { routed.awaited.mean / routed.awaitedOfEight.mean }
  private static let gainTarget = 1.7

  private func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private var text: String {
    func nanoseconds(_ value: Double) -> String { "\(Int(value.rounded())) ns" }
    func kibibytes(_ bytes: Int) -> String { "\(bytes >> 10) KiB" }
    func gain(_ one: RoutedBenchmark.Figures, _ eight: RoutedBenchmark.Figures) -> String {
      "\(nanoseconds(eight.mean)), \(hundredths(one.mean / eight.mean)) times as many actions as one instance of the feature"
    }
    let beside =
      peer > 0
      ? "\n    beside it            \(nanoseconds(peer)), ratio \(hundredths(boundary.mean / peer))\(target)"
      : ""
    func allocated(_ count: Double?) -> String {
      count.map { "\(hundredths($0)) allocations an action" }
        ?? "allocations are not counted: \(allocations.reason)"
    }
    func latencies(_ figures: RoutedBenchmark.Figures) -> String {
      "median \(nanoseconds(figures.latencies.median)), 99th percentile \(nanoseconds(figures.latencies.p99))"
    }
    return """
      \(request.feature): \(boundary.count) actions, JSON in, JSON state out
        at the boundary        \(Int(boundary.actionsPerSecond)) a second, posted by one thread, which runs the tasks they start
          mean                 \(nanoseconds(boundary.mean))\(publishedTarget)\(beside)
          processors           \(nanoseconds(boundary.processor)), all threads together
          median               \(nanoseconds(boundary.latencies.median))
          99th percentile      \(nanoseconds(boundary.latencies.p99))
          memory               \(allocated(allocations.boundary))
                               \(kibibytes(boundary.memory.before)) before, \(kibibytes(boundary.memory.after)) after; target: no more
        through the host       \(nanoseconds(routed.posted.mean)), one action after the other posted; \(allocated(allocations.posted))
          with a subscriber    \(nanoseconds(routed.subscribed.mean)); \(allocated(allocations.subscribed))
          eight instances      \(gain(routed.posted, routed.postedToEight))
        awaited                \(nanoseconds(routed.awaited.mean)), each when the one before has settled; \(latencies(routed.awaited))
          with a subscriber    \(nanoseconds(routed.awaitedBySubscriber.mean)); \(latencies(routed.awaitedBySubscriber))
          eight instances      \(gain(routed.awaited, routed.awaitedOfEight)), target \(Self.gainTarget)

      """
  }

  private var target: String { style == "synchronous" ? ", target 1.0" : "" }
  private var publishedTarget: String { style == "vvsi" ? ", target 3000 ns" : "" }
}
