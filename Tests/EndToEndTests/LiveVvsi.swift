import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// A host that stays up while a test types lines and reads events.
final class LiveVvsi: @unchecked Sendable {
  // `events`, `next` and `isEnded` are reached under the condition only.
  private let process = Process()
  private let input = Pipe()
  private let condition = NSCondition()
  private var events: [JSON] = []
  private var isEnded = false
  private var next = 0

  /// What a test waits for did not come.
  struct Absent: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts `vvsi --json` in a folder.
  convenience init(
    _ arguments: String..., in folder: URL = Fixture.root, environment: [String: String] = [:]
  ) throws {
    try self.init(arguments: arguments, in: folder, environment: environment)
  }

  /// Starts `vvsi --json` in a folder; `env`, if it gets options, becomes the host after it has kept to them.
  init(
    arguments: [String], in folder: URL = Fixture.root, environment: [String: String] = [:],
    env options: [String] = []
  ) throws {
    let output = Pipe()
    process.environment = Sanitizer.leavingCrashes(
      to: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    let arguments = Vvsi.isolated(["--json"] + arguments)
    process.executableURL = options.isEmpty ? Vvsi.executable : URL(filePath: "/usr/bin/env")
    process.arguments =
      options.isEmpty ? arguments : options + [Vvsi.executable.path] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let reading = Thread { [self] in read(output.fileHandleForReading) }
    reading.start()
  }

  deinit {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Sends the process a signal.
  func send(_ signal: Int32) {
    Foundation.kill(process.processIdentifier, signal)
  }

  /// Kills the process and waits until it is gone.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Types a line.
  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for the next event, from where the last wait ended, for which `isWanted` holds.
  @discardableResult
  func wait(
    for what: String, seconds: Double = 120, where isWanted: (JSON) -> Bool = { _ in true }
  ) throws -> JSON {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while true {
      while next < events.count {
        let event = events[next]
        next += 1
        if event["event"]?.stringValue == what, isWanted(event) { return event }
      }
      guard !isEnded, condition.wait(until: deadline) else {
        let seen = events.map { $0.text() }.joined(separator: "\n")
        throw Absent(description: "no \(what) event came; what came is\n\(seen)")
      }
    }
  }

  /// All events so far of one kind.
  func all(_ what: String) -> [JSON] {
    condition.lock()
    defer { condition.unlock() }
    return events.filter { $0["event"]?.stringValue == what }
  }

  /// Ends the input and waits for the end of the process.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    return awaitEnd()
  }

  /// Waits until the process ends of itself; returns its status.
  func awaitEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func read(_ handle: FileHandle) {
    var buffer = Data()
    while true {
      let more = handle.availableData
      if more.isEmpty { break }
      buffer.append(more)
      while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = [UInt8](buffer[buffer.startIndex..<end])
        buffer.removeSubrange(...end)
        take((try? JSON(parsing: line)) ?? ["event": "garbage", "line": .string("\(line)")])
      }
    }
    condition.lock()
    isEnded = true
    condition.broadcast()
    condition.unlock()
  }

  private func take(_ event: JSON) {
    condition.lock()
    events.append(event)
    condition.broadcast()
    condition.unlock()
  }
}
