public import VVSIHost

/// Measures how long an edit takes to become a library, beside plain `swiftc` on the same files.
///
/// Works on a copy of the folder. Every edit is a new function in one of the files; for each, the driver and plain
/// `swiftc -emit-library` build the same content one after the other, in turns first.
public struct ReloadBenchmark: Sendable {
  private let driver: BuildDriver
  private let folder: String
  private let edits: Int
  private let files: Int

  /// Prepares a measurement.
  ///
  /// - Parameters:
  ///   - driver: The driver to measure.
  ///   - folder: A plugin's folder of Swift files, without a build command.
  ///   - edits: How many edits are measured; two more come first and are not.
  ///   - files: How many Swift files the folder is filled up to.
  public init(driver: BuildDriver, folder: String, edits: Int = 12, files: Int = 0) {
    self.driver = driver
    self.folder = folder
    self.edits = edits
    self.files = files
  }

  /// What was measured.
  public struct Figures: Sendable, Equatable {
    /// How many Swift files the folder has.
    public var files: Int
    /// Seconds from the save until the driver's library was there, and live where that was asked for; one an edit.
    public var driver: [Double] = []
    /// Seconds that plain `swiftc -emit-library` took; one an edit.
    public var plain: [Double] = []
    /// The medians of the driver's stages.
    public var stages: [Reload.Stage] = []

    /// The driver's median as a part of plain `swiftc`'s.
    public var ratio: Double { Self.median(driver) / Self.median(plain) }

    /// The middle one, or the mean of the middle two; 0 of none.
    public static func median(_ values: [Double]) -> Double {
      guard !values.isEmpty else { return 0 }
      let sorted = values.sorted()
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }

  /// Measures.
  ///
  /// - Parameter live: Makes a build live; its time counts as the driver's.
  /// - Returns: The figures.
  /// - Throws: ``PluginError`` if a build fails.
  public func run(
    live: @Sendable (Build) async throws(PluginError) -> Void = { _ in }
  ) async throws(PluginError) -> Figures {
    let copy = try BenchmarkFolder(folder, driver, files: files)
    defer { copy.remove() }
    // The first builds fill caches; that is not what an edit costs.
    try await live(try await driver.build(copy.path))
    _ = try await copy.buildPlainly()
    var figures = Figures(files: copy.sources.count)
    var stages: [[Reload.Stage]] = []
    for edit in 0..<(edits + 2) {
      try copy.edit(edit)
      var plain = 0.0
      if edit % 2 == 0 { plain = try await copy.buildPlainly() }
      let clock = ContinuousClock()
      let start = clock.now
      let build = try await driver.build(copy.path)
      try await live(build)
      let seconds = (clock.now - start).seconds
      if edit % 2 == 1 { plain = try await copy.buildPlainly() }
      guard edit >= 2 else { continue }
      figures.driver.append(seconds)
      figures.plain.append(plain)
      stages.append(build.stages)
    }
    figures.stages = (stages.first ?? []).enumerated().map { index, stage in
      Reload.Stage(
        name: stage.name, seconds: Figures.median(stages.map { $0[index].seconds }))
    }
    return figures
  }
}
