import VVSIDevelop
import VVSIHost
import VVSIJSON
import VVSIPlugins
import VVSIShell
import VVSIWorkers

/// `vvsi bench PLUGIN … --isolation process`: what a process of its own costs a plugin.
enum WorkerBenchCommand {
  static func run(
    _ request: BenchCommand.Request, _ complaint: Complaint
  ) async throws(PluginError) -> ExitStatus {
    let here = try await Loaded(request, Supervision(), complaint)
    defer { here.host.removeCopies() }
    // Crashes are asked for, and many.
    let there = try await Loaded(
      request, Supervision(isolatesAll: true, crashes: 1_000, crashSeconds: 0), complaint)
    defer { there.host.removeCopies() }
    let known = await here.viewState.features().map(\.description.id)
    guard let local = await here.viewState.provider(of: request.feature),
      let provider = await there.viewState.provider(of: request.feature) as? WorkerProvider
    else {
      return complaint.tell(.unknownFeature(request.feature, known: known), of: request.feature)
    }
    for feature in known {
      do throws(Rejection) {
        try await there.viewState.close(InstanceName(feature: feature))
      } catch {
        return complaint.tell(error, of: feature)
      }
    }
    do throws(Fault) {
      let figures = try await offActor { () throws(Fault) in
        let process = try Benchmark(
          of: local, actions: request.actions, count: min(request.count, 50_000)
        ).runAtBoundary().latencies.median
        let worker = try WorkerBenchmark(actions: request.actions, count: request.count)
          .run(provider, echo: EchoPeer.command)
        return Report(request: request, inProcess: process, worker: worker)
      }
      return figures.show()
    } catch {
      return complaint.tell(
        request.rejection(error, local.description.actionSchema), of: request.feature)
    }
  }

  /// A host of its own with the plugin.
  private struct Loaded {
    let viewState = ViewState()
    let host: PluginHost

    init(
      _ request: BenchCommand.Request, _ terms: Supervision, _ complaint: Complaint
    ) async throws(PluginError) {
      host = try PluginHost(
        viewState: viewState, privateFolderIn: "\(UserFolder.cache)/run",
        admission: try Setup.admission(request.configuration))
      let workshop = Workshop(
        host: host, viewState: viewState, driver: BuildDriver(log: complaint.note), folders: [],
        options: BuildOptions(optimise: true), supervision: terms)
      _ = try await workshop.load(request.plugin)
    }
  }

  /// What was measured, for people or as one JSON object.
  private struct Report {
    let request: BenchCommand.Request
    /// An action at the boundary in this process, in nanoseconds.
    let inProcess: Double
    let worker: WorkerBenchmark.Figures

    /// The most that an action should take where the echoes were, in nanoseconds.
    private func target(_ turns: WorkerBenchmark.Turns) -> Double {
      2 * turns.echo.median + inProcess
    }

    func show() -> ExitStatus { .answering(request.isJSON ? json : text) }

    private var json: String {
      func number(_ value: Double) -> JSON { .number(JSONNumber(Int(value.rounded()))) }
      var object: JSONObject = [
        "feature": .string(request.feature),
        "count": .number(JSONNumber(request.count)),
        "actions_per_second": number(worker.pipelined),
        "mean_ns": number(1e9 / worker.pipelined),
        "median_ns": number(worker.free.action.median),
        "p99_ns": number(worker.free.action.p99),
        "echo_ns": number(worker.free.echo.median),
        "echo_p99_ns": number(worker.free.echo.p99),
        "in_process_ns": number(inProcess),
        "start_to_first_action_ns": number(worker.start),
        "crash_to_answer_ns": number(worker.crash),
      ]
      var targets: JSONObject = [
        "actions_per_second": 150_000, "start_to_first_action_ns": 20_000_000,
        "crash_to_answer_ns": 100_000_000,
      ]
      for (place, turns) in [("one_core", worker.oneCore), ("two_cores", worker.twoCores)] {
        guard let turns else { continue }
        object["\(place)_ns"] = number(turns.action.median)
        object["\(place)_p99_ns"] = number(turns.action.p99)
        object["\(place)_echo_ns"] = number(turns.echo.median)
        targets["\(place)_ns"] = number(target(turns))
      }
      object["targets"] = .object(targets)
      return JSON.object(object).text() + "\n"
    }

    private var text: String {
      """
      \(request.feature) in a process of its own: JSON in, JSON state out
        in the host's process  \(micro(inProcess))
        trigger to state       \(micro(worker.free.action)); a bare echo \(micro(worker.free.echo))
      \(line("  both on one core  ", worker.oneCore))\(line("  on a core each    ", worker.twoCores))\
        pipelined              \(Int(worker.pipelined)) a second; target 150000
        start to first action  \(milli(worker.start)); target 20 ms
        crash to next answer   \(milli(worker.crash)); target 100 ms

      """
    }

    private func line(_ name: String, _ turns: WorkerBenchmark.Turns?) -> String {
      turns.map { turns in
        "  \(name)   \(micro(turns.action)); a bare echo \(micro(turns.echo)); "
          + "target \(micro(target(turns))): two echoes and the action\n"
      } ?? ""
    }

    private func micro(_ value: Double) -> String { "\((value / 100).rounded() / 10) µs" }
    private func milli(_ value: Double) -> String { "\((value / 1e5).rounded() / 10) ms" }
    private func micro(_ all: Latencies) -> String {
      "\(micro(all.median)), 99th percentile \(micro(all.p99))"
    }
  }
}
