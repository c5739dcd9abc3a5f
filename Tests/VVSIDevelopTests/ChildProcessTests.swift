import Foundation
import Testing

@testable import VVSIDevelop

@Suite(.timeLimit(.minutes(20))) struct ChildProcessTests {
  @Test(arguments: [
    ("echo out; echo err >&2; exit 3", ChildProcess.Ending.exited(3), "out\nerr\n"),
    ("cat", .exited(0), ""),
    ("kill -TERM $$", .signalled(15), ""),
    ("sleep 5 & echo started", .exited(0), "started\n"),
    ("exec >&- 2>&-; exit 4", .exited(4), ""),
    ("trap '' PIPE; kill -PIPE $$; echo on", .exited(0), "on\n"),
  ])
  func tells(script: String, ending: ChildProcess.Ending, output: String) throws {
    let outcome = try run(script)
    #expect(outcome == ChildProcess.Outcome(ending: ending, output: output))
  }

  @Test func keepsTheBeginningOfEndlessOutput() throws {
    let outcome = try run("head -c 10000000 /dev/zero | tr '\\0' x")
    #expect(outcome.ending == .exited(0))
    #expect(outcome.output.utf8.count == ChildProcess.outputLimit)
  }

  @Test func runsInAFolder() throws {
    let folder = try TemporaryFolder()
    let command = ChildProcess.Command(arguments: ["pwd", "-P"], directory: folder.path)
    let outcomes = try ChildProcess.run([command], seconds: 600, cancellation: Cancellation())
    #expect(outcomes.map(\.output) == [try Files.resolve(folder.path) + "\n"])
  }

  @Test func keepsTheOrderOfManyCommands() throws {
    let commands = (0..<20).map { ChildProcess.Command(arguments: ["echo", "\($0)"]) }
    let outcomes = try ChildProcess.run(commands, seconds: 600, cancellation: Cancellation())
    #expect(outcomes.map(\.output) == (0..<20).map { "\($0)\n" })
  }

  @Test(arguments: ["sleep 1000", "sleep 1000 & wait", "exec >&- 2>&-; sleep 1000"])
  func endsWhatTakesTooLong(script: String) throws {
    #expect(try run(script, seconds: 0.1).ending == .timedOut)
  }

  @Test func startsNothingAfterACancellation() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let command = ChildProcess.Command(arguments: ["sleep", "1000"])
    let outcomes = try ChildProcess.run([command], seconds: 600, cancellation: cancellation)
    #expect(outcomes.map(\.ending) == [.cancelled])
  }

  @Test func throwsForAProgramThatIsNotThere() {
    let commands = ["sleep", "no-such-program"].map {
      ChildProcess.Command(arguments: [$0, "1000"])
    }
    #expect(throws: SystemError.notThere) {
      try ChildProcess.run(commands, seconds: 600, cancellation: Cancellation())
    }
  }

  private func run(_ script: String, seconds: Double = 600) throws -> ChildProcess.Outcome {
    let command = ChildProcess.Command(arguments: ["/bin/sh", "-c", script])
    return try #require(
      try ChildProcess.run([command], seconds: seconds, cancellation: Cancellation()).first)
  }
}
