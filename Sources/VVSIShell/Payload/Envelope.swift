import VVSIHost
import VVSIJSON

/// An action as programs write it: `{"feature":"list","action":{"add":{}}}`.
struct Envelope: Equatable {
  /// `list` or `list#2`.
  var feature: String
  var action: JSON

  /// Reads an envelope.
  ///
  /// - Throws: ``Rejection`` if the text is no JSON or has other members than these two.
  init(parsing text: String) throws(Rejection) {
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: text)
    } catch {
      throw .invalidJSON(error)
    }
    let known = ["feature", "action"]
    if let name = value.objectValue?.names.first(where: { !known.contains($0) }) {
      throw .unknownField(path: JSONPointer(tokens: [name]).description, known: known)
    }
    guard let feature = value["feature"] else {
      throw .missingField(path: "/feature", expected: "a feature's id, such as \"list\"")
    }
    guard let name = feature.stringValue else {
      throw .invalidPayload(
        path: "/feature", expected: "a feature's id in quotes", found: feature.summary)
    }
    guard let action = value["action"] else {
      throw .missingField(path: "/action", expected: "an action, such as {\"add\":{}}")
    }
    self.feature = name
    self.action = action
  }
}
