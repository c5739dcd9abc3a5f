import CVVSI
public import VVSIHost
import VVSIJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What came of the libraries that were tried: one small file for each, named by what is in the library and by the host.
///
/// Any number of hosts share the folder: a file is there completely or not at all, and one that cannot be read counts as
/// absent. It may be removed at any time.
public struct Verdicts: Sendable {
  /// How many verdicts are kept.
  static let kept = 512

  private let folder: String

  /// Keeps verdicts in this folder, which is made when the first one is recorded.
  public init(in folder: String) {
    self.folder = folder
  }

  /// All verdicts, the latest first.
  public var all: [Verdict] {
    files.sorted { $0.modified > $1.modified }.compactMap { read($0.path) }
  }

  /// Forgets all of them.
  ///
  /// - Returns: How many there were.
  public func clear() -> Int {
    let count = files.count
    File.remove(folder)
    return count
  }

  /// What a library noted that is known to come through; nil if it is not known.
  func notes(of copy: PrivateCopy, _ kind: Trial.Kind) -> Notes? {
    // Asked of every library at every start: it takes less to look into the text than to make a verdict of it.
    guard let text = try? File.read(path(of: copy, kind)), let verdict = try? JSON(parsing: text)
    else { return nil }
    guard verdict["outcome"]?["passed"] != nil, let texts = verdict["notes"]?.objectValue else {
      return nil
    }
    var notes = Notes()
    for (name, text) in texts {
      if let text = text.stringValue { notes.add(text, as: name) }
    }
    return notes
  }

  /// Remembers a verdict; without a place to write to, the library will be tried again.
  func record(_ verdict: Verdict, of copy: PrivateCopy, _ kind: Trial.Kind) {
    guard let text = try? JSONTextEncoder().encode(verdict), (try? File.makeFolder(folder)) != nil
    else { return }
    try? File.write(text, to: path(of: copy, kind))
    prune()
  }

  private func path(of copy: PrivateCopy, _ kind: Trial.Kind) -> String {
    "\(folder)/\(copy.content)-\(kind.rawValue)-\(Self.host).json"
  }

  /// Another host, or another compiler, may come to another verdict.
  private static let host = String(
    shortHash(Array("\(HostTable.version) \(String(cString: vvsi_swift_compiler()))".utf8)),
    radix: 36)

  private func read(_ path: String) -> Verdict? {
    guard let text = try? File.read(path) else { return nil }
    return try? JSONTextDecoder().decode(Verdict.self, from: text)
  }

  private var files: [(path: String, modified: Int)] {
    File.names(in: folder).filter { $0.hasSuffix(".json") }.compactMap { name in
      File.modified("\(folder)/\(name)").map { ("\(folder)/\(name)", $0) }
    }
  }

  /// Removes the oldest, and what a host that was killed left half written.
  private func prune() {
    let names = File.names(in: folder)
    guard names.count > Self.kept else { return }
    let old = time(nil) - 600
    for name in names where name.hasSuffix(".new") {
      let path = "\(folder)/\(name)"
      if let modified = File.modified(path), modified < old { File.remove(path) }
    }
    for file in files.sorted(by: { $0.modified > $1.modified }).dropFirst(Self.kept) {
      File.remove(file.path)
    }
  }
}
