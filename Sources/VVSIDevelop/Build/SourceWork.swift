import VVSIHost

/// The compilers' and the linker's part of a build.
struct SourceWork {
  let context: BuildContext
  let options: BuildOptions
  let recipe: Recipe
  let sdk: SDK
  let hash: String
  /// The folder that the result goes into.
  let scratch: String

  /// Changes whenever the same sources would become another library.
  static let version = "3"

  private var objectFolder: String { Path.join(scratch, "objects") }

  /// Compiles and links, and tells how long each took.
  func run() -> Result<[Reload.Stage], PluginError> {
    Result { () throws(PluginError) in
      try context.cached { () throws(SystemError) in try Files.makeFolder(objectFolder) }
      if recipe.needsSwift { try sdk.compile() }
      let plan = try CompilePlan.Question(
        context: context, sdk: sdk, recipe: recipe, optimise: options.optimise
      ).answer()
      let clock = ContinuousClock()
      let start = clock.now
      let jobs = try swiftJobs(plan) + cJobs()
      let said = try perform(jobs.map(\.arguments))
      let compiled = clock.now
      try performLink(link(plan, jobs.flatMap(\.objects)))
      let linked = clock.now
      try context.cached { () throws(SystemError) in
        Files.remove(objectFolder)
        try Files.write(Array(said.utf8), to: Path.join(scratch, KeptBuild.output))
      }
      return [
        Reload.Stage(name: "compile", seconds: (compiled - start).seconds),
        Reload.Stage(name: "link", seconds: (linked - compiled).seconds),
      ]
    }
  }

  private struct Job {
    let arguments: [String]
    let objects: [String]
  }

  private func object(of source: String) -> String {
    Path.join(objectFolder, ObjectName.object(of: source))
  }

  // MARK: Compiling

  private func swiftJobs(_ plan: CompilePlan) throws(PluginError) -> [Job] {
    guard recipe.needsSwift else { return [] }
    let sources = try recipe.swift + entry()
    let module = recipe.moduleName(hash)
    if options.optimise {
      let object = object(of: recipe.name)
      let arguments = plan.compileArguments(
        primary: [], others: sources, objects: [object], module: module)
      return [Job(arguments: arguments, objects: [object])]
    }
    return shares(of: sources).map { primary in
      let objects = primary.map { object(of: $0 == entryFile ? "entry" : $0) }
      let arguments = plan.compileArguments(
        primary: primary, others: sources.filter { !primary.contains($0) }, objects: objects,
        module: module)
      return Job(arguments: arguments, objects: objects)
    }
  }

  /// The files in as many parts as there are processors, each with about the same amount of text.
  private func shares(of sources: [String]) -> [[String]] {
    let size = { (source: String) in
      (try? Files.status(Path.join(recipe.place.path, source)))?.size ?? 0
    }
    var shares = [(size: Int, sources: [String])](
      repeating: (0, []), count: min(sources.count, ChildProcess.width))
    for (size, source) in sources.map({ (size($0), $0) }).sorted(by: { $0.0 > $1.0 }) {
      guard let least = shares.indices.min(by: { shares[$0].size < shares[$1].size }) else { break }
      shares[least].size += size
      shares[least].sources.append(source)
    }
    return shares.map(\.sources).filter { !$0.isEmpty }
  }

  private var entryFile: String { Path.join(objectFolder, "entry.swift") }

  /// The entry point that the manifest asks for.
  private func entry() throws(PluginError) -> [String] {
    guard !recipe.manifest.features.isEmpty else { return [] }
    let entry = EntryFile(features: recipe.manifest.features, manifest: recipe.manifestText)
    try context.cached { () throws(SystemError) in
      try Files.write(Array(entry.text.utf8), to: entryFile)
    }
    return [entryFile]
  }

  private func cJobs() -> [Job] {
    recipe.c.map { source in
      let arguments =
        [context.toolchain.tool("clang"), "-c", "-fPIC"]
        + ["-fvisibility=\(recipe.exportsAll ? "default" : "hidden")"]
        + [options.optimise ? "-O2" : "-O0", "-fno-color-diagnostics"]
        + ["-fno-diagnostics-show-line-numbers", "-I", sdk.headers]
        + recipe.manifest.cFlags + [source, "-o", object(of: source)]
      return Job(arguments: arguments, objects: [object(of: source)])
    }
  }

  // MARK: Linking

  private func link(
    _ plan: CompilePlan, _ objects: [String]
  ) throws(PluginError) -> [String] {
    let all = objects + (recipe.needsSwift ? sdk.objects : [])
    let options = try context.cached { () throws(SystemError) in
      try autolinked(all) + exportOptions(plan)
    }
    let library = Path.join(scratch, KeptBuild.libraryName(recipe.name))
    return plan.linkArguments(objects: all, options: options, library: library)
  }

  private func autolinked(_ objects: [String]) throws(SystemError) -> [String] {
    var flags: [String] = []
    for object in objects {
      for flag in Autolink.flags(of: try Files.read(object)) where !flags.contains(flag) {
        flags.append(flag)
      }
    }
    return flags
  }

  /// Only the entry point is seen from outside, or, without one, every function; nothing inside can be replaced from
  /// outside, and nothing is missing.
  private func exportOptions(_ plan: CompilePlan) throws(SystemError) -> [String] {
    #if canImport(Darwin)
      return recipe.exportsAll ? [] : ["-exported_symbol", "_vvsi_main"]
    #else
      let exports = Path.join(objectFolder, "exports")
      let script =
        recipe.exportsAll ? "{ global: *; };\n" : "{ global: vvsi_main; local: *; };\n"
      try Files.write(Array(script.utf8), to: exports)
      // A library this small is linked sooner than other threads have started.
      let threads = plan.usesLLD ? ["--threads=1"] : []
      return ["--version-script", exports, "-Bsymbolic", "-z", "defs"] + threads
    #endif
  }

  private func performLink(_ call: [String]) throws(PluginError) {
    do {
      try perform([call])
    } catch {
      if case .buildFailed(_, let diagnostics) = error,
        diagnostics.contains(where: {
          $0.message.hasSuffix("'vvsi_main' failed: symbol not defined")
        })
      {
        throw .noEntryPoint(path: recipe.place.given, symbol: "vvsi_main")
      }
      throw error
    }
  }

  // MARK: Running

  @discardableResult
  private func perform(_ calls: [[String]]) throws(PluginError) -> String {
    let seconds = recipe.manifest.timeout ?? options.secondsLimit
    let verdict = CompilerVerdict(
      plugin: context.plugin, folder: recipe.place.given, cache: context.cache, seconds: seconds)
    let outcomes = try verdict.run(
      calls.map { .init(arguments: $0, directory: recipe.place.path) }, context.cancellation)
    return outcomes.map(\.output).joined()
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
