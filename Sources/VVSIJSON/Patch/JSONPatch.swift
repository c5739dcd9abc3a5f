/// The structural difference of two values (RFC 6902): what to do, in turn, to get from one to the other.
public struct JSONPatch: Equatable, Sendable {
  /// One step.
  public enum Operation: Equatable, Sendable {
    /// Sets a member, or inserts an element before the one at the place; `-` stands for the end of an array.
    case add(JSONPointer, JSON)
    /// Removes what is at the place.
    case remove(JSONPointer)
    /// Puts another value in the place of one that is there.
    case replace(JSONPointer, with: JSON)
    /// Removes what is at one place and adds it at another.
    case move(from: JSONPointer, to: JSONPointer)
    /// Adds what is at one place at another too.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Goes on only if the value at the place equals this one.
    case test(JSONPointer, JSON)
  }

  /// The steps, in order.
  public var operations: [Operation]

  /// Makes a patch of these steps.
  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { operations.isEmpty }
}
