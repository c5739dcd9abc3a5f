import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Plugins built from their sources and loaded, each once.
enum Library {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Where the package manager puts what it builds.
  static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  static let header = package.appending(path: "Sources/CVVSI").path

  /// Whether code that is instrumented like this test can be loaded: the thread sanitizer's runtime does not offer
  /// libraries all that they need.
  static let canLoadSwift = dlsym(nil, "__tsan_init") == nil

  /// The entry point of a plugin in Swift, linked with the SDK that this test is linked with.
  static func swift(_ folder: String) throws -> (UnsafeRawPointer) -> UnsafeRawPointer? {
    let sources = package.appending(path: folder)
    let objects = try ["VVSI", "VVSIJSON"].flatMap {
      try files(products.appending(path: "\($0).build"), ".o")
    }
    return try load(folder) { library in
      [
        "swiftc", "-emit-library", "-parse-as-library", "-swift-version", "6",
        "-warnings-as-errors",
      ]
        + ["-module-name", "Plugin_" + sources.lastPathComponent, "-o", library]
        + ["-I", products.appending(path: "Modules").path, "-I", header]
        + (try files(sources, ".swift")) + objects
        + ["-Xlinker", "-Bsymbolic", "-Xlinker", "--exclude-libs=ALL"]
    }
  }

  /// The entry point of a plugin in C.
  static func c(_ file: String) throws -> (UnsafeRawPointer) -> UnsafeRawPointer? {
    try load(file) { library in
      [
        "clang", "-shared", "-fPIC", "-std=c11", "-Wall", "-Wextra", "-Werror",
        "-fvisibility=hidden",
      ]
        + ["-I", header, "-o", library, package.appending(path: file).path]
    }
  }

  /// Compiles files without making anything of them.
  ///
  /// - Throws: What the compiler says, if it refuses them.
  static func typecheck(_ files: [String], mode: Int = 6) throws {
    try run(
      ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "\(mode)"]
        + ["-I", products.appending(path: "Modules").path, "-I", header] + files)
  }

  private static func load(
    _ name: String, _ command: (String) throws -> [String]
  ) throws -> (UnsafeRawPointer) -> UnsafeRawPointer? {
    let library = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).so").path
    defer { try? FileManager.default.removeItem(atPath: library) }
    try run(try command(library))
    guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | Int32(RTLD_NODELETE)),
      let symbol = dlsym(handle, "vvsi_main")
    else { throw Failure(description: String(cString: dlerror())) }
    typealias Main = @convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?
    return unsafeBitCast(symbol, to: Main.self)
  }

  /// - Throws: What the command says, if it fails.
  static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: output, as: UTF8.self))
    }
  }

  private static func files(_ folder: URL, _ suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { folder.appending(path: $0).path }
  }
}
