import VVSIHost
import VVSIPlugins
import VVSIWorkers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Plugins that harm their processes every 50 ms, and a host that must lose nothing.
@main
struct Soak {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let seconds = Double(arguments[1]), let seed = UInt64(arguments[2])
    else {
      print("soak SECONDS SEED VVSI FOLDER; Tests/Soak/run gives the last two")
      exit(2)
    }
    print("soak of \(seconds) s, seed \(seed)")
    // The runtime opens what it needs for itself with the first task.
    await Task.detached {}.value
    let before = Remains.count()
    let tally = try await run(seconds, seed, vvsi: arguments[3], folder: arguments[4])
    let after = await Remains.settled(to: before)
    tally.print()
    print(
      "processes left \(after.processes), descriptors \(before.descriptors) → \(after.descriptors)")
    if after.descriptors > before.descriptors {
      for descriptor in Remains.openDescriptors() { print("descriptor \(descriptor)") }
    }
    print("files left \(after.files(in: "\(arguments[4])/run"))")
    let isClean =
      tally.faults.isEmpty && after.processes == 0 && after.descriptors <= before.descriptors
      && after.files(in: "\(arguments[4])/run") == 0
    print(isClean ? "nothing lost" : "FAILED")
    exit(isClean ? 0 : 1)
  }

  private static func run(
    _ seconds: Double, _ seed: UInt64, vvsi: String, folder: String
  ) async throws -> Tally {
    let viewState = ViewState()
    let host = try PluginHost(
      viewState: viewState, privateFolderIn: "\(folder)/run", terms: Takeover(grace: 0.5))
    defer { host.removeCopies() }
    let terms = Supervision(
      blockedSeconds: 0.1, deadlineSeconds: 0.3, graceSeconds: 0.1, heartbeatSeconds: 1,
      crashes: 20,
      crashSeconds: 2,
      limits: WorkerLimits(memoryMegabytes: 128, openFiles: 128, processes: 30))
    let tally = Tally()
    let deadline = ContinuousClock.now + .seconds(seconds)
    let features = File.names(in: folder).filter { $0.hasPrefix("victim") && $0.hasSuffix(".so") }
      .map { String($0.dropLast(".so".count)) }
    try await host.load("\(folder)/steady.so", as: "steady")
    for name in features {
      let content = WorkerContent(
        LibraryContent("\(folder)/\(name).so"), command: [vvsi, WorkerServer.word], terms: terms,
        stateBytes: 1 << 20)
      try await host.load(content, as: name, from: name)
    }
    let victims = features.map { name in
      Driver(
        name, of: viewState, host: host, tally: tally, terms: (terms, vvsi, "\(folder)/\(name).so"))
    }
    let steady = Driver("steady", of: viewState, host: host, tally: tally, terms: nil)
    await withTaskGroup(of: Void.self) { group in
      for driver in victims + [steady] { group.addTask { await driver.run(until: deadline) } }
      group.addTask {
        await Schedule(victims: victims, tally: tally, seed: seed).run(until: deadline)
      }
    }
    await viewState.idle()
    for name in features + ["steady"] { try? await host.unload(name) }
    return tally
  }
}
