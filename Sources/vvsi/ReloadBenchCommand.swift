import VVSIDevelop
import VVSIHost
import VVSIJSON
import VVSIPlugins
import VVSIShell

/// `vvsi bench --reload FOLDER`: from a save to the new code being live, beside plain `swiftc` on the same edits; or what
/// many generations do to the process.
enum ReloadBenchCommand {
  /// What the arguments ask for.
  struct Request {
    var folder = ""
    var files = 0
    var generations = 0
    var feature = ""
    var action: [UInt8] = []
    var isJSON = false

    /// Nil if the arguments are none of ``BenchCommand/usage``.
    init?(_ arguments: [String]) {
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        if argument == "--json" {
          isJSON = true
          continue
        }
        guard let value = rest.popFirst() else { return nil }
        switch argument {
        case "--reload": folder = value
        case "--feature": feature = value
        case "--action": action = Array(value.utf8)
        case "--files":
          guard let number = Int(value), number > 0 else { return nil }
          files = number
        case "--generations":
          guard let number = Int(value), number > 1 else { return nil }
          generations = number
        default: return nil
        }
      }
      let hasAction = !feature.isEmpty && !action.isEmpty
      guard !folder.isEmpty, hasAction || generations == 0 else { return nil }
    }
  }

  static func run(_ request: Request) async -> ExitStatus {
    let complaint = Complaint()
    do throws(PluginError) {
      // What is built and loaded are edited copies, which are as good as the folder is.
      try Setup.admission(nil).check(folder: request.folder)
      let viewState = ViewState()
      let host = try PluginHost(
        viewState: viewState, privateFolderIn: "\(UserFolder.cache)/run",
        probation: HostCommand.probation(Configuration()))
      defer { host.removeCopies() }
      let driver = BuildDriver(log: complaint.note)
      let live = { @Sendable (build: Build) async throws(PluginError) in
        if await host.path(of: build.plugin) == nil {
          try await host.load(build.library, as: build.plugin)
        } else {
          try await host.reload(build.plugin, with: build.library, stages: build.stages)
        }
      }
      guard request.generations > 0 else {
        let benchmark = ReloadBenchmark(
          driver: driver, folder: request.folder, files: request.files)
        return show(try await benchmark.run(live: live), isJSON: request.isJSON)
      }
      let benchmark = GenerationBenchmark(
        driver: driver, folder: request.folder, generations: request.generations)
      let figures = try await benchmark.run(live: live) { () async throws(PluginError) in
        try await action(of: request, in: viewState)
      }
      return show(figures, isJSON: request.isJSON)
    } catch {
      return complaint.tell(error)
    }
  }

  /// The median time of an action at the boundary of the live generation, in nanoseconds.
  private static func action(
    of request: Request, in viewState: ViewState
  ) async throws(PluginError) -> Double {
    guard let provider = await viewState.provider(of: request.feature) else {
      let known = await viewState.features().map(\.description.id)
      throw .createFailed(
        feature: request.feature,
        Fault(code: "unknown_feature", message: "there is none; \(known.joined(separator: ", "))"))
    }
    let benchmark = Benchmark(of: provider, actions: [request.action], count: 20_000)
    do throws(Fault) {
      return try await offActor { () throws(Fault) in try benchmark.runAtBoundary().latencies.median
      }
    } catch {
      throw .createFailed(feature: request.feature, error)
    }
  }

  private static func show(_ figures: GenerationBenchmark.Figures, isJSON: Bool) -> ExitStatus {
    let object: JSON = [
      "generations": .number(JSONNumber(figures.generations)),
      "live_seconds_first": number(figures.live.first),
      "live_seconds_last": number(figures.live.last),
      "action_ns_first": number(figures.action.first),
      "action_ns_last": number(figures.action.last),
      "bytes_per_generation": number(figures.bytesPerGeneration.rounded()),
    ]
    let text = """
      \(figures.generations) generations, built and loaded in one process
        build to live     \(rounded(figures.live.first)) s at first, \(rounded(figures.live.last)) s at last
        an action         \(Int(figures.action.first)) ns at first, \(Int(figures.action.last)) ns at last
        memory            \(Int(figures.bytesPerGeneration / 1_024)) KiB for each generation

      """
    return write(isJSON ? object.text() + "\n" : text)
  }

  private static func show(_ figures: ReloadBenchmark.Figures, isJSON: Bool) -> ExitStatus {
    let live = ReloadBenchmark.Figures.median(figures.driver)
    let plain = ReloadBenchmark.Figures.median(figures.plain)
    let target = figures.files > 1 ? 1.0 : 0.85
    let object: JSON = [
      "files": .number(JSONNumber(figures.files)),
      "edits": .number(JSONNumber(figures.driver.count)),
      "live_seconds": number(live), "swiftc_seconds": number(plain),
      "ratio": number(figures.ratio), "targets": ["ratio": number(target)],
    ]
    let stages = figures.stages.map { "\($0.name) \(rounded($0.seconds))" }
    let text = """
      \(figures.driver.count) edits of \(figures.files) files, medians
        save to live      \(rounded(live)) s (\(stages.joined(separator: ", ")))
        plain swiftc      \(rounded(plain)) s
        ratio             \(rounded(figures.ratio)), target \(target)

      """
    return write(isJSON ? object.text() + "\n" : text)
  }

  private static func number(_ value: Double) -> JSON {
    JSONNumber(value).map(JSON.number) ?? .null
  }

  private static func rounded(_ value: Double) -> String {
    "\((value * 1_000).rounded() / 1_000)"
  }

  private static func write(_ text: String) -> ExitStatus {
    do throws(OutputClosed) {
      try DescriptorOutput(1).write(text)
      return .success
    } catch {
      return .outputClosed
    }
  }
}
