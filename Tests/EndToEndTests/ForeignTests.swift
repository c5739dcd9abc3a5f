import Foundation
import Testing

/// C libraries as features, through the built executable.
@Suite struct ForeignTests {
  @Test func computesAChecksum() throws {
    let outcome = try Vvsi().run("Plugins/zlib.json", "-c", #"zlib.crc32 data="hello""#)
    #expect(outcome.output.contains("zlib  crc32 null → 907060870"))
    #expect(outcome.status == 0)
  }

  @Test func leavesOutWhatIsNotInstalled() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vvsi-\(UUID())")
    let plugins = folder.appending(path: "Plugins")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let manifest = plugins.appending(path: "none.json")
    try Data(#"{"library":"libnone.so.9","optional":true,"actions":{"a":{}}}"#.utf8)
      .write(to: manifest)
    let configuration = folder.appending(path: "vvsi.json")
    try Data(#"{"folders":["Plugins"]}"#.utf8).write(to: configuration)
    let found = try Vvsi().run("--config", configuration.path, "-c", ":plugins")
    #expect(found.status == 0)
    #expect(found.errors.contains("is left out: its library is not installed"))
    let named = try Vvsi().run(manifest.path, "-c", ":plugins")
    #expect(named.status == 3)
    #expect(named.errors.contains("line 1 (/library): expected a library that can be loaded"))
  }
}
