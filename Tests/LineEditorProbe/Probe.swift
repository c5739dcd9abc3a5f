import Foundation
import VVSIShell

/// A program that does nothing but read lines, for tests of the line editor.
///
/// It answers each entry with `got:` and the entry; an entry that begins with a colon is an order:
/// `:later TEXT` prints when the file TEXT exists, `:wait` waits until Ctrl-C, `:flood N` prints N lines,
/// `:say ONE TWO` prints to standard output and error past the editor, `:trap` crashes.
struct Probe {
  private static let words = [
    "list", "list.add", "list.remove", "list.random", "counter.valueUp", "counter.valueDown",
    "größe",
  ]

  func run() async {
    let environment = ProcessInfo.processInfo.environment
    let interrupted = AsyncStream<Void>.makeStream()
    var configuration = LineEditor.Configuration { environment[$0] }
    configuration.prompt = environment["PROBE_PROMPT"] ?? "vvsi> "
    configuration.continuationPrompt = "  ... "
    configuration.capturesOutput = true
    configuration.isComplete = { Self.depth(of: $0) <= 0 }
    configuration.complete = { Self.complete($0, $1) }
    configuration.onInterrupt = { interrupted.continuation.yield() }
    let editor: LineEditor
    do {
      editor = try LineEditor(configuration)
    } catch {
      print("no terminal: \(error.code)")
      return
    }
    defer { editor.close() }
    while true {
      let input = await editor.readLine()
      guard case .line(let line) = input else {
        editor.print("input: \(input)")
        if input == .interrupted { continue }
        return
      }
      await obey(line, editor, interrupted.stream)
    }
  }

  private func obey(_ line: String, _ editor: LineEditor, _ interrupted: AsyncStream<Void>) async {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case ":later":
      Thread.detachNewThread { Self.printWhenExists(words[1], editor) }
    case ":wait":
      editor.print("waiting")
      for await _ in interrupted { break }
      editor.print("wait ended")
    case ":flood":
      for number in 1...(Int(words[1]) ?? 1) { editor.print("line \(number) of the flood") }
    case ":say":
      FileHandle.standardOutput.write(Data((words[1] + "\n").utf8))
      FileHandle.standardError.write(Data(words[2].utf8))
    case ":trap":
      preconditionFailure("as told")
    default:
      editor.print(
        "got: \(line.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎"))"
      )
    }
  }

  /// Prints the lines of a file as soon as there is one, and takes it away; until the word `stop`.
  private static func printWhenExists(_ path: String, _ editor: LineEditor) {
    while true {
      if let text = try? String(contentsOfFile: path, encoding: .utf8), text.hasSuffix("\n") {
        try? FileManager.default.removeItem(atPath: path)
        if text == "stop\n" { return }
        editor.print(text)
      }
      usleep(1000)
    }
  }

  private static func depth(of text: String) -> Int {
    text.reduce(0) { $0 + ($1 == "{" ? 1 : $1 == "}" ? -1 : 0) }
  }

  private static func complete(_ line: String, _ cursor: Int) -> Completion {
    let head = line.utf8.prefix(cursor)
    let start =
      head.lastIndex(of: UInt8(ascii: " ")).map { head.index(after: $0) } ?? head.startIndex
    let word = String(head[start...]) ?? ""
    let offset = line.utf8.distance(from: line.startIndex, to: start)
    let isOption = word.hasPrefix("-")
    let options = [("-count", "how many"), ("-length", "how long each one is")]
    let candidates =
      isOption
      ? options.map { Completion.Candidate($0.0, description: $0.1) }
      : words.map { Completion.Candidate($0) }
    return Completion(start: offset, candidates: candidates.filter { $0.text.hasPrefix(word) })
  }
}
