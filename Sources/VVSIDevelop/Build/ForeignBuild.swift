import VVSIHost

/// Lets another build system make a plugin's library.
///
/// It is run every time: it knows best what has changed.
struct ForeignBuild {
  let recipe: Recipe
  let foreign: PluginManifest.Foreign
  let options: BuildOptions
  let cache: BuildCache
  let cancellation: Cancellation

  func run() throws(PluginError) -> Build {
    let seconds = recipe.manifest.timeout ?? options.secondsLimit
    let verdict = CompilerVerdict(
      plugin: recipe.name, folder: recipe.place.given, cache: cache, seconds: seconds)
    let command = ChildProcess.Command(
      arguments: foreign.command, directory: recipe.place.path)
    let clock = ContinuousClock()
    let start = clock.now
    let output = try verdict.run([command], cancellation).map(\.output).joined()
    let stage = Reload.Stage(name: "compile", seconds: (clock.now - start).seconds)
    return try keep(try product(), output, stage)
  }

  private func product() throws(PluginError) -> [UInt8] {
    let path = Path.join(recipe.place.path, foreign.product)
    do throws(SystemError) {
      return try Files.read(path)
    } catch {
      throw .buildImpossible(
        plugin: recipe.name,
        reason: "its build command made no \(foreign.product): \(error.reason)",
        remedy: "correct build or product in \(PluginManifest.file)")
    }
  }

  private func keep(
    _ product: [UInt8], _ output: String, _ stage: Reload.Stage
  ) throws(PluginError) -> Build {
    var hash = ContentHash()
    hash.add("foreign")
    hash.add(recipe.description)
    hash.add(product)
    let kept = KeptBuild(recipe: recipe, hash: hash.digest(), cache: cache)
    if let build = kept.findWhole() { return build }
    do throws(SystemError) {
      let scratch = try cache.makeScratch(beside: kept.path)
      defer { Files.remove(scratch) }
      try Files.write(product, to: Path.join(scratch, KeptBuild.libraryName(recipe.name)))
      try Files.write(Array(output.utf8), to: Path.join(scratch, KeptBuild.output))
      try cache.publish(scratch, as: kept.path)
    } catch {
      throw .cacheUnusable(cache, for: recipe.name, error)
    }
    cache.prune(Path.parent(kept.path) ?? kept.path)
    guard var build = kept.find() else {
      throw .cacheUnusable(cache, for: recipe.name, .notThere)
    }
    build.stages = [stage]
    build.wasCached = false
    return build
  }
}
