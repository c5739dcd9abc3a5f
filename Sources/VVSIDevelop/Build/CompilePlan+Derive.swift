import VVSIHost

extension CompilePlan {
  /// Asks the drivers.
  struct Question {
    let request: SDKBuild.Request
    let sdk: SDKBuild
    /// The plugin's folder, where relative flags hold.
    let folder: String
    /// Flags for the Swift driver, the author's included.
    let flags: [String]

    /// The kept answer, or a new one.
    func answer() throws(PluginError) -> CompilePlan {
      var hash = ContentHash()
      hash.add(sdk.path)
      for flag in flags { hash.add(flag) }
      let kept = Path.join(request.toolchainFolder, "plans/\(hash.digest())")
      if let bytes = try? Files.read(kept),
        let plan = CompilePlan(text: String(decoding: bytes, as: UTF8.self))
      {
        return plan
      }
      let plan = try ask(beside: kept)
      try? request.cache.store(Array(plan.text.utf8), at: kept)
      return plan
    }

    private func ask(beside kept: String) throws(PluginError) -> CompilePlan {
      let scratch = try request.guarded { () throws(SystemError) in
        let scratch = try request.cache.makeScratch(beside: kept)
        try Files.write([], to: Path.join(scratch, CompilePlan.source))
        try Files.write([], to: Path.join(scratch, CompilePlan.object))
        return scratch
      }
      defer { Files.remove(scratch) }
      let calls = try swiftCalls(scratch)
      guard let compile = calls.first(where: { $0.contains("-frontend") && $0.contains("-c") }),
        let link = calls.last, calls.count > 1
      else {
        throw unusable("the Swift driver did not say how to compile and link")
      }
      let linking = withLinker(link, scratch)
      let source = Path.join(scratch, CompilePlan.source)
      return CompilePlan(
        compile: compile.map { $0 == source ? CompilePlan.source : $0 },
        link: linking.arguments, linksDirectly: linking.isDirect)
    }

    private func swiftCalls(_ scratch: String) throws(PluginError) -> [[String]] {
      let arguments =
        [request.toolchain.compiler, "-###", "-emit-library", "-parse-as-library"]
        + ["-diagnostic-style", "llvm", "-module-cache-path", request.moduleCache]
        + sdk.searchPaths.flatMap { ["-I", $0] } + flags
        + ["-module-name", CompilePlan.module, Path.join(scratch, CompilePlan.source)]
        + ["-o", CompilePlan.library]
      let outcome = try run(arguments)
      let judge = CompilerVerdict(plugin: request.plugin, folder: folder, seconds: 60)
      _ = try judge.diagnostics(of: [outcome])
      return outcome.output.split(separator: "\n").compactMap { ShellWords.split($0) }
        .filter { $0.first?.hasPrefix("/") ?? false }
    }

    /// Replaces what the Swift driver wants to link by stand-ins, and the C driver by the linker that it would call.
    private func withLinker(
      _ call: [String], _ scratch: String
    ) -> (arguments: [String], isDirect: Bool) {
      let object = Path.join(scratch, CompilePlan.object)
      let first = call.firstIndex { $0.hasSuffix(".o") && !$0.hasSuffix("swiftrt.o") }
      var driver = call.enumerated().compactMap { index, argument in
        index == first
          ? object : argument.hasPrefix("@") || argument.hasSuffix(".autolink") ? nil : argument
      }
      if Files.isExecutable(request.toolchain.tool("ld.lld")) { driver.append("-fuse-ld=lld") }
      let asked = try? run(driver + ["-###"])
      let last = asked?.output.split(separator: "\n").last.flatMap { ShellWords.split($0) }
      let isDirect = last?.contains(object) ?? false && last?.contains(CompilePlan.library) ?? false
      let chosen = isDirect ? last ?? driver : driver
      return (chosen.map { $0 == object ? CompilePlan.object : $0 }, isDirect)
    }

    private func run(_ arguments: [String]) throws(PluginError) -> ChildProcess.Outcome {
      let command = ChildProcess.Command(arguments: arguments, directory: folder)
      let outcomes = try request.guarded { () throws(SystemError) in
        try ChildProcess.run([command], seconds: 60, cancellation: request.cancellation)
      }
      guard let outcome = outcomes.first else { throw unusable("the compiler did not run") }
      return outcome
    }

    private func unusable(_ reason: String) -> PluginError {
      .buildImpossible(
        plugin: request.plugin, reason: reason,
        remedy: "take the flags out of plugin.json one by one")
    }
  }
}
