import VVSIPlugins
public import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures what many generations of one plugin, each built after an edit, do to the process that loads them all.
public struct GenerationBenchmark: Sendable {
  private let driver: BuildDriver
  private let folder: String
  private let generations: Int

  /// Prepares a measurement of so many generations of the plugin in a folder.
  public init(driver: BuildDriver, folder: String, generations: Int) {
    self.driver = driver
    self.folder = folder
    self.generations = generations
  }

  /// What was measured.
  public struct Figures: Sendable {
    /// How many generations went live.
    public var generations: Int
    /// Seconds from a finished build to the new code being live, medians of the first and of the last tenth.
    public var live: (first: Double, last: Double)
    /// Nanoseconds an action takes, after the first tenth and at the end.
    public var action: (first: Double, last: Double)
    /// By how many bytes the process grew with each generation, after the first tenth.
    public var bytesPerGeneration: Double
  }

  /// Measures.
  ///
  /// - Parameters:
  ///   - live: Makes a build live.
  ///   - action: Nanoseconds that an action takes on the live generation.
  /// - Returns: The figures.
  /// - Throws: ``PluginError`` if a build fails or does not go live.
  public func run(
    live: @Sendable (Build) async throws(PluginError) -> Void,
    action: @Sendable () async throws(PluginError) -> Double
  ) async throws(PluginError) -> Figures {
    let copy = try BenchmarkFolder(folder, driver)
    defer { copy.remove() }
    let tenth = max(1, generations / 10)
    var seconds: [Double] = []
    var (actionAtFirst, sizeAtFirst) = (0.0, 0)
    for number in 1...max(2, generations) {
      try copy.edit(number)
      let build = try await driver.build(copy.path)
      let began = ContinuousClock.now
      try await live(build)
      seconds.append(began.duration(to: .now).seconds)
      if number == tenth {
        actionAtFirst = try await action()
        sizeAtFirst = ResidentMemory.bytes
      }
    }
    let grown = Double(ResidentMemory.bytes - sizeAtFirst)
    return Figures(
      generations: seconds.count,
      live: (
        ReloadBenchmark.Figures.median(Array(seconds.prefix(tenth))),
        ReloadBenchmark.Figures.median(Array(seconds.suffix(tenth)))
      ),
      action: (actionAtFirst, try await action()),
      bytesPerGeneration: grown / Double(seconds.count - tenth))
  }
}
