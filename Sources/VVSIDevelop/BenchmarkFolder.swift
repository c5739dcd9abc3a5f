import VVSIHost

/// A copy of a plugin's folder that is edited and built again and again.
struct BenchmarkFolder {
  let path: String
  /// The Swift files, below the folder.
  let sources: [String]
  private let context: BuildContext
  private let sdk: SDK
  private let scratch: String
  private let edited: [UInt8]
  /// Makes this run's edits other than those of any run before, whose builds are in the cache.
  private let run = String(UInt64.random(in: 0...UInt64.max), radix: 36)

  init(_ folder: String, _ driver: BuildDriver) throws(PluginError) {
    let recipe = try Recipe(try PluginFolder(folder))
    context = try driver.context(for: recipe, Cancellation())
    sdk = try SDK(context)
    try sdk.compile()
    sources = recipe.swift
    let context = context
    scratch = try context.cached { () throws(SystemError) in
      try context.cache.makeScratch(beside: Path.join(context.cache.path, "benchmark"))
    }
    path = Path.join(scratch, recipe.name)
    guard let first = recipe.swift.first else { throw .nothingToBuild(path: folder) }
    let files = try SourceTree.files(below: recipe.place.path)
    edited = files.first { $0.path == first }?.content ?? []
    let texts =
      files.map { ($0.path, $0.content) }
      + [(PluginManifest.file, Array(recipe.manifestText.utf8))].filter { !$0.1.isEmpty }
    let path = path
    try context.cached { () throws(SystemError) in
      for (name, content) in texts {
        let copy = Path.join(path, name)
        try Files.makeFolder(Path.parent(copy) ?? path)
        try Files.write(content, to: copy)
      }
    }
  }

  func remove() { Files.remove(scratch) }

  /// Saves one of the files with a function more than it had at first.
  func edit(_ number: Int) throws(PluginError) {
    guard let first = sources.first else { return }
    let function = "\nprivate func edit_\(run)_\(number)() -> Int { \(number) }\n"
    try context.cached { () throws(SystemError) in
      try Files.write(edited + Array(function.utf8), to: Path.join(path, first))
    }
  }

  /// The seconds that plain `swiftc` takes for a self-contained library of the same content.
  func buildPlainly() async throws(PluginError) -> Double {
    let library = Path.join(scratch, "plain.so")
    let arguments =
      [context.toolchain.compiler, "-emit-library", "-Onone", "-swift-version", "6"]
      + sdk.searchPaths.flatMap { ["-I", $0] } + ["-module-name", "Plain"] + sources + sdk.objects
      + ["-o", library]
    let command = ChildProcess.Command(arguments: arguments, directory: path)
    let verdict = CompilerVerdict(
      plugin: context.plugin, folder: path, cache: context.cache, seconds: 600)
    let clock = ContinuousClock()
    let start = clock.now
    let result = await BlockingThread.run { () throws(PluginError) in
      try verdict.run([command], Cancellation())
    }
    _ = try result.get()
    return (clock.now - start).seconds
  }
}
