/// Why what is at a path is not trusted.
public enum Distrust: Error, Sendable, Equatable, Codable {
  /// It belongs to another user, by number.
  case owner(UInt32)
  /// Its group, by number, can write to it.
  case group(UInt32)
  /// Everyone can write to it.
  case everyone
}
