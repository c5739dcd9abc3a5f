import VVSIHost
import VVSIJSON

/// Looks at an action before it makes the trip to its feature.
enum ActionCheck {
  /// - Throws: ``Rejection`` with the first way in which the action breaks the feature's schema.
  static func check(_ action: JSON, against schema: JSON) throws(Rejection) {
    guard let violation = JSONSchema.validate(action, against: schema) else { return }
    throw Rejection(violation)
  }
}
