import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// Plugins that others can change, or that are not what they were pinned to, are refused.
@Suite struct AdmissionTests {
  private let folder = Fixture.folder.appending(path: "admission-\(UUID().uuidString)")
  private let vvsi = Vvsi()

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
  }

  private func copy(_ fixture: String, as name: String) throws -> URL {
    let library = folder.appending(path: name)
    try? FileManager.default.removeItem(at: library)
    try FileManager.default.copyItem(atPath: try Fixture.library(fixture), toPath: library.path)
    return library
  }

  private func permit(_ mode: Int, at url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  private func config(_ text: String) throws -> String {
    let file = folder.appending(path: "vvsi.json")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test func whatOthersCanWriteIsRefused() throws {
    let library = try copy("counting", as: "libCounting.so")
    #expect(try vvsi.run(library.path, "-c", "fixture.up {}").status == 0)
    try permit(0o666, at: library)
    let open = try vvsi.run(library.path, "-c", ":plugins")
    #expect(open.status == 3)
    #expect(open.errors.hasPrefix("error[not_trusted]: \(library.path) is not loaded: it can be "))
    #expect(open.errors.contains("chmod o-w"), "\(open.errors)")
    try permit(0o755, at: library)
    try permit(0o777, at: folder)
    let above = try vvsi.run(library.path, "-c", ":plugins")
    #expect(
      above.errors.contains("\(folder.path) can be written to by everyone"), "\(above.errors)")
    try permit(0o1777, at: folder)
    #expect(try vvsi.run(library.path, "-c", "fixture.up {}").status == 0)
  }

  @Test func theConfigurationMayTrustAFolder() throws {
    let open = folder.appending(path: "open")
    try FileManager.default.createDirectory(at: open, withIntermediateDirectories: true)
    let library = try copy("counting", as: "open/libCounting.so")
    try permit(0o777, at: open)
    try permit(0o666, at: library)
    let config = try config(#"{"trusted":["open"]}"#)
    let outcome = try vvsi.run("--config", config, library.path, "-c", "fixture.up {}")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  enum Reach: CaseIterable, Sendable {
    case file, folder, lock, owner
  }

  @Test(arguments: Reach.allCases) func whatSaysWhoIsTrustedMustBeTrustedItself(
    _ reach: Reach
  ) throws {
    guard reach != .owner || geteuid() == 0 else { return }
    _ = try copy("counting", as: "libCounting.so")
    let config = try config(#"{"plugins":["libCounting.so"],"trusted":["."]}"#)
    #expect(try vvsi.run("--config", config, "-c", "fixture.up {}").status == 0)
    let culprit: URL
    switch reach {
    case .file, .owner: culprit = URL(filePath: config)
    case .folder: culprit = folder
    case .lock:
      #expect(try vvsi.run("pin", "--config", config).status == 0)
      #expect(try vvsi.run("--config", config, "-c", "fixture.up {}").status == 0)
      culprit = folder.appending(path: "plugins.lock")
    }
    if reach == .owner {
      try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: culprit.path)
    } else {
      try permit(reach == .folder ? 0o777 : 0o666, at: culprit)
    }
    let outcome = try vvsi.run("--config", config, "-c", ":plugins")
    #expect(outcome.errors.hasPrefix("error[not_trusted]: "), "\(outcome.errors)")
    let remedy = reach == .owner ? "make it yours" : "chmod o-w \(culprit.path)"
    #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
    #expect(!outcome.output.contains("Counting"), "\(outcome.output)")
    #expect(outcome.status == 3)
    let check = try vvsi.run("pin", "--config", config, "libCounting.so")
    #expect(check.errors.hasPrefix("error[not_trusted]: "), "\(check.errors)")
  }

  @Test(arguments: [#"{"isolation":"process","oops":1}"#, "{", "folder"])
  func withoutAConfigurationThatCanBeUsedNothingLoads(_ text: String) throws {
    let library = try copy("counting", as: "libCounting.so")
    var path = folder.appending(path: "vvsi.json").path
    if text == "folder" {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } else {
      path = try config(text)
    }
    let outcome = try vvsi.run("--config", path, library.path, "-c", ":plugins")
    let code = text == "folder" ? "unreadable" : "invalid_manifest"
    #expect(outcome.errors.hasPrefix("error[\(code)]: "), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("error[not_trusted]: \(library.path) is not loaded: \(path) says"),
      "\(outcome.errors)")
    #expect(!outcome.output.contains("Counting"), "\(outcome.output)")
    #expect(outcome.status == 3)
  }

  @Test(.enabled(if: geteuid() == 0)) func whatBelongsToAnotherUserIsRefused() throws {
    let library = try copy("counting", as: "libCounting.so")
    try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: library.path)
    let outcome = try vvsi.run(library.path, "-c", ":plugins")
    #expect(outcome.errors.contains("belongs to user 12345; make it yours"), "\(outcome.errors)")
    #expect(outcome.status == 3)
  }

  @Test func aSourceThatOthersCanWriteIsNotBuilt() throws {
    let sources = folder.appending(path: "Open")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    let source = sources.appending(path: "open.c")
    try Data("#include <vvsi.h>\n".utf8).write(to: source)
    try permit(0o666, at: source)
    let outcome = try vvsi.run(sources.path, "-c", ":plugins")
    #expect(outcome.errors.hasPrefix("error[not_trusted]: "), "\(outcome.errors)")
    #expect(outcome.errors.contains(source.path))
  }

  @Test func onlyWhatIsPinnedLoads() throws {
    let library = try copy("counting", as: "libCounting.so")
    let other = try copy("routes", as: "libRoutes.so")
    let config = try config(#"{"plugins":["libCounting.so"]}"#)
    let pinned = try vvsi.run("pin", "--config", config)
    #expect(pinned.status == 0)
    let lock = folder.appending(path: "plugins.lock")
    #expect(pinned.errors.hasPrefix("pinned 1 plugin in \(lock.path);"), "\(pinned.errors)")
    #expect(try vvsi.run("--config", config, "-c", "fixture.up {}").status == 0)

    let refused = try vvsi.run("--config", config, other.path, "-c", ":plugins")
    #expect(refused.errors.hasPrefix("error[not_pinned]: Routes"), "\(refused.errors)")
    #expect(refused.status == 3)
    #expect(try vvsi.run("pin", "--config", config, other.path).status == 0)
    #expect(try vvsi.run("--config", config, other.path, "-c", ":plugins").status == 0)
    #expect(try vvsi.run("--config", config, "-c", "fixture.up {}").status == 0)

    try FileManager.default.removeItem(at: library)
    _ = try copy("returns_null", as: "libCounting.so")
    let changed = try vvsi.run("--config", config, "-c", ":plugins")
    #expect(changed.errors.hasPrefix("error[pin_mismatch]: "), "\(changed.errors)")
    #expect(changed.errors.contains("vvsi pin"))
  }

  @Test func aLockThatCannotBeReadLetsNothingLoad() throws {
    _ = try copy("counting", as: "libCounting.so")
    let config = try config(#"{"plugins":["libCounting.so"]}"#)
    try Data(#"{"plugins":{"Counting":"00"}}"#.utf8)
      .write(to: folder.appending(path: "plugins.lock"))
    let outcome = try vvsi.run("--config", config, "-c", ":plugins")
    #expect(outcome.errors.contains("error[invalid_manifest]: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("error[not_pinned]: "), "\(outcome.errors)")
  }

  @Test func aLockThatIsALinkIsWhatItLeadsTo() throws {
    _ = try copy("counting", as: "libCounting.so")
    let config = try config(#"{"plugins":["libCounting.so"]}"#)
    let lock = folder.appending(path: "plugins.lock")
    try FileManager.default.createSymbolicLink(
      atPath: lock.path, withDestinationPath: "pins/real.lock")
    let broken = try vvsi.run("--config", config, "-c", ":plugins")
    #expect(
      broken.errors.contains("error[unreadable]: cannot read \(lock.path): it is a link that"),
      "\(broken.errors)")
    #expect(broken.errors.contains("error[not_pinned]: "), "\(broken.errors)")
    #expect(broken.status == 3)

    let pins = folder.appending(path: "pins")
    try FileManager.default.createDirectory(at: pins, withIntermediateDirectories: true)
    #expect(try vvsi.run("pin", "--config", config).status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: lock.path) == "pins/real.lock")
    #expect(FileManager.default.fileExists(atPath: pins.appending(path: "real.lock").path))
    #expect(try vvsi.run("--config", config, "-c", "fixture.up {}").status == 0)
  }

  @Test func pinsBindAllThatRunsPlugins() throws {
    let library = try copy("counting", as: "libCounting.so")
    let other = try copy("notes", as: "libNotes.so")
    let config = folder.appending(path: "Config")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    var vvsi = vvsi
    vvsi.folder = folder
    let commands = [
      ["check"], ["bench", "--feature", "fixture", "--action", #"{"up":{}}"#, "--count", "10"],
      ["bench", "--isolation", "process", "--feature", "fixture", "--action", #"{"up":{}}"#],
    ]
    #expect(try vvsi.run("pin", library.path).status == 0)
    #expect(try vvsi.run("check", library.path).status == 0)
    for command in commands {
      let outcome = try vvsi.run(command + [other.path], input: Data())
      #expect(outcome.errors.hasPrefix("error[not_pinned]: Notes"), "\(command) \(outcome)")
      #expect(outcome.status == 3)
    }
    let file = config.appending(path: "vvsi.json")
    try Data("{}".utf8).write(to: file)
    for command in commands {
      let outcome = try self.vvsi.run(
        command + ["--config", file.path, other.path], input: Data())
      #expect(outcome.errors.hasPrefix("error[not_pinned]: Notes"), "\(command) \(outcome)")
    }
    try Data("{".utf8).write(to: file)
    for command in commands {
      let outcome = try vvsi.run(command + [library.path], input: Data())
      #expect(outcome.errors.hasPrefix("error[invalid_manifest]: "), "\(command) \(outcome)")
      #expect(outcome.status == 3)
    }
  }

  @Test func aFolderIsPinnedByWhatItIsBuiltFrom() throws {
    let name = "Pinned\(UInt32.random(in: .min ... .max))"
    defer { try? removeBuilds(of: name) }
    let sources = folder.appending(path: name)
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    let timer = Fixture.root.appending(path: "Plugins/Timer/Timer.swift")
    let text = try Data(contentsOf: timer)
    let source = sources.appending(path: "Timer.swift")
    try text.write(to: source)
    let config = try config("{\"plugins\":[\"\(name)\"]}")
    #expect(try vvsi.run("pin", "--config", config).status == 0)
    let run = { try vvsi.run("--config", config, "-c", "timer.add seconds=1") }
    #expect(try run().status == 0)
    // The same sources make another library.
    try removeBuilds(of: name)
    let rebuilt = try run()
    #expect(rebuilt.status == 0, "\(rebuilt.errors)")
    // A file of data may change; what is compiled may not, whatever comes out of it.
    try Data("read me".utf8).write(to: sources.appending(path: "README.md"))
    #expect(try run().status == 0)
    try Data("// A comment.\n".utf8 + text).write(to: source)
    let changed = try run()
    #expect(changed.errors.hasPrefix("error[pin_mismatch]: \(sources.path) "), "\(changed.errors)")
    #expect(changed.status == 3)
  }

  @Test func whatIsPinnedIsComparedBeforeItsBuildRuns() throws {
    let sources = folder.appending(path: "Made")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    let manifest = #"{"build": "sh build.sh", "product": "made"}"#
    try Data(manifest.utf8).write(to: sources.appending(path: "plugin.json"))
    let script = sources.appending(path: "build.sh")
    let command = "cp '\(try Fixture.library("counting"))' made && echo > made.o\n"
    try Data(command.utf8).write(to: script)
    let config = try config(#"{"plugins":["Made"]}"#)
    #expect(try vvsi.run("pin", "--config", config).status == 0)
    let product = sources.appending(path: "made").path
    #expect(!FileManager.default.fileExists(atPath: product))
    for _ in 0..<2 {
      let outcome = try vvsi.run("--config", config, "-c", "fixture.up {}")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    try FileManager.default.removeItem(atPath: product)
    try Data((command + "# changed\n").utf8).write(to: script)
    let changed = try vvsi.run("--config", config, "-c", ":plugins")
    #expect(changed.errors.hasPrefix("error[pin_mismatch]: \(sources.path) "), "\(changed.errors)")
    #expect(!FileManager.default.fileExists(atPath: product))
  }

  private func removeBuilds(of plugin: String) throws {
    let environment = ProcessInfo.processInfo.environment
    let cache =
      environment["XDG_CACHE_HOME"].map { URL(filePath: $0) }
      ?? URL(filePath: environment["HOME"] ?? "/").appending(path: ".cache")
    try FileManager.default.removeItem(at: cache.appending(path: "vvsi/plugins/\(plugin)"))
  }

  @Test func aManifestIsPinnedByItsText() throws {
    let manifest = folder.appending(path: "zlib.json")
    let sample = Fixture.root.appending(path: "Plugins/zlib.json")
    try FileManager.default.copyItem(at: sample, to: manifest)
    let config = try config(#"{"plugins":["zlib.json"]}"#)
    #expect(try vvsi.run("pin", "--config", config).status == 0)
    let line = #"zlib.crc32 data="hello""#
    #expect(try vvsi.run("--config", config, "-c", line).status == 0)
    try Data(contentsOf: sample).appending(UInt8(ascii: "\n")).write(to: manifest)
    let changed = try vvsi.run("--config", config, "-c", ":plugins")
    #expect(changed.errors.hasPrefix("error[pin_mismatch]: "), "\(changed.errors)")
  }

  #if canImport(Glibc)
    @Test(arguments: ["none", "process"])
    func aLibraryThatTheLoaderFindsIsPinnedAsWell(_ isolation: String) throws {
      let text = #"{"library":"libpinned.so.1","feature":"c","actions":{"twice":{}}}"#
      try Data(text.utf8).write(to: folder.appending(path: "c.json"))
      var vvsi = vvsi
      vvsi.environment["LD_LIBRARY_PATH"] = folder.path
      let config = try config(#"{"plugins":["c.json"]}"#)
      _ = try copy("c_functions_crash", as: "libpinned.so.1")
      #expect(try vvsi.run("pin", "--config", config).status == 0)
      let arguments = ["--isolation", isolation, "--config", config, "-c", ":plugins"]
      let pinned = try vvsi.run(arguments, input: Data())
      #expect(pinned.output.contains(", pinned, "), "\(pinned)")
      _ = try copy("functions", as: "libpinned.so.1")
      let changed = try vvsi.run(arguments, input: Data())
      #expect(changed.errors.hasPrefix("error[pin_mismatch]: "), "\(changed.errors)")
      #expect(changed.status == 3)
    }
  #endif

  @Test func thePrivateFolderIsPrivate() throws {
    var vvsi = vvsi
    let cache = folder.appending(path: "cache/vvsi/run")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    try permit(0o755, at: cache)
    vvsi.environment["XDG_CACHE_HOME"] = folder.appending(path: "cache").path
    #expect(try vvsi.run(try Fixture.library("counting"), "-c", ":quit").status == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: cache.path)[.posixPermissions]
    #expect(mode as? Int == 0o700)
  }
}

extension Data {
  fileprivate func appending(_ byte: UInt8) -> Data { self + [byte] }
}
