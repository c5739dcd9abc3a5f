import VVSIJSON

extension Route {
  /// Reads `{"feature":…,"to":…,"payload":…}`.
  ///
  /// `to` and `payload` may be absent. Nil if it is something else.
  public init?(parsing text: [UInt8]) {
    guard let value = try? JSON(parsing: text), let feature = value["feature"]?.stringValue else {
      return nil
    }
    let to = value["to"] ?? .string("")
    guard let to = to.stringValue else { return nil }
    self.init(feature: feature, to: to, payload: (value["payload"] ?? .null).bytes())
  }
}
