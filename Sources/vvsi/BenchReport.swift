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
  /// How many blocks of memory an action asks for; nil where that cannot be counted.
  let allocations: Double?
  let routed: BenchCommand.RoutedFigures
  /// What an action takes in the program beside, in nanoseconds; 0 if there is none.
  let peer: Double

  func show() -> ExitStatus { .answering(request.isJSON ? json : text) }

  private var json: String {
    func number(_ value: Double) -> JSON { .number(JSONNumber(Int(value.rounded()))) }
    func ratio(_ value: Double) -> JSON { JSONNumber(hundredths(value)).map(JSON.number) ?? .null }
    let object: JSON = [
      "feature": .string(request.feature),
      "count": .number(JSONNumber(boundary.count)),
      "actions_per_second": number(boundary.actionsPerSecond),
      "mean_ns": number(boundary.mean),
      "processor_ns": number(boundary.processor),
      "median_ns": number(boundary.median),
      "p99_ns": number(boundary.p99),
      AllocationCounter.member: allocations.map(ratio) ?? .null,
      "states": .number(JSONNumber(boundary.states)),
      "memory_bytes": .number(JSONNumber(boundary.memory.before)),
      "memory_bytes_after": .number(JSONNumber(boundary.memory.after)),
      "beside_ns": peer > 0 ? number(peer) : .null,
      "beside_ratio": peer > 0 ? ratio(boundary.mean / peer) : .null,
      "routed_ns": number(routed.posted),
      "routed_with_subscriber_ns": number(routed.subscribed),
      "routed_eight_instances_ns": number(routed.postedToEight),
      "awaited_ns": number(routed.awaited),
      "awaited_eight_instances_ns": number(routed.awaitedOfEight),
    ]
    return object.text() + "\n"
  }

  private func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private var text: String {
    func nanoseconds(_ value: Double) -> String { "\(Int(value.rounded())) ns" }
    func kibibytes(_ bytes: Int) -> String { "\(bytes >> 10) KiB" }
    func gain(_ one: Double, _ eight: Double) -> String {
      "\(nanoseconds(eight)), \(hundredths(one / eight)) times as many actions"
    }
    let beside =
      peer > 0
      ? "\n    beside it            \(nanoseconds(peer)), ratio \(hundredths(boundary.mean / peer))\(target)"
      : ""
    let allocated = allocations.map { "\(hundredths($0)) an action" } ?? "not counted here"
    return """
      \(request.feature): \(boundary.count) actions, JSON in, JSON state out
        at the boundary        \(Int(boundary.actionsPerSecond)) a second, posted by one thread, which runs the tasks they start
          mean                 \(nanoseconds(boundary.mean))\(publishedTarget)\(beside)
          processors           \(nanoseconds(boundary.processor)), all threads together
          median               \(nanoseconds(boundary.median))
          99th percentile      \(nanoseconds(boundary.p99))
          allocations          \(allocated)
          memory               \(kibibytes(boundary.memory.before)) before, \(kibibytes(boundary.memory.after)) after
        through the host       \(nanoseconds(routed.posted)), one action after the other posted
          with a subscriber    \(nanoseconds(routed.subscribed))
          eight instances      \(gain(routed.posted, routed.postedToEight))
        awaited                \(nanoseconds(routed.awaited)), each when the one before has settled
          eight instances      \(gain(routed.awaited, routed.awaitedOfEight)), target 1.7

      """
  }

  private var target: String { style == "synchronous" ? ", target 1.0" : "" }
  private var publishedTarget: String { style == "vvsi" ? ", target 3000 ns" : "" }
}
