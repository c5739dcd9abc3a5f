import CSpawn
import FixtureSupport
import Foundation
import Testing

@testable import VVSIDevelop

@Suite(.timeLimit(.minutes(20))) struct TrialProcessTests {
  /// The system tells the other side of a broken connection then, and not of an end.
  @Test func endsWithAHostThatLeftItsWordsUnread() throws {
    let library = try Fixture.library("constructor_blocks")
    var (process, output, reply): (pid_t, Int32, Int32) = (0, -1, -1)
    let words = [
      Fixture.executable.path, TrialProcess.word, library, library, "Blocks", Fixture.folder.path,
      "plugin", "/dev/null",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    try #require(spawn_child(arguments, nil, &process, &output, &reply) == 0)
    defer { close(output) }
    var file = pollfd(fd: reply, events: Int16(POLLIN), revents: 0)
    #expect(poll(&file, 1, 300_000) == 1, "it says what it is about to do")
    close(reply)
    var status: Int32 = 0
    let deadline = Date(timeIntervalSinceNow: 300)
    while waitpid(process, &status, WNOHANG) == 0 {
      guard Date.now < deadline else {
        Issue.record("it goes on")
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return
      }
      usleep(10_000)
    }
    #expect(status & 0x7f == SIGKILL)
  }
}
