import CSpawn

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
public import VVSIHost

/// Measures what it takes to start with plugins that were built and tried before, and what trying one takes.
public struct StartBenchmark: Sendable {
  private let plugins: [String]
  private let count: Int
  private let check: PluginCheck

  /// Prepares a measurement.
  ///
  /// - Parameters:
  ///   - plugins: What is loaded at the start.
  ///   - count: How often everything is measured.
  ///   - check: Tries the plugins.
  public init(plugins: [String], count: Int, check: PluginCheck) {
    self.plugins = plugins
    self.count = count
    self.check = check
  }

  /// What one run of a program took, in milliseconds.
  public struct Cost: Sendable, Equatable {
    /// From its start until it was gone.
    public var wall: Double
    /// Of all processors.
    public var processor: Double
  }

  /// What was measured; one of each a round.
  public struct Figures: Sendable, Equatable {
    /// Start, load, quit.
    public var start: [Cost] = []
    /// The same program with nothing to do.
    public var bare: [Cost] = []
    /// The trial of a library, in milliseconds.
    public var trial: [Double] = []
  }

  /// Measures.
  ///
  /// - Returns: The figures.
  /// - Throws: ``Fault`` `benchmark_failed` if something does not run.
  public func run() async throws(Fault) -> Figures {
    // The first start builds and tries what must be; that is not what a start costs.
    for _ in 0..<2 { _ = try await start(["-c", ":quit"] + plugins) }
    var figures = Figures()
    for round in 0..<count {
      figures.start.append(try await start(["-c", ":quit"] + plugins))
      figures.bare.append(try await start(["--version"]))
      guard !plugins.isEmpty else { continue }
      figures.trial.append(try await trial(of: plugins[round % plugins.count]))
    }
    return figures
  }

  private func trial(of plugin: String) async throws(Fault) -> Double {
    do throws(PluginError) {
      if let verdict = try await check.run(plugin), verdict.hasPassed {
        return verdict.milliseconds
      }
    } catch {
      throw Self.failure("\(plugin) cannot be tried: \(error.code)")
    }
    throw Self.failure("\(plugin) does not pass its trial; 'vvsi check \(plugin)' tells more")
  }

  private func start(_ arguments: [String]) async throws(Fault) -> Cost {
    guard let executable = SDKLocation.executablePath() else {
      throw Self.failure("the executable is not where it was")
    }
    return try await offActor { () throws(Fault) in try Self.run([executable] + arguments) }
  }

  private static func run(_ arguments: [String]) throws(Fault) -> Cost {
    let began = ContinuousClock.now
    let process = try spawn(arguments)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      guard errno == EINTR else {
        throw failure("\(arguments[0]) was lost: \(SystemError.last.reason)")
      }
    }
    let wall = began.duration(to: .now) / .milliseconds(1)
    guard status == 0 else {
      throw failure("it ended with \(status >> 8): \(arguments.joined(separator: " "))")
    }
    return Cost(
      wall: wall, processor: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime))
  }

  private static func spawn(_ arguments: [String]) throws(Fault) -> pid_t {
    var words = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let error = spawn_silent(words, &process)
    guard error == 0 else {
      throw failure("\(arguments[0]) cannot be started: \(SystemError(number: error).reason)")
    }
    return process
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }

  private static func failure(_ reason: String) -> Fault {
    Fault(code: "benchmark_failed", message: reason)
  }
}
