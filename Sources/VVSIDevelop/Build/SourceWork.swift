import VVSIHost

/// The compilers' and the linker's part of a build.
struct SourceWork {
  let build: SourceBuild
  let request: SDKBuild.Request
  let sdk: SDKBuild
  let hash: String
  let files: [SourceTree.File]

  /// The file in a finished build that holds what the compilers said.
  static let warnings = "warnings.txt"

  /// Builds into the cache and tells how long it took.
  func make(_ destination: String) throws(PluginError) -> [Reload.Stage] {
    let scratch = try request.guarded { () throws(SystemError) in
      try request.cache.makeScratch(beside: destination)
    }
    defer { Files.remove(scratch) }
    let objects = Path.join(scratch, "objects")
    let clock = ContinuousClock()
    let start = clock.now
    try request.guarded { () throws(SystemError) in try Files.makeFolder(objects) }
    let plan = try plan()
    let jobs = swiftJobs(plan, objects) + cJobs(objects)
    let said = try perform(jobs.map(\.command))
    let compiled = clock.now
    let library = Path.join(scratch, build.libraryName)
    try perform([link(plan, jobs.flatMap(\.objects), scratch, library)])
    let linked = clock.now
    try request.guarded { () throws(SystemError) in
      Files.remove(objects)
      try Files.write(Array(said.utf8), to: Path.join(scratch, Self.warnings))
      try request.cache.publish(scratch, as: destination)
    }
    return [
      Reload.Stage(name: "compile", seconds: (compiled - start).seconds),
      Reload.Stage(name: "link", seconds: (linked - compiled).seconds),
    ]
  }

  private struct Job {
    let command: ChildProcess.Command
    let objects: [String]
  }

  private func paths(_ suffix: String) -> [String] {
    files.map(\.path).filter { Path.suffix($0) == suffix }
  }

  private func plan() throws(PluginError) -> CompilePlan {
    var flags = ["-swift-version", "6"]
    flags += build.options.optimise ? ["-O", "-wmo"] : ["-Onone"]
    return try CompilePlan.Question(
      request: request, sdk: sdk, folder: build.place.path, flags: flags
    ).answer()
  }

  private func swiftJobs(_ plan: CompilePlan, _ folder: String) -> [Job] {
    let sources = paths("swift")
    guard !sources.isEmpty else { return [] }
    let module = build.place.moduleName(hash)
    if build.options.optimise {
      let object = Path.join(folder, "swift.o")
      let arguments = plan.compileArguments(
        primary: [], others: sources, objects: [object], module: module)
      return [job(arguments, [object])]
    }
    let groups = min(sources.count, 2)
    return (0..<groups).map { group in
      let primary = sources.indices.filter { $0 % groups == group }
      let objects = primary.map { Path.join(folder, "swift\($0).o") }
      let arguments = plan.compileArguments(
        primary: primary.map { sources[$0] },
        others: sources.indices.filter { $0 % groups != group }.map { sources[$0] },
        objects: objects, module: module)
      return job(arguments, objects)
    }
  }

  private func cJobs(_ folder: String) -> [Job] {
    paths("c").enumerated().map { index, source in
      let object = Path.join(folder, "c\(index).o")
      let arguments =
        [request.toolchain.tool("clang"), "-c", "-fPIC", "-fvisibility=hidden"]
        + ["-fno-color-diagnostics", "-fno-diagnostics-show-line-numbers"]
        + ["-I", Path.join(sdk.path, "CVVSI"), source, "-o", object]
      return job(arguments, [object])
    }
  }

  private func job(_ arguments: [String], _ objects: [String]) -> Job {
    Job(command: .init(arguments: arguments, directory: build.place.path), objects: objects)
  }

  private func link(
    _ plan: CompilePlan, _ objects: [String], _ scratch: String, _ library: String
  ) throws(PluginError) -> ChildProcess.Command {
    let exports = Path.join(scratch, "exports")
    let all = objects + sdk.objects
    let found = try request.guarded { () throws(SystemError) in
      try Files.write(Array("{ global: vvsi_main; local: *; };\n".utf8), to: exports)
      var flags: [String] = []
      for object in all {
        for flag in Autolink.flags(of: try Files.read(object)) where !flags.contains(flag) {
          flags.append(flag)
        }
      }
      return flags
    }
    let options =
      found + ["--version-script", exports, "-Bsymbolic", "-z", "defs", "--threads=1"]
    return .init(
      arguments: plan.linkArguments(objects: all, options: options, library: library),
      directory: build.place.path)
  }

  @discardableResult
  private func perform(_ commands: [ChildProcess.Command]) throws(PluginError) -> String {
    let seconds = build.options.secondsLimit
    let outcomes = try request.guarded { () throws(SystemError) in
      try ChildProcess.run(commands, seconds: seconds, cancellation: request.cancellation)
    }
    let judge = CompilerVerdict(
      plugin: request.plugin, folder: build.place.given, seconds: seconds)
    _ = try judge.diagnostics(of: outcomes)
    return outcomes.map(\.output).joined()
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
