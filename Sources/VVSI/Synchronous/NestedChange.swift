/// A change was begun inside another one of the same state.
public struct NestedChange: Error, CustomStringConvertible {
  /// What was expected and found.
  public var description: String {
    "expected a change of the state that the closure was handed, found another update inside it"
  }
}
