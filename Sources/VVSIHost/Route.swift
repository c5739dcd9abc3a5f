/// A request of a feature to be led to another one.
public struct Route: Sendable, Equatable {
  /// The feature to open.
  public let feature: String
  /// The place in it; free text between the two features, may be empty.
  public let to: String
  /// What is handed over: a JSON text.
  public let payload: [UInt8]

  /// Makes a route.
  public init(feature: String, to: String, payload: [UInt8]) {
    self.feature = feature
    self.to = to
    self.payload = payload
  }
}
