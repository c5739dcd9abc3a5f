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

  /// Copies a folder, and fills it up to `files` Swift files where it has fewer.
  init(_ folder: String, _ driver: BuildDriver, files count: Int = 0) throws(PluginError) {
    let recipe = try Recipe(try PluginFolder(folder))
    context = try driver.context(for: recipe, Cancellation())
    sdk = SDK(context)
    try sdk.compile()
    let filling = (0..<max(0, count - recipe.swift.count)).map(Self.filling)
    sources = recipe.swift + filling.map(\.0)
    let context = context
    scratch = try context.cached { () throws(SystemError) in
      try context.cache.makeScratch(beside: Path.join(context.cache.path, "benchmark"))
    }
    path = Path.join(scratch, recipe.name)
    guard let first = recipe.swift.first else { throw .nothingToBuild(path: folder) }
    let files = try SourceTree.files(below: recipe.place.path)
    edited = files.first { $0.path == first }?.content ?? []
    let texts =
      files.map { ($0.path, $0.content) } + filling.map { ($0.0, Array($0.1.utf8)) }
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

  /// A file as a feature may have: a model, and functions on it.
  private static func filling(_ number: Int) -> (String, String) {
    let text = """
      struct Model\(number): Codable, Equatable, Sendable {
        var id = \(number)
        var title = ""
        var tags: [String] = []
        var amounts: [String: Double] = [:]

        var total: Double { amounts.values.reduce(0, +) }

        mutating func rename(to name: String) {
          title = name.isEmpty ? "untitled" : name
          if !tags.contains(name) { tags.append(name) }
        }
      }

      func sorted(_ models: [Model\(number)]) -> [Model\(number)] {
        models.filter { !$0.title.isEmpty }.sorted { $0.total < $1.total }
      }

      """
    return ("Filling\(number).swift", text)
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
    _ = try await offActor { () throws(PluginError) in
      try verdict.run([command], Cancellation())
    }
    return (clock.now - start).seconds
  }
}
