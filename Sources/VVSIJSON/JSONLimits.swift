/// How large and how deep a text may be.
public struct JSONLimits: Equatable, Sendable {
  /// 512 levels and 256 MiB.
  public static let `default` = JSONLimits()

  static var usualDepth: Int { 512 }

  /// How many arrays and objects may be open at once; more is `too_deep`.
  public var depth: Int
  /// How many bytes the text may have; more is `too_large`.
  public var bytes: Int

  /// Makes limits; a depth above 4,096 and a size above 2 GiB count as these.
  public init(depth: Int = 512, bytes: Int = 256 << 20) {
    self.depth = min(max(depth, 0), 4096)
    self.bytes = min(max(bytes, 0), Int(Int32.max))
  }
}
