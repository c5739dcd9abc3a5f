/// The name of one living copy of a feature: `list` is the first, `list#2` the second.
public struct InstanceName: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// The id of the feature.
  public let feature: String
  /// 1 for the first instance, which is written without its number.
  public let number: Int

  /// Names an instance of a feature.
  public init(feature: String, number: Int = 1) {
    self.feature = feature
    self.number = number
  }

  /// Reads `list` or `list#2`; nil if the number is missing, below 1 or not written plainly.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty else { return nil }
    guard parts.count == 2 else {
      self.init(feature: String(first))
      return
    }
    guard let number = Int(parts[1]), number >= 1, String(number) == parts[1] else { return nil }
    self.init(feature: String(first), number: number)
  }

  /// The name as users write it.
  public var description: String { number == 1 ? feature : "\(feature)#\(number)" }

  /// By feature, then by number.
  public static func < (one: InstanceName, other: InstanceName) -> Bool {
    (one.feature, one.number) < (other.feature, other.number)
  }
}
