import VVSIHost

/// Lines of a text that is there already.
final class TextLines: LineSource {
  private let splitter: Guarded<LineSplitter>

  /// Takes a text; `limit` is how many bytes a line may have.
  init(_ text: String, limit: Int) {
    var splitter = LineSplitter(limit: limit)
    splitter.append(text.utf8)
    splitter.finish()
    self.splitter = Guarded(splitter)
  }

  nonisolated(nonsending) func next() async -> LineInput {
    splitter.withLock { $0.next() } ?? .end
  }
}
