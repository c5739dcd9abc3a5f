/// The members of a JSON object, in the order of the text, each name once.
public struct JSONObject: Hashable, Sendable {
  var members: [Member] = []

  struct Member: Hashable, Sendable {
    var name: String
    var value: JSON
  }

  /// Makes an object without members.
  public init() {}
}
