import Foundation
import VVSIDevelop
import VVSIForeign
import VVSIHost
import VVSIPlugins

/// Prints what a function of C costs as an action, beside the same action in Swift, beside raw `ffi_call`, and in memory.
@main
struct ForeignBenchmark {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures").path

  static func main() async throws {
    let host = try Host()
    defer { host.end() }
    let swift = try await host.endpoint("\(fixtures)/Sums", feature: "sums")
    let foreign = try await host.endpoint("\(fixtures)/SumsInC", feature: "sums-in-c")
    try show(
      "an action, JSON to JSON", try compare(foreign, swift),
      against: "in Swift, synchronous", target: 1.5)
    guard let calls = CallComparison() else { return print("libffi refuses two integers") }
    try show("a bare call", compare(calls), against: "raw ffi_call in C", target: 2)
    try showMemory("actions", 1_000_000, 10_000_000) { try foreign.run($0) }
    let gauge = try await host.provider("\(fixtures)/../../Plugins/Gauge", feature: "gauge")
    try showMemory("instances with a callback", 1_000, 10_000) { count in
      for _ in 0..<count {
        let instance = try gauge.create(state: nil) { _ in }
        try instance.trigger(Ticket(1), Array(#"{"watch":{"step":1}}"#.utf8))
        instance.destroy()
      }
    }
  }

  private static func showMemory(
    _ name: String, _ few: Int, _ many: Int, _ body: (Int) throws -> Void
  ) throws {
    try body(few)
    let before = residentKiB
    try body(many)
    print(
      "memory".padding(toLength: 26, withPad: " ", startingAt: 0)
        + "\(before) KiB after \(few) \(name), \(residentKiB) after \(many) more; target flat")
  }

  private static let rounds = 9

  /// The medians of rounds that take turns.
  private static func compare(_ left: Endpoint, _ right: Endpoint) throws -> Pair {
    try left.run(50_000)
    try right.run(50_000)
    var pair = Pair()
    for _ in 0..<rounds {
      pair.add(try left.time(200_000), try right.time(200_000))
    }
    return pair
  }

  private static func compare(_ calls: CallComparison) -> Pair {
    func time(_ body: (Int) -> Void) -> Double {
      let count = 5_000_000
      return ContinuousClock().measure { body(count) }.nanoseconds / Double(count)
    }
    var pair = Pair()
    for _ in 0..<rounds { pair.add(time(calls.callCached), time(calls.callRaw)) }
    return pair
  }

  private static func show(
    _ name: String, _ pair: Pair, against: String, target: Double
  ) throws {
    let figures = String(
      format: "%.1f ns, %@ %.1f ns: %.2f times, target %.1f", pair.left, against, pair.right,
      pair.left / pair.right, target)
    print(name.padding(toLength: 26, withPad: " ", startingAt: 0) + figures)
  }

  /// What the process holds in memory.
  private static var residentKiB: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}

/// Two figures, measured in turns.
struct Pair {
  private var lefts: [Double] = []
  private var rights: [Double] = []

  mutating func add(_ left: Double, _ right: Double) {
    lefts.append(left)
    rights.append(right)
  }

  var left: Double { median(lefts) }
  var right: Double { median(rights) }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.attoseconds) / 1e9 + Double(components.seconds) * 1e9
  }
}
