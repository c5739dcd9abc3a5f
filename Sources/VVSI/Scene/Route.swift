public import VVSIJSON

/// A request to be led to another feature.
public struct Route: Equatable, Sendable {
  /// The id of the feature.
  public let feature: String
  /// A place in it, in words that the two features share; may be empty.
  public let to: String
  /// What is handed over.
  public let payload: JSON

  /// Makes a route.
  public init(feature: String, to: String, payload: JSON) {
    self.feature = feature
    self.to = to
    self.payload = payload
  }

  /// The route as the boundary has it.
  var json: JSON {
    ["feature": .string(feature), "to": .string(to), "payload": payload]
  }
}
