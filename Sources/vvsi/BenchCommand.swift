import VVSIDevelop
import VVSIHost
import VVSIJSON
import VVSIPlugins
import VVSIShell

/// `vvsi bench`: how fast a feature takes actions.
enum BenchCommand {
  static let usage = """
    PLUGIN --feature ID --action JSON [--action JSON …] [--count N] [--json], \
    or --reload FOLDER [--files N] [--generations N --feature ID --action JSON] [--json]
    """

  static let subcommand = Subcommand(
    name: "bench", usage: usage, summary: "measure how fast a feature takes actions",
    run: run)

  private static func run(_ arguments: [String]) async -> ExitStatus {
    let complaint = Complaint()
    if arguments.contains("--reload"), let request = ReloadBenchCommand.Request(arguments) {
      return await ReloadBenchCommand.run(request)
    }
    guard let request = Request(arguments) else {
      return complaint.tell(
        usage: "vvsi bench \(usage)", found: "vvsi bench \(arguments.joined(separator: " "))")
    }
    do throws(PluginError) {
      return try await measure(request, complaint)
    } catch {
      return complaint.tell(error)
    }
  }

  private static func measure(
    _ request: Request, _ complaint: Complaint
  ) async throws(PluginError) -> ExitStatus {
    let viewState = ViewState()
    let host = try PluginHost(
      viewState: viewState, privateFolderIn: "\(UserFolder.cache)/run")
    defer { host.removeCopies() }
    let workshop = Workshop(
      host: host, viewState: viewState, driver: BuildDriver(log: complaint.note), folders: [],
      options: BuildOptions(optimise: true))
    _ = try await workshop.load(request.plugin)
    guard let provider = await viewState.provider(of: request.feature) else {
      let known = await viewState.features().map(\.description.id)
      return complaint.tell(
        .unknownFeature(request.feature, known: known), of: request.feature)
    }
    let benchmark = Benchmark(of: provider, actions: request.actions, count: request.count)
    do throws(Fault) {
      let boundary = try await offActor { () throws(Fault) in try benchmark.runAtBoundary() }
      let routed = await routed(request, viewState)
      // The count costs time, so it is another run's.
      let allocations =
        if let counted = boundary.allocations {
          Double(counted) / Double(boundary.count)
        } else {
          await AllocationCounter.run(
            ["bench"] + request.arguments + ["--count", "20000", "--json"])
        }
      return Report(
        request: request, boundary: boundary, allocations: allocations, routed: routed
      ).show()
    } catch {
      return complaint.tell(.fault(error), of: request.feature)
    }
  }

  /// The whole way through the host: alone, with a subscriber that receives every state, and eight instances at once.
  private static func routed(_ request: Request, _ viewState: ViewState) async -> [Double] {
    let first = InstanceName(feature: request.feature)
    var all = [first]
    while all.count < 8, let next = try? await viewState.open(request.feature) { all.append(next) }
    func run(_ names: [InstanceName], subscribers: Int) async -> Double {
      await RoutedBenchmark(
        of: names, in: viewState, actions: request.actions,
        count: min(request.count, 200_000) / names.count
      ).run(subscribers: subscribers)
    }
    return [
      await run([first], subscribers: 0), await run([first], subscribers: 1),
      await run(all, subscribers: 0),
    ]
  }
}

extension BenchCommand {
  /// What the arguments ask for.
  struct Request {
    var plugin = ""
    var feature = ""
    var actions: [[UInt8]] = []
    var count = 200_000
    var isJSON = false
    /// As they were given.
    let arguments: [String]

    /// Nil if the arguments are none of ``BenchCommand/usage``.
    init?(_ arguments: [String]) {
      self.arguments = arguments
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        switch argument {
        case "--json": isJSON = true
        case "--feature":
          guard let id = rest.popFirst() else { return nil }
          feature = id
        case "--action":
          guard let action = rest.popFirst() else { return nil }
          actions.append(Array(action.utf8))
        case "--count":
          guard let text = rest.popFirst(), let number = Int(text), number > 0 else { return nil }
          count = number
        default:
          guard !argument.hasPrefix("-"), plugin.isEmpty else { return nil }
          plugin = argument
        }
      }
      guard !plugin.isEmpty, !feature.isEmpty, !actions.isEmpty else { return nil }
    }
  }

  /// What was measured, for people or as one JSON object.
  private struct Report {
    let request: Request
    let boundary: Benchmark.Figures
    /// How many blocks of memory an action asks for; nil where that cannot be counted.
    let allocations: Double?
    let routed: [Double]

    func show() -> ExitStatus {
      do throws(OutputClosed) {
        try DescriptorOutput(1).write(request.isJSON ? json : text)
        return .success
      } catch {
        return .outputClosed
      }
    }

    private var json: String {
      func number(_ value: Double) -> JSON { .number(JSONNumber(Int(value.rounded()))) }
      let object: JSON = [
        "feature": .string(request.feature),
        "count": .number(JSONNumber(boundary.count)),
        "actions_per_second": number(boundary.actionsPerSecond),
        "mean_ns": number(boundary.mean),
        "median_ns": number(boundary.median),
        "p99_ns": number(boundary.p99),
        AllocationCounter.member: allocations.flatMap { JSONNumber(tenths($0)) }
          .map(JSON.number) ?? .null,
        "states": .number(JSONNumber(boundary.states)),
        "routed_ns": number(routed[0]),
        "routed_with_subscriber_ns": number(routed[1]),
        "routed_eight_instances_ns": number(routed[2]),
      ]
      return object.text() + "\n"
    }

    private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private var text: String {
      func nanoseconds(_ value: Double) -> String { "\(Int(value.rounded())) ns" }
      func times(_ ratio: Double) -> String { "\(Double(Int(ratio * 100)) / 100) times" }
      return """
        \(request.feature): \(boundary.count) actions, JSON in, JSON state out
          at the boundary        \(Int(boundary.actionsPerSecond)) a second
            mean                 \(nanoseconds(boundary.mean))
            median               \(nanoseconds(boundary.median))
            99th percentile      \(nanoseconds(boundary.p99))
            allocations          \(allocations.map { "\(tenths($0)) an action" } ?? "not counted here")
          through the host       \(nanoseconds(routed[0]))
            with a subscriber    \(nanoseconds(routed[1]))
            eight instances      \(nanoseconds(routed[2])), \(times(routed[0] / routed[2])) one

        """
    }
  }
}
