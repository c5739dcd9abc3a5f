/// What a person did at the keyboard.
enum Key: Equatable {
  /// A character, or a control character that is no part of a longer sequence.
  case character(Unicode.Scalar)
  /// A character with Alt held down, or after Escape.
  case meta(Unicode.Scalar)
  /// Text that the terminal marked as pasted; its lines end with a line feed, the last one with nothing.
  case paste(String)
  case up, down, left, right, wordLeft, wordRight, home, end, delete
}

/// Where bytes typed at a terminal come from.
protocol ByteSource: AnyObject {
  /// The next byte, or nil if there will be none or, for the impatient, if none came soon.
  func next(_ patience: Patience) -> UInt8?
  /// Gives back a byte, to come again.
  func unread(_ byte: UInt8)
}

/// How long to wait for a byte.
enum Patience {
  /// Until it comes.
  case endless
  /// As long as the bytes of one key are apart.
  case short
}
