#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entries of earlier lines, oldest first, each once.
struct History {
  /// How many entries are kept.
  static let limit = 1000

  private(set) var entries: [String] = []

  /// Makes a history of entries, the last ones of each kind.
  init(_ all: [String] = []) {
    var seen: Set<String> = []
    entries = all.reversed().filter { seen.insert($0).inserted }.prefix(Self.limit).reversed()
  }

  /// Adds an entry as the newest, in place of an equal one; false if it is the newest already, or empty.
  mutating func add(_ entry: String) -> Bool {
    guard entry.contains(where: { !$0.isWhitespace }), entries.last != entry else { return false }
    entries.removeAll { $0 == entry }
    entries.append(entry)
    if entries.count > Self.limit { entries.removeFirst() }
    return true
  }

  /// The newest entry older than `index` that holds the text, and where in it.
  func search(_ text: String, before index: Int) -> (index: Int, match: Range<String.Index>)? {
    for candidate in stride(from: min(index, entries.count) - 1, through: 0, by: -1) {
      if let match = entries[candidate].range(of: text) { return (candidate, match) }
    }
    return nil
  }
}

extension String {
  /// Where a text occurs first, byte for byte; nowhere if it is empty.
  fileprivate func range(of text: String) -> Range<Index>? {
    guard !text.isEmpty else { return nil }
    let offset = withCString { whole in strstr(whole, text).map { UnsafePointer($0) - whole } }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }
}
