import VVSIHost

/// Builds one folder of Swift and C files.
struct SourceBuild {
  let place: PluginFolder
  let options: BuildOptions
  let setting: BuildDriver.Setting
  let cancellation: Cancellation
  let log: @Sendable (String) -> Void

  func run() throws(PluginError) -> Build {
    let files = try SourceTree.files(below: place.path)
    guard files.contains(where: { ["swift", "c"].contains(Path.suffix($0.path)) }) else {
      throw .nothingToBuild(path: place.given)
    }
    let request = SDKBuild.Request(
      plugin: place.name,
      toolchain: try Toolchain.find(setting.compiler, for: place.name, cache: cache),
      location: try SDKLocation.find(setting.sdk, for: place.name),
      cache: cache, cancellation: cancellation, log: log)
    let sdk = try SDKBuild.make(request)
    let hash = self.hash(files, sdk)
    let destination = Path.join(cache.path, "plugins/\(place.name)/\(hash)")
    if let build = kept(destination, hash) { return build }
    let work = SourceWork(build: self, request: request, sdk: sdk, hash: hash, files: files)
    let stages = try work.make(destination)
    cache.prune(Path.parent(destination) ?? destination)
    guard var build = kept(destination, hash) else {
      throw .cacheUnusable(cache, for: place.name, SystemError(number: 2))
    }
    build.stages = stages
    build.wasCached = false
    return build
  }

  private var cache: BuildCache { setting.cache }

  private func hash(_ files: [SourceTree.File], _ sdk: SDKBuild) -> String {
    var hash = ContentHash()
    hash.add(sdk.hash)
    hash.add(options.optimise ? "optimised" : "plain")
    for file in files {
      hash.add(file.path)
      hash.add(file.content)
    }
    return hash.digest()
  }

  private func kept(_ destination: String, _ hash: String) -> Build? {
    let library = Path.join(destination, libraryName)
    guard Files.exists(library) else { return nil }
    Files.touch(destination)
    let said = (try? Files.read(Path.join(destination, SourceWork.warnings))) ?? []
    return Build(
      plugin: place.name, library: library, contentHash: hash, stages: [],
      diagnostics: DiagnosticParser.parse([String(decoding: said, as: UTF8.self)], in: place.given),
      wasCached: true)
  }

  var libraryName: String {
    #if canImport(Darwin)
      "lib\(place.name).dylib"
    #else
      "lib\(place.name).so"
    #endif
  }
}
