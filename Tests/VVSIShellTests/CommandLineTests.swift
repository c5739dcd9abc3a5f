import Testing
import VVSIHost

@testable import VVSIShell

@Suite struct CommandLineTests {
  @Test func readsOptionsInOrder() throws {
    let invocation = try Invocation(
      [
        "-c", "list.add", "-f", "a.txt", "-c", "list", "--json", "--config=x.json", "--watch",
        "--no-color", "--states-every", "0.5", "Plugins/List", "--", "-odd",
      ], subcommands: ["build"])
    guard case .shell(let options) = invocation else {
      Issue.record("expected the shell, found \(invocation)")
      return
    }
    #expect(options.sources == [.line("list.add"), .file("a.txt"), .line("list")])
    #expect(options.isJSON && options.watches && !options.allowsColour)
    #expect(options.configuration == "x.json")
    #expect(options.statesEverySeconds == 0.5)
    #expect(options.plugins == ["Plugins/List", "-odd"])
  }

  @Test func takesAnOptionsValueAsItIs() throws {
    var options = Options()
    options.sources = [.line("-x")]
    #expect(try Invocation(["-c", "-x"], subcommands: []) == .shell(options))
  }

  @Test func passesSubcommandsTheRest() throws {
    #expect(
      try Invocation(["build", "-O", "x"], subcommands: ["build"])
        == .subcommand("build", arguments: ["-O", "x"]))
    var options = Options()
    options.plugins = ["x", "build"]
    #expect(try Invocation(["x", "build"], subcommands: ["build"]) == .shell(options))
  }

  @Test func findsHelpAndVersionAnywhere() throws {
    #expect(try Invocation(["--json", "-h"], subcommands: []) == .help)
    #expect(try Invocation(["--version"], subcommands: []) == .version)
  }

  @Test(
    arguments: [
      (["--jsno"], "no option '--jsno'; did you mean '--json'? (options: "),
      (["-c"], "expected LINE after '-c', found the end of the line"),
      (["--config"], "expected FILE after '--config', found the end of the line"),
      (["--states-every", "x"], "expected a number of seconds after '--states-every', a day"),
      (["--states-every=-1"], "expected a number of seconds after '--states-every=-1', a day"),
      (["--json=1"], "expected nothing after '--json', found '1'"),
    ])
  func refusesWhatItDoesNotKnow(arguments: [String], message: String) {
    #expect {
      try Invocation(arguments, subcommands: [])
    } throws: { error in
      (error as? UsageError).map { Wording.message($0).hasPrefix(message) } ?? false
    }
  }

  @Test func runsWhatIsAskedFor() async {
    let build = Subcommand(name: "build", usage: "FOLDER", summary: "build") { arguments in
      arguments == ["x"] ? .success : .pluginFailed
    }
    let program = Program(version: "9.9", subcommands: [build]) { options in
      options.isJSON ? .actionFailed : .success
    }
    let (output, errors) = (TextOutput(), TextOutput())
    func run(_ arguments: String...) async -> Status {
      await program.run(arguments, output: output, errors: errors)
    }
    #expect(await run("build", "x") == .success)
    #expect(await run("--json") == .actionFailed)
    #expect(await run("--version") == .success)
    #expect(await run("--help") == .success)
    #expect(output.text.hasPrefix("vvsi 9.9\nvvsi runs features"))
    #expect(output.text.contains("vvsi build FOLDER              build\n"))
    #expect(errors.text == "")
    #expect(await run("--nothing") == .usage)
    #expect(errors.text.hasPrefix("error[usage]: no option '--nothing' (options: -c, "))
    #expect(await program.run(["--help"], output: ClosingOutput(after: 0)) == .outputClosed)
  }

  @Test func knowsTheWidthOfItsOwnHelp() {
    for line in Usage.text([]).split(separator: "\n") { #expect(line.count <= 100) }
  }
}
