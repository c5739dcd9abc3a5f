import VVSIHost

/// Builds one folder of Swift and C files.
struct SourceBuild {
  let context: BuildContext
  let options: BuildOptions

  /// How often a build begins anew because its sources changed meanwhile.
  private static let attempts = 5

  /// The build of the folder as it is when the build ends.
  func run(_ first: Recipe) throws(PluginError) -> Build {
    let sdk = SDK(context)
    var recipe = first
    for _ in 0..<Self.attempts {
      let hash = hash(recipe, sdk)
      let kept = KeptBuild(recipe: recipe, hash: hash, cache: context.cache)
      if let build = kept.findWhole() { return build }
      let scratch = try context.cached { () throws(SystemError) in
        try context.cache.makeScratch(beside: kept.path)
      }
      defer { Files.remove(scratch) }
      let work = SourceWork(
        context: context, options: options, recipe: recipe, sdk: sdk, hash: hash, scratch: scratch)
      let result = work.run()
      // Compilers read one file after another: what they made, or said, holds only if none changed meanwhile.
      let now = try Recipe(recipe.place)
      if now.hash == recipe.hash || context.cancellation.isCancelled {
        return try keep(try result.get(), scratch, as: kept)
      }
      recipe = now
    }
    throw .buildImpossible(
      plugin: context.plugin, reason: "its sources changed during each of \(Self.attempts) builds",
      remedy: "build again when whatever writes them is done")
  }

  private func keep(
    _ stages: [Reload.Stage], _ scratch: String, as kept: KeptBuild
  ) throws(PluginError) -> Build {
    try context.cached { () throws(SystemError) in
      try context.cache.publish(scratch, as: kept.path)
    }
    context.cache.prune(Path.parent(kept.path) ?? kept.path)
    guard var build = kept.find() else {
      throw .cacheUnusable(context.cache, for: context.plugin, .notThere)
    }
    build.stages = stages
    build.wasCached = false
    return build
  }

  private func hash(_ recipe: Recipe, _ sdk: SDK) -> String {
    var hash = ContentHash()
    for part in [SourceWork.version, sdk.hash, recipe.name, recipe.hash] { hash.add(part) }
    hash.add(options.optimise ? "optimised" : "plain")
    return hash.digest()
  }
}
