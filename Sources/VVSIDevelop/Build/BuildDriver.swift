public import VVSIHost

/// Builds folders of sources into self-contained libraries.
///
/// Any number of builds may run at the same time, in one process or in several that share a cache.
public struct BuildDriver: Sendable {
  let setting: Setting
  let log: @Sendable (String) -> Void

  /// Makes a driver.
  ///
  /// - Parameters:
  ///   - compiler: The path of `swiftc`; nil for what `VVSI_SWIFTC` names, or the first one in `PATH`.
  ///   - sdk: The folder that holds the sources of `VVSI`, `VVSIJSON` and `CVVSI`; nil for what `VVSI_SDK` names, or
  ///     those of the checkout or the installed copy that the executable belongs to.
  ///   - cache: The absolute path of the folder where builds are kept; nil for the user's own.
  ///   - log: Takes what a user who waits wants to know, a line at a time.
  public init(
    compiler: String? = nil, sdk: String? = nil, cache: String? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.setting = Setting(
      compiler: compiler, sdk: sdk, cache: cache.map(BuildCache.init) ?? .standard)
    self.log = log
  }

  /// Where things are.
  struct Setting {
    let compiler: String?
    let sdk: String?
    let cache: BuildCache
  }

  /// Builds a folder, unless its content was built before.
  ///
  /// Cancelling the task stops the compilers. The caller's thread is not blocked.
  ///
  /// - Throws: ``PluginError``; nothing of a build that failed is kept.
  public nonisolated(nonsending) func build(
    _ folder: String, _ options: BuildOptions = BuildOptions()
  ) async throws(PluginError) -> Build {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await offActor { [self] in
        Result { () throws(PluginError) in try build(folder, options, cancellation) }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  /// Builds a folder on the calling thread, unless its content was built before.
  public func buildAndWait(
    _ folder: String, _ options: BuildOptions = BuildOptions()
  ) throws(PluginError) -> Build {
    try build(folder, options, Cancellation())
  }

  /// The build of a folder, if nothing was written since it was built; nil if that cannot be said.
  func recall(_ folder: String, _ options: BuildOptions) -> Build? {
    guard let place = try? PluginFolder(folder) else { return nil }
    return LastBuild(of: place, setting, options)?.find()
  }

  private func build(
    _ folder: String, _ options: BuildOptions, _ cancellation: Cancellation
  ) throws(PluginError) -> Build {
    let place = try PluginFolder(folder)
    let last = LastBuild(of: place, setting, options)
    if let build = last?.find() { return build }
    let recipe = try Recipe(place)
    if let foreign = recipe.manifest.foreign {
      return try ForeignBuild(
        recipe: recipe, foreign: foreign, options: options, cache: setting.cache,
        cancellation: cancellation
      ).run()
    }
    let context = try context(for: recipe, cancellation)
    var build = try SourceBuild(context: context, options: options).run(recipe)
    last?.keep(&build)
    return build
  }

  func context(
    for recipe: Recipe, _ cancellation: Cancellation
  ) throws(PluginError) -> BuildContext {
    BuildContext(
      plugin: recipe.name, ground: try BuildGround.look(setting, for: recipe.name),
      cache: setting.cache, cancellation: cancellation, log: log)
  }
}
