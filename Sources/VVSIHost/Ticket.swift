/// The host's number for one triggered action; rises from 1 and is never used twice by one host.
public struct Ticket: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number itself.
  ///
  /// 0 stands for "no ticket" at the C boundary and is never a ticket here.
  public let number: UInt64

  /// Makes a ticket from its number.
  public init(_ number: UInt64) {
    self.number = number
  }

  /// The number in decimal.
  public var description: String { String(number) }

  /// Earlier tickets come first.
  public static func < (one: Ticket, other: Ticket) -> Bool { one.number < other.number }
}
