import FixtureSupport
import Foundation
import Testing

@testable import VVSIWorkers

@Suite struct CrashFrameTests {
  @Test(arguments: [
    ("Fatal error: no frame", ["Fatal error: no frame"]),
    ("/nowhere/libx.so(+0x10)[0x7f00]", ["libx.so + 0x10"]),
    ("/nowhere/libx.so(open+0x10)[0x7f00]", ["open + 0x10 in libx.so"]),
    ("/nowhere/p.so($s4List3addyyF+0x1a)[0x7f00]", ["List.add() -> () + 0x1a in p.so"]),
    ("/nowhere/p.so($s4VVSI5StoreC3runyyF+0x1a)[0x7f00]", []),
    ("p.so(+0xFFFFFFFFFFFFFFFFFF)[0x7f00]", ["p.so + 0xFFFFFFFFFFFFFFFFFF"]),
    ("(+)", [" + "]), ("", [""]),
  ])
  func wordsALine(_ line: String, _ words: [String]) {
    #expect(CrashFrame.words([line]) == words)
  }

  /// Whatever is in the file, there is an answer.
  @Test func readsLibrariesThatAreCutOff() throws {
    let library = try Data(contentsOf: URL(filePath: try Fixture.library("faults")))
    let path = FileManager.default.temporaryDirectory.appending(path: "cut-\(UUID()).so").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    for length in stride(from: 0, to: library.count, by: 997) {
      try library.prefix(length).write(to: URL(filePath: path))
      #expect(CrashFrame.words(["\(path)(+0x1139)[0x1]"]).count == 1)
    }
  }
}
