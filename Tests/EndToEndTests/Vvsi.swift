import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// The built executable, run as a user runs it.
struct Vvsi {
  /// What a run left behind.
  struct Outcome {
    var output: String
    var errors: String
    var status: Int32

    /// Standard output as NDJSON; fails the test at a line that is none.
    func events() throws -> [JSON] {
      try output.split(separator: "\n").map { try JSON(parsing: $0) }
    }

    /// The events of one kind.
    func events(_ kind: String) throws -> [JSON] {
      try events().filter { $0["event"]?.stringValue == kind }
    }
  }

  /// The executable, beside the test bundle.
  static let executable = Fixture.executable

  /// Where the process runs; the checkout, whose configuration names the samples, by default.
  var folder = Fixture.root
  var environment: [String: String] = [:]
  /// Whether `VVSI_TEST_ISOLATION` counts; not for tests of what happens in the host's own process.
  var mayIsolate = true
  /// How long a run may take before it is killed; generous, since the first run compiles the SDK.
  var seconds = 240.0

  /// Runs the executable to its end, after the samples were built once.
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, input: Data(input.utf8))
  }

  /// Runs the executable to its end, after the samples were built once.
  func run(_ arguments: [String], input: Data) throws -> Outcome {
    _ = Self.build
    return try runNow(arguments, input: input)
  }

  /// Building tells of itself on standard error, which tests of errors want to see without.
  private static let build: Void = {
    _ = try? Vvsi().runNow(["-c", ":quit"], input: Data())
  }()

  /// Where a run of the tests wants plugins: `VVSI_TEST_ISOLATION=process` runs all of them with each plugin in a process
  /// of its own.
  static func isolated(_ arguments: [String]) -> [String] {
    guard let mode = ProcessInfo.processInfo.environment["VVSI_TEST_ISOLATION"],
      arguments.first?.hasPrefix("-") ?? true, !arguments.contains("--isolation")
    else { return arguments }
    return ["--isolation", mode] + arguments
  }

  private func runNow(_ arguments: [String], input: Data) throws -> Outcome {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = mayIsolate ? Self.isolated(arguments) : arguments
    process.currentDirectoryURL = folder
    process.environment = Sanitizer.leavingCrashes(
      to: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    let killer = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: killer)
    let feeding = Thread {
      try? stdin.fileHandleForWriting.write(contentsOf: input)
      try? stdin.fileHandleForWriting.close()
    }
    feeding.start()
    let errors = Collector(stderr.fileHandleForReading)
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    killer.cancel()
    return Outcome(
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors.data(), as: UTF8.self), status: process.terminationStatus)
  }
}

/// Reads a pipe on a thread of its own.
private final class Collector: @unchecked Sendable {
  // `collected` is written before the semaphore is signalled and read after.
  private var collected = Data()
  private let done = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    let thread = Thread { [self] in
      collected = handle.readDataToEndOfFile()
      done.signal()
    }
    thread.start()
  }

  func data() -> Data {
    done.wait()
    return collected
  }
}
