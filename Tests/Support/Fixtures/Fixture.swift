public import Foundation

/// Builds the small C plugins of `Tests/Fixtures/Plugins`, each once for a test process.
public enum Fixture {
  /// The checkout's root.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The built `vvsi`, beside the test bundle.
  public static let executable: URL = {
    let bundle = CommandLine.arguments.first.map { URL(filePath: $0) }
    var folder = bundle?.deletingLastPathComponent() ?? root
    while folder.path != "/" {
      let candidate = folder.appending(path: "vvsi")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    return root.appending(path: ".build/debug/vvsi")
  }()

  /// A folder that is this process's own, removed when it ends.
  public static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "vvsi-fixtures-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: Fixture.folder) }
    return folder
  }()

  private static let lock = NSLock()

  /// What the C compiler said about a fixture that does not compile.
  public struct BuildFailure: Error, CustomStringConvertible {
    /// The compiler's output.
    public let description: String
  }

  /// The path of a fixture's library.
  ///
  /// - Parameters:
  ///   - name: The fixture's file name without `.c`.
  ///   - definitions: Macros to set, such as `FIXTURE_ID="other"`.
  /// - Returns: The library's path.
  /// - Throws: ``BuildFailure``.
  public static func library(_ name: String, _ definitions: String...) throws -> String {
    lock.lock()
    defer { lock.unlock() }
    let tag = definitions.isEmpty ? "" : "-\(abs(definitions.hashValue))"
    let library = folder.appending(path: "\(name)\(tag).so").path
    if FileManager.default.fileExists(atPath: library) { return library }
    let source = root.appending(path: "Tests/Fixtures/Plugins/\(name).c").path
    let header = root.appending(path: "Sources/CVVSI").path
    try run(
      ["clang", "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-pthread", "-I", header]
        + definitions.map { "-D\($0)" } + ["-o", library, source])
    return library
  }

  private static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BuildFailure(description: String(decoding: said, as: UTF8.self))
    }
  }
}
