import FixtureSupport
import Foundation
import Testing
import VVSIHost

@testable import VVSIPlugins

/// Who can write to what is looked at, also where links lead.
@Suite struct TrustTests {
  private let folder: URL
  private let trust = Trust()

  init() throws {
    let made = Fixture.folder.appending(path: "trust-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    folder = URL(filePath: try #require(File.real(made.path)))
  }

  /// Makes a folder, or a file in folders that are there.
  private func make(_ name: String, _ mode: Int) throws -> String {
    let url = folder.appending(path: name)
    if url.pathExtension.isEmpty {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } else {
      try Data().write(to: url)
    }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    return url.path
  }

  private func link(_ name: String, to target: String) throws -> String {
    let path = folder.appending(path: name).path
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    return path
  }

  private func expect(
    _ culprit: String?, _ check: () throws(PluginError) -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) {
    do throws(PluginError) {
      try check()
      #expect(culprit == nil, sourceLocation: location)
    } catch {
      guard case .notTrusted(_, let found, .everyone) = error else {
        Issue.record(error, sourceLocation: location)
        return
      }
      #expect(found == culprit, sourceLocation: location)
    }
  }

  @Test func looksAtTheFolderOfALink() throws {
    _ = try make("safe", 0o755)
    _ = try make("safe/a.so", 0o755)
    let open = try make("open", 0o777)
    let path = try link("open/a.so", to: "../safe/a.so")
    expect(open) { () throws(PluginError) in try trust.check(path) }
    // Also of one on the way, to a folder or to another link.
    _ = try make("other", 0o755)
    let far = try link("other/a.so", to: "../open/a.so")
    expect(open) { () throws(PluginError) in try trust.check(far) }
    _ = try link("open/safe", to: "../safe")
    expect(open) { () throws(PluginError) in try trust.check("\(open)/safe/a.so") }
    let near = try link("other/b.so", to: "../safe/a.so")
    expect(nil) { () throws(PluginError) in try trust.check(near) }
    expect(nil) { () throws(PluginError) in try Trust(exceptions: [open]).check(far) }
  }

  @Test func looksAtWhereLinksInATreeLead() throws {
    let open = try make("open", 0o777)
    _ = try make("open/Timer.swift", 0o644)
    let plugin = try make("Plugin", 0o755)
    _ = try link("Plugin/Timer.swift", to: "../open/Timer.swift")
    expect(open) { () throws(PluginError) in try trust.checkTree(plugin) }
    expect(nil) { () throws(PluginError) in try Trust(exceptions: [open]).checkTree(plugin) }
  }

  @Test func entersLinkedFoldersOnce() throws {
    let plugin = try make("Plugin", 0o755)
    let sub = try make("sub", 0o755)
    _ = try link("Plugin/Sub", to: "../sub")
    _ = try link("sub/Plugin", to: "../Plugin")
    _ = try link("sub/Here", to: ".")
    expect(nil) { () throws(PluginError) in try trust.checkTree(plugin) }
    let source = try make("sub/open.swift", 0o666)
    expect(source) { () throws(PluginError) in try trust.checkTree(plugin) }
    expect(nil) { () throws(PluginError) in try Trust(exceptions: [sub]).checkTree(plugin) }
  }

  @Test func findsTheWayThatTheSystemTakes() throws {
    _ = try make("a/b", 0o755)
    _ = try make("a/b/c.so", 0o755)
    let first = try link("up", to: "a/../a/./b/")
    let second = try link("all", to: folder.path)
    let way = File.way(to: "\(second)/up/../b//c.so")
    #expect(way.links == [second, first])
    #expect(way.end == File.real("\(first)/c.so"))
    let round = try link("round.so", to: "round.so")
    expect(nil) { () throws(PluginError) in try trust.check(round) }
    #expect(File.destination(of: try link("new.lock", to: "a/new")) == "\(folder.path)/a/new")
  }

  /// Editors put another file in the place of the one that they save.
  @Test func aFileThatIsReplacedMeanwhileIsLookedAtAgain() throws {
    let url = URL(filePath: try make("vvsi.json", 0o644))
    let isOver = DispatchSemaphore(value: 0)
    let saving = Thread {
      for _ in 0..<2_000 { try? Data().write(to: url, options: .atomic) }
      isOver.signal()
    }
    saving.start()
    repeat {
      expect(nil) { () throws(PluginError) in try trust.check(url.path) }
    } while isOver.wait(timeout: .now()) == .timedOut
  }

  @Test func aWayWithoutANameInUnicodeIsNotGone() throws {
    let path = Array("\(folder.path)/x".utf8CString.dropLast()) + [CChar(bitPattern: 0xff), 0]
    #expect(mkdir(path, 0o755) == 0)
    #expect(symlink(path, folder.appending(path: "odd").path) == 0)
    #expect {
      try trust.check(folder.appending(path: "odd").path)
    } throws: {
      guard case .unreadable(_, let reason) = $0 as? PluginError else { return false }
      return reason.contains("no name in Unicode")
    }
  }
}
