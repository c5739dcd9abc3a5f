package import VVSIJSON

extension JSON {
  /// Reads the content of a file that a person may have written.
  ///
  /// - Parameters:
  ///   - text: The file's content.
  ///   - path: What to call it in errors.
  ///   - schema: What it must keep to.
  /// - Throws: ``PluginError/invalidManifest(path:at:expected:found:)`` with the place and the nearest valid name.
  package init(
    parsing text: [UInt8], of path: String, against schema: JSON
  ) throws(PluginError) {
    do throws(JSONError) {
      try self.init(parsing: text)
    } catch {
      throw .invalidManifest(
        path: path, at: "line \(error.line), column \(error.column)", expected: error.expected,
        found: error.found)
    }
    guard let violation = JSONSchema.validate(self, against: schema) else { return }
    throw .invalidManifest(
      path: path, at: violation.path, expected: violation.nearestExpected, found: violation.found)
  }
}

extension JSONError {
  /// What the text is because of it: `no JSON`, `too deep` or `too large`.
  package var defect: String {
    switch code {
    case "too_deep": "too deep"
    case "too_large": "too large"
    default: "no JSON"
    }
  }
}

extension JSONSchema.Violation {
  /// What was expected; of a name that is not known, the nearest one that is.
  fileprivate var nearestExpected: String {
    guard code == "unknown_field" else { return expected }
    let name = JSONPointer(path)?.tokens.last ?? found
    guard let near = nearest(name, in: known) else {
      return "one of \(known.joined(separator: ", "))"
    }
    return "'\(near)'"
  }
}
