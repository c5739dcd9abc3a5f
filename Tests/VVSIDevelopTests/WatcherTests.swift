import Foundation
import Testing

@testable import VVSIDevelop

@Suite(.timeLimit(.minutes(20))) struct WatcherTests {
  /// Something that an editor, a person or a tool does in a folder of plugins.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The plugins that are to be reported.
    let plugins: Set<String>
    let act: @Sendable (TemporaryFolder) throws -> Void

    init(
      _ name: String, _ plugins: Set<String>,
      _ act: @escaping @Sendable (TemporaryFolder) throws -> Void
    ) {
      testDescription = name
      self.plugins = plugins
      self.act = act
    }
  }

  static let seen = [
    Case("edit in place", ["Plugins/A"]) { folder in
      try append("x", folder["Plugins/A/A.swift"])
    },
    Case("rename over", ["Plugins/A"]) { folder in
      try folder.write("x", to: "Plugins/A/.A.swift.new")
      try move(folder["Plugins/A/.A.swift.new"], folder["Plugins/A/A.swift"])
    },
    Case("backup by rename, then a new file", ["Plugins/A"]) { folder in
      try move(folder["Plugins/A/A.swift"], folder["Plugins/A/A.swift~"])
      try folder.write("x", to: "Plugins/A/A.swift")
    },
    Case("file removed", ["Plugins/A"]) { folder in
      try FileManager.default.removeItem(atPath: folder["Plugins/A/A.swift"])
    },
    Case("file renamed", ["Plugins/A"]) { folder in
      try move(folder["Plugins/A/A.swift"], folder["Plugins/A/B.swift"])
    },
    Case("manifest", ["Plugins/A"]) { try $0.write("{}", to: "Plugins/A/plugin.json") },
    Case("a folder that was there", ["Plugins/B"]) {
      try $0.write("x", to: "Plugins/B/Deep/B.swift")
    },
    Case("new subfolder with files at once", ["Plugins/A"]) { folder in
      for index in 0..<20 { try folder.write("x", to: "Plugins/A/New/Deep/\(index).swift") }
    },
    Case("new plugin", ["Plugins/C"]) { try $0.write("x", to: "Plugins/C/C.swift") },
    Case("plugin moved in from elsewhere", ["Plugins/C"]) { folder in
      try folder.write("x", to: "Elsewhere/C/C.swift")
      try move(folder["Elsewhere/C"], folder["Plugins/C"])
    },
    Case("plugin removed", ["Plugins/A"]) { folder in
      try FileManager.default.removeItem(atPath: folder["Plugins/A"])
    },
    Case("plugin renamed", ["Plugins/A", "Plugins/Z"]) { folder in
      try move(folder["Plugins/A"], folder["Plugins/Z"])
    },
    Case("plugin removed and made again", ["Plugins/A"]) { folder in
      try FileManager.default.removeItem(atPath: folder["Plugins/A"])
      try folder.write("x", to: "Plugins/A/A.swift")
    },
    Case("link to a folder elsewhere", ["Plugins/L"]) { folder in
      try folder.write("x", to: "Elsewhere/L/L.swift")
      try FileManager.default.createSymbolicLink(
        atPath: folder["Plugins/L"], withDestinationPath: folder["Elsewhere/L"])
    },
    Case("link to a file elsewhere", ["Plugins/A"]) { folder in
      try folder.write("x", to: "Elsewhere/S.swift")
      try FileManager.default.createSymbolicLink(
        atPath: folder["Plugins/A/S.swift"], withDestinationPath: folder["Elsewhere/S.swift"])
    },
    Case("a library dropped in", ["Plugins/libx.so"]) { try $0.write("x", to: "Plugins/libx.so") },
    Case("two plugins at once", ["Plugins/A", "Plugins/B"]) { folder in
      try append("x", folder["Plugins/A/A.swift"])
      try append("x", folder["Plugins/B/Deep/B.swift"])
    },
    Case("the folder of plugins moved away and back", ["Plugins/A", "Plugins/B"]) { folder in
      try move(folder["Plugins"], folder["Away"])
      try move(folder["Away"], folder["Plugins"])
    },
    Case("the single folder", ["Single"]) { try append("x", $0["Single/S.swift"]) },
    Case("the single folder, removed and made again", ["Single"]) { folder in
      try FileManager.default.removeItem(atPath: folder["Single"])
      try folder.write("x", to: "Single/S.swift")
    },
    Case("the single file", ["single.so"]) { folder in
      try folder.write("x", to: "single.new")
      try move(folder["single.new"], folder["single.so"])
    },
    Case("a path that was missing", ["Later"]) { try $0.write("x", to: "Later/L.swift") },
  ]

  @Test(arguments: seen) func reports(_ change: Case) async throws {
    let folder = try Self.folder()
    let watcher = try Self.watcher(folder)
    try change.act(folder)
    var rest = Set(change.plugins.map { folder[$0] })
    for await plugins in watcher.changes {
      #expect(plugins.isSubset(of: Set(change.plugins.map { folder[$0] })))
      rest.subtract(plugins)
      if rest.isEmpty { break }
    }
    #expect(rest.isEmpty)
  }

  static let unseen = [
    Case("vim's swap file", []) { try $0.write("x", to: "Plugins/A/.A.swift.swp") },
    Case("vim's probe", []) { try $0.write("x", to: "Plugins/A/4913") },
    Case("backup", []) { try $0.write("x", to: "Plugins/A/A.swift~") },
    Case("emacs' automatic save", []) { try $0.write("x", to: "Plugins/A/#A.swift#") },
    Case("unfinished copy", []) { try $0.write("x", to: "Plugins/A/A.swift.tmp") },
    Case("hidden folder", []) { try $0.write("x", to: "Plugins/A/.git/index") },
    Case("hidden plugin", []) { try $0.write("x", to: "Plugins/.C/C.swift") },
    Case("build folder", []) { try $0.write("x", to: "Plugins/A/build/x.swift") },
    Case("object file", []) { try $0.write("x", to: "Plugins/A/A.o") },
    Case("text beside plugins", []) { try $0.write("x", to: "Plugins/README.md") },
    Case("file beside the single file", []) { try $0.write("x", to: "other.so") },
    Case("empty folder", []) { folder in
      try FileManager.default.createDirectory(
        atPath: folder["Plugins/E"], withIntermediateDirectories: true)
    },
    Case("time stamp", []) { folder in
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now], ofItemAtPath: folder["Plugins/A/A.swift"])
    },
    Case("reading", []) { folder in
      _ = try Data(contentsOf: URL(fileURLWithPath: folder["Plugins/A/A.swift"]))
    },
  ]

  @Test(arguments: unseen) func ignores(_ change: Case) async throws {
    let folder = try Self.folder()
    let watcher = try Self.watcher(folder)
    try change.act(folder)
    try folder.write("x", to: "Plugins/B/Deep/B.swift")
    #expect(await watcher.changes.first { _ in true } == [folder["Plugins/B"]])
  }

  @Test func watchesNoMoreWhatWasRemoved() async throws {
    let folder = try Self.folder()
    let watcher = try Self.watcher(folder)
    watcher.remove(folder["Single"])
    try Self.append("x", folder["Single/S.swift"])
    try Self.append("x", folder["Plugins/A/A.swift"])
    #expect(await watcher.changes.first { _ in true } == [folder["Plugins/A"]])
  }

  @Test func endsWithTheWatcher() async throws {
    let folder = try Self.folder()
    let changes = try Self.watcher(folder).changes
    #expect(await changes.first { _ in true } == nil)
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in ["Plugins/A/A.swift", "Plugins/B/Deep/B.swift", "Single/S.swift", "single.so"] {
      // Written without a descriptor: a child of another test could inherit it and close it later, which is seen.
      try folder.makeEmptyFile(file)
    }
    return folder
  }

  private static func watcher(_ folder: TemporaryFolder) throws -> Watcher {
    let watcher = try Watcher()
    watcher.add(folder["Plugins"], as: .plugins)
    for path in ["Single", "single.so", "Later"] { watcher.add(folder[path], as: .plugin) }
    return watcher
  }

  private static func append(_ text: String, _ path: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  private static func move(_ path: String, _ destination: String) throws {
    guard rename(path, destination) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
