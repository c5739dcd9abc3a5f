import VVSIDevelop
import VVSIHost
import VVSIJSON
import VVSIPlugins
import VVSIShell

/// `vvsi bench`: how fast a feature takes actions.
enum BenchCommand {
  static let usage = """
    PLUGIN --feature ID --action JSON [--action JSON …] [--count N] [--isolation process] \
    [--beside COMMAND] [--config FILE] [--json], \
    or --reload FOLDER [--files N] [--generations N --feature ID --action JSON] [--json], \
    or --start PLUGIN [PLUGIN …] [--count N] [--json]
    """

  static let subcommand = Subcommand(
    name: "bench", usage: usage, summary: "measure actions, reloads and starts",
    run: run)

  private static func run(_ arguments: [String]) async -> ExitStatus {
    let complaint = Complaint()
    if arguments.contains("--reload"), let request = ReloadBenchCommand.Request(arguments) {
      return await ReloadBenchCommand.run(request)
    }
    if arguments.contains("--start"), let request = StartBenchCommand.Request(arguments) {
      return await StartBenchCommand.run(request)
    }
    guard let request = Request(arguments) else {
      return complaint.tell(
        usage: "vvsi bench \(usage)", found: "vvsi bench \(arguments.joined(separator: " "))")
    }
    do throws(PluginError) {
      if request.isIsolated { return try await WorkerBenchCommand.run(request, complaint) }
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
      viewState: viewState, privateFolderIn: "\(UserFolder.cache)/run",
      admission: try Setup.admission(request.configuration))
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
      let peerBefore = try await peer(request)
      let boundary = try await offActor { () throws(Fault) in try benchmark.runAtBoundary() }
      let peerAfter = try await peer(request)
      let routed = await routed(request, viewState)
      // The count costs time, so it is another run's.
      let allocations =
        if let counted = boundary.allocations {
          AllocationFigures(
            boundary: Double(counted) / Double(boundary.count), posted: routed.posted.allocations,
            subscribed: routed.subscribed.allocations, reason: "")
        } else {
          AllocationFigures(await AllocationCounter.run(request.argumentsForCounting))
        }
      return BenchReport(
        request: request, style: provider.description.style, boundary: boundary,
        allocations: allocations, routed: routed, peer: (peerBefore + peerAfter) / 2
      ).show()
    } catch {
      return complaint.tell(
        request.rejection(error, provider.description.actionSchema), of: request.feature)
    }
  }

  /// What the program beside takes; 0 if there is none.
  private static func peer(_ request: Request) async throws(Fault) -> Double {
    guard let command = request.peer else { return 0 }
    return try await PeerBenchmark.run(command)
  }

  /// The whole way through the host.
  private static func routed(_ request: Request, _ viewState: ViewState) async -> RoutedFigures {
    let first = InstanceName(feature: request.feature)
    var all = [first]
    while all.count < 8, let next = try? await viewState.open(request.feature) { all.append(next) }
    let count = min(request.count, 200_000)
    func benchmark(_ names: [InstanceName], _ count: Int) -> RoutedBenchmark {
      RoutedBenchmark(
        of: names, in: viewState, actions: request.actions, count: max(1, count / names.count))
    }
    return RoutedFigures(
      posted: await benchmark([first], count).run(.posted),
      subscribed: await benchmark([first], count).run(.posted, subscribers: 1),
      postedToEight: await benchmark(all, count).run(.posted),
      awaited: await benchmark([first], count / 10).run(.awaited),
      awaitedBySubscriber: await benchmark([first], count / 10).run(.awaited, subscribers: 1),
      awaitedOfEight: await benchmark(all, count / 4).run(.awaited))
  }

  /// The whole way through the host.
  struct RoutedFigures {
    let posted: RoutedBenchmark.Figures
    let subscribed: RoutedBenchmark.Figures
    let postedToEight: RoutedBenchmark.Figures
    let awaited: RoutedBenchmark.Figures
    let awaitedBySubscriber: RoutedBenchmark.Figures
    let awaitedOfEight: RoutedBenchmark.Figures
  }

  /// How many blocks of memory an action asks for; nil where that cannot be counted.
  struct AllocationFigures {
    let boundary: Double?
    let posted: Double?
    let subscribed: Double?
    /// Why they are not counted, if they are not.
    let reason: String
  }
}

extension BenchCommand.AllocationFigures {
  /// The members that tell them.
  static let names = (
    boundary: "allocations_per_action", posted: "routed_allocations_per_action",
    subscribed: "routed_with_subscriber_allocations_per_action"
  )

  /// Reads them from what another run has printed.
  init(_ outcome: AllocationCounter.Outcome) {
    let report: JSON
    switch outcome {
    case .counted(let object): (report, reason) = (object, "")
    case .uncounted(let why): (report, reason) = (.null, why)
    }
    func number(_ name: String) -> Double? { report[name]?.numberValue?.double }
    boundary = number(Self.names.boundary)
    posted = number(Self.names.posted)
    subscribed = number(Self.names.subscribed)
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
    /// A program that does the same work, as a shell's command.
    var peer: String?
    var isIsolated = false
    /// Where the configuration is that says what may be loaded; nil for the standard one.
    var configuration: String?

    /// Nil if the arguments are none of ``BenchCommand/usage``.
    init?(_ arguments: [String]) {
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
        case "--isolation":
          guard let mode = rest.popFirst(), ["none", "process"].contains(mode) else { return nil }
          isIsolated = mode == "process"
        case "--count":
          guard let text = rest.popFirst(), let number = Int(text), number > 0 else { return nil }
          count = number
        case "--config":
          guard let path = rest.popFirst() else { return nil }
          configuration = path
        case "--beside":
          guard let command = rest.popFirst() else { return nil }
          peer = command
        default:
          guard !argument.hasPrefix("-"), plugin.isEmpty else { return nil }
          plugin = argument
        }
      }
      guard !plugin.isEmpty, !feature.isEmpty, !actions.isEmpty else { return nil }
    }

    /// The same for a run that only counts allocations: of no more actions than tell how many there are.
    var argumentsForCounting: [String] {
      let actions = actions.flatMap { ["--action", String(decoding: $0, as: UTF8.self)] }
      return ["bench", plugin, "--feature", feature] + actions
        + (configuration.map { ["--config", $0] } ?? []) + [
          "--count", "\(min(count, 20_000))", "--json",
        ]
    }

    /// Says why an action was refused, by the schema where that tells.
    func rejection(_ fault: Fault, _ schema: JSON) -> Rejection {
      let rejections = actions.lazy.map { Rejection(fault, action: $0, schema: schema) }
      return rejections.first { $0 != .fault(fault) } ?? .fault(fault)
    }
  }
}
