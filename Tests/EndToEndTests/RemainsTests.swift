import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// What a host leaves behind that was killed, or a machine that lost its power, does not stop the next start.
@Suite struct RemainsTests {
  private let cache = Fixture.folder.appending(path: "remains-\(UUID().uuidString)")

  private var environment: [String: String] {
    ["XDG_CACHE_HOME": cache.path, "SWIFT_BACKTRACE": "enable=no"]
  }

  /// Two folders of C that are built, one with an entry point, a manifest and a library.
  private func plugins() throws -> [String] {
    let samples = ["Plugins/Gauge", "Tests/Fixtures/Tally", "Plugins/libc.json"].map {
      Fixture.root.appending(path: $0).path
    }
    return samples + [try Fixture.library("counting")]
  }

  private func runAll() throws -> Vvsi.Outcome {
    var vvsi = Vvsi()
    vvsi.environment = environment
    let lines = [
      "gauge.fill amount=30", "tally.add amount=2", "libc.getenv name=HOME", "fixture.up {}",
      "fixture",
    ]
    return try vvsi.run(plugins() + lines.flatMap { ["-c", $0] }, input: Data())
  }

  private func files() -> [URL] {
    let found = FileManager.default.enumerator(
      at: cache, includingPropertiesForKeys: [.isRegularFileKey])
    return (found?.compactMap { $0 as? URL } ?? []).filter {
      (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false
    }
  }

  /// Leaves what hosts write besides builds and verdicts.
  private func leaveMore() throws {
    for path in [
      "run/4999999.1/crash", "run/4999999.1/Gauge-1.new", "run/crashes/4999999.1", "suspects/1-2",
      "verdicts/1-2-plugin-x.json", "verdicts/1.json.4999999.new",
    ] {
      let file = cache.appending(path: "vvsi/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("end SIGSEGV\nplugin Gauge\nfeature gauge\naction {}".utf8).write(to: file)
    }
  }

  /// What may have become of a file.
  enum Damage: CaseIterable {
    case empty
    case cut
    case garbage

    func done(to content: Data) -> Data {
      switch self {
      case .empty: Data()
      case .cut: content.prefix(content.count / 2)
      case .garbage: Data(repeating: 0xA5, count: max(64, content.count))
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func aFileThatIsDamagedIsAsGoodAsNone(_ damage: Damage) throws {
    #expect(try runAll().status == 0)
    try leaveMore()
    let files = files()
    #expect(files.count > 6, "\(files)")
    for file in files { try damage.done(to: Data(contentsOf: file)).write(to: file) }
    let next = try runAll()
    #expect(next.status == 0, "\(next.errors)")
    #expect(next.output.contains("gauge  level 0 → 30"), "\(next.output)")
    #expect(next.output.contains("tally  sum 0 → 2"), "\(next.output)")
  }

  @Test func aBuildThatIsOverwrittenWhileItIsLoadedHarmsNobody() throws {
    #expect(try runAll().status == 0)
    let host = try LiveVvsi(arguments: plugins(), environment: environment)
    try host.type("tally.add amount=1")
    try host.wait(for: "settled")
    let builds = files().filter { $0.pathExtension == "so" && $0.path.contains("/vvsi/plugins/") }
    #expect(builds.count == 2, "\(files())")
    for build in builds {
      let handle = try FileHandle(forWritingTo: build)
      try handle.truncate(atOffset: 0)
      try handle.close()
    }
    for line in ["tally.add amount=2", "gauge.fill amount=30"] {
      try host.type(line)
      try host.wait(for: "settled")
    }
    #expect(try host.end() == 0)
    #expect(try runAll().status == 0)
  }

  @Test func aHostMayBeKilledAtAnyPointOfItsStart() throws {
    for number in 0..<20 {
      let host = try LiveVvsi(arguments: plugins(), environment: environment)
      usleep(UInt32.random(in: 0...UInt32(10_000 * (number + 1))))
      host.kill()
    }
    let next = try runAll()
    #expect(next.status == 0, "\(next.errors)")
    let left = try FileManager.default.contentsOfDirectory(
      atPath: cache.appending(path: "vvsi/run").path)
    #expect(left.filter { $0 != "crashes" } == [])
  }
}
