import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// A feature of C that gets a new field while it runs.
@Suite struct ForeignReloadTests {
  @Test func keepsTheStateWhenAFieldIsAdded() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vvsi-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let gauge = folder.appending(path: "Gauge")
    try FileManager.default.copyItem(
      at: Fixture.root.appending(path: "Plugins/Gauge"), to: gauge)
    let vvsi = try LiveVvsi(gauge.path)
    try vvsi.type("gauge.fill amount=30")
    try vvsi.wait(for: "state") { $0["state"]?["level"] == 30 }
    try edit(gauge.appending(path: "gauge.c"), "  int level;\n", "  int fills;\n  int level;\n")
    try edit(
      gauge.appending(path: "gauge.c"), "= level;\n  gauge->is",
      "= level;\n  gauge->fills++;\n  gauge->is")
    try edit(
      gauge.appending(path: "feature.json"), #""level": "int","#,
      #""fills": "int", "level": "int","#)
    try vvsi.type(":reload Gauge")
    try vvsi.wait(for: "reloaded") { $0["carried"] == 1 }
    try vvsi.type("gauge.fill amount=40")
    try vvsi.wait(for: "state") { $0["state"]?["level"] == 70 }
    let state = vvsi.all("state").last?["state"]
    #expect(state == ["fills": 1, "level": 70, "limit": 100, "is_full": false])
    #expect(
      vvsi.all("state").contains { $0["state"]?["fills"] == 0 && $0["state"]?["level"] == 30 })
    #expect(try vvsi.end() == 0)
  }

  private func edit(_ file: URL, _ old: String, _ new: String) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(old))
    try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: file)
  }
}
