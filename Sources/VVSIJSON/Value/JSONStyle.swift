/// How a value is written.
public struct JSONStyle: Equatable, Sendable {
  /// Spaces for each level, each element and member on its own line; nil for a single line without spaces.
  public var indent: Int?
  /// Whether members are sorted by name (by the bytes of the UTF-8) instead of kept in order.
  public var sortedKeys: Bool

  /// Makes a style.
  public init(indent: Int? = nil, sortedKeys: Bool = false) {
    self.indent = indent
    self.sortedKeys = sortedKeys
  }

  /// One line without spaces.
  public static let compact = JSONStyle()
  /// Two spaces a level.
  public static let pretty = JSONStyle(indent: 2)

  /// So many spaces a level.
  public static func pretty(indent: Int) -> JSONStyle { JSONStyle(indent: indent) }
}
