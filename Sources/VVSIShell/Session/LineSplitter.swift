/// Cuts bytes into lines, and joins lines of JSON that belong together.
struct LineSplitter {
  private let limit: Int
  private var bytes: [UInt8] = []
  private var position = 0
  /// Up to where there is no end of a line.
  private var scanned = 0
  /// How many bytes of a line that is too long are gone already.
  private var skipped = 0
  private var isAtEnd = false
  private var pushedBack: LineInput?

  private var pending: [String] = []
  private var continuation = Continuation()

  /// - Parameter limit: How many bytes a line may have.
  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeFirst(position)
    scanned -= position
    position = 0
    bytes += more
  }

  /// Tells that nothing more comes.
  mutating func finish() { isAtEnd = true }

  /// The next line with all that it goes on with; nil if more bytes are needed to tell.
  mutating func next() -> LineInput? {
    while let input = nextPiece() {
      guard case .line(let line) = input else {
        guard !pending.isEmpty else { return input }
        pushedBack = input
        return takePending()
      }
      if !pending.isEmpty, !continuation.canGoOn(with: line) {
        pushedBack = input
        return takePending()
      }
      pending.append(line)
      continuation.feed(line)
      if continuation.isComplete { return takePending() }
    }
    return nil
  }

  private mutating func takePending() -> LineInput {
    defer {
      pending = []
      continuation = Continuation()
    }
    return .line(pending.joined(separator: "\n"))
  }

  /// One line as it stands in the text.
  private mutating func nextPiece() -> LineInput? {
    if let pushedBack {
      self.pushedBack = nil
      return pushedBack
    }
    guard let end = bytes[max(position, scanned)...].firstIndex(of: UInt8(ascii: "\n")) else {
      scanned = bytes.count
      if bytes.count - position > limit {
        skipped += bytes.count - position
        position = bytes.count
      }
      guard isAtEnd else { return nil }
      guard position < bytes.count || skipped > 0 else { return .end }
      defer { position = bytes.count }
      return line(bytes[position...])
    }
    scanned = end + 1
    defer { position = end + 1 }
    return line(bytes[position..<end])
  }

  private mutating func line(_ line: ArraySlice<UInt8>) -> LineInput {
    defer { skipped = 0 }
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard skipped + line.count <= limit else {
      return .unreadable(.tooLong(bytes: skipped + line.count, limit: limit))
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      return .unreadable(.notUTF8(byte: Self.firstInvalid(in: line)))
    }
    return .line(text)
  }

  /// The position, from 1, of the first byte that is no UTF-8.
  private static func firstInvalid(in line: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var bytes = line.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      valid += UTF8.width(scalar)
    }
    return valid + 1
  }
}
