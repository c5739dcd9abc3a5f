import VVSIHost

extension CompilePlan {
  /// Asks the drivers how they would compile and link a plugin with these flags.
  struct Question {
    let context: BuildContext
    let sdk: SDK
    let recipe: Recipe
    let optimise: Bool

    private static let secondsLimit = 60.0

    /// The kept answer, or a new one.
    func answer() throws(PluginError) -> CompilePlan {
      let call = recipe.needsSwift ? swiftCall : cCall
      var hash = ContentHash()
      for word in call { hash.add(word) }
      let kept = Path.join(context.toolchainFolder, "plans/\(hash.digest())")
      if let bytes = try? Files.read(kept),
        let plan = CompilePlan(text: String(decoding: bytes, as: UTF8.self))
      {
        return plan
      }
      let plan = try ask(call, beside: kept)
      try? context.cache.store(Array(plan.text.utf8), at: kept)
      return plan
    }

    private var swiftCall: [String] {
      let manifest = recipe.manifest
      let header = manifest.bridgingHeader.map {
        ["-import-objc-header", $0, "-disable-bridging-pch", "-Xcc", "-I", "-Xcc", sdk.headers]
      }
      return [context.toolchain.compiler, "-###", "-emit-library", "-parse-as-library"]
        + ["-diagnostic-style", "llvm", "-module-cache-path", context.moduleCache]
        + ["-swift-version", String(manifest.languageMode)]
        + (optimise ? ["-O", "-wmo"] : ["-Onone"]) + (header ?? [])
        + sdk.searchPaths.flatMap { ["-I", $0] } + manifest.flags
        + ["-module-name", CompilePlan.module, "-o", CompilePlan.library, CompilePlan.source]
    }

    private var cCall: [String] {
      [context.toolchain.tool("clang"), "-shared", CompilePlan.object, "-o", CompilePlan.library]
        + recipe.manifest.flags
    }

    private func ask(_ call: [String], beside kept: String) throws(PluginError) -> CompilePlan {
      let scratch = try context.cached { () throws(SystemError) in
        let scratch = try context.cache.makeScratch(beside: kept)
        try Files.write([], to: Path.join(scratch, CompilePlan.source))
        try Files.write([], to: Path.join(scratch, CompilePlan.object))
        return scratch
      }
      defer { Files.remove(scratch) }
      let source = Path.join(scratch, CompilePlan.source)
      let object = Path.join(scratch, CompilePlan.object)
      guard recipe.needsSwift else {
        let link = link(call.map { $0 == CompilePlan.object ? object : $0 }, object)
        return CompilePlan(compile: [], link: link.arguments, linksDirectly: link.isDirect)
      }
      let output = try run(call.map { $0 == CompilePlan.source ? source : $0 })
      let calls = output.split(separator: "\n").compactMap { ShellWords.split($0) }
        .filter { $0.first?.hasPrefix("/") ?? false }
      guard let compile = calls.first(where: { $0.contains("-frontend") && $0.contains("-c") }),
        let last = calls.last, calls.count > 1
      else {
        throw .buildImpossible(
          plugin: context.plugin,
          reason: "the Swift driver does not say how it compiles: \(output)",
          remedy: "take the flags out of \(PluginManifest.file) one by one")
      }
      let link = link(withoutObjects(last, object), object)
      return CompilePlan(
        compile: compile.map { $0 == source ? CompilePlan.source : $0 },
        link: link.arguments, linksDirectly: link.isDirect)
    }

    /// The call with one stand-in for the object and what belongs to it.
    private func withoutObjects(_ call: [String], _ object: String) -> [String] {
      let isObject = { (word: String) in word.hasSuffix(".o") && !word.hasSuffix("swiftrt.o") }
      let first = call.firstIndex(where: isObject)
      return call.enumerated().compactMap { index, word in
        if index == first { return object }
        return word.hasPrefix("@") || word.hasSuffix(".autolink") ? nil : word
      }
    }

    /// The linker's call that the C driver would make, or else the C driver's own.
    private func link(
      _ call: [String], _ object: String
    ) -> (arguments: [String], isDirect: Bool) {
      let lld = Files.isExecutable(context.toolchain.tool("ld.lld")) ? ["-fuse-ld=lld"] : []
      let last = (try? run(call + lld + ["-###"]))?.split(separator: "\n").last
      let words = last.flatMap { ShellWords.split($0.trimmingBlanks()) } ?? []
      let isDirect = words.contains(object) && words.contains(CompilePlan.library)
      return (
        (isDirect ? words : call + lld).map { $0 == object ? CompilePlan.object : $0 }, isDirect
      )
    }

    private func run(_ arguments: [String]) throws(PluginError) -> String {
      let verdict = CompilerVerdict(
        plugin: context.plugin, folder: recipe.place.given, cache: context.cache,
        seconds: Self.secondsLimit)
      let command = ChildProcess.Command(arguments: arguments, directory: recipe.place.path)
      return try verdict.run([command], context.cancellation).map(\.output).joined()
    }
  }
}
