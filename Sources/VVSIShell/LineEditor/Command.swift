/// What a key does that libedit does not know how to do, or does not do well.
enum Command: Equatable {
  case insert(String)
  case enter, insertLineFeed
  case interrupt, end, suspend, clear
  case complete, search
  case up, down, left, right, lineStart, lineEnd
  case deleteBackward, deleteForward

  /// The command of a key; nil if the key is libedit's.
  init?(_ key: Key) {
    switch key {
    case .character(let scalar): self.init(scalar)
    case .meta("\r"), .meta("\n"): self = .insertLineFeed
    case .meta, .wordLeft, .wordRight: return nil
    case .paste(let text): self = .insert(text)
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .home: self = .lineStart
    case .end: self = .lineEnd
    case .delete: self = .deleteForward
    }
  }

  private init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x0D, 0x0A: self = .enter
    case 0x03: self = .interrupt
    case 0x04: self = .end
    case 0x1A: self = .suspend
    case 0x0C: self = .clear
    case 0x09: self = .complete
    case 0x12: self = .search
    case 0x10: self = .up
    case 0x0E: self = .down
    case 0x02: self = .left
    case 0x06: self = .right
    case 0x01: self = .lineStart
    case 0x05: self = .lineEnd
    case 0x08, 0x7F: self = .deleteBackward
    case 0x20...: self = .insert(String(scalar))
    default: return nil
    }
  }
}
