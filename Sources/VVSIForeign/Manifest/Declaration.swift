import VVSIHost
import VVSIJSON

/// An argument as it is written: an object, or, where there is no more to say, `TYPE NAME` as in C.
struct Declaration {
  let name: String
  let type: String
  /// The members; empty of the short form.
  let parts: [String: ManifestValue]
  /// Where it stands.
  let value: ManifestValue

  init(_ value: ManifestValue, known: [String]) throws(ManifestFault) {
    self.value = value
    if case .string(let text) = value.json {
      parts = [:]
      (type, name) = try Self.split(text, value)
      return
    }
    parts = try value.members(known: known)
    guard let type = parts["type"] else { throw value.missing("type", "a type") }
    self.type = try type.string().trimmed
    name = try parts["name"]?.string() ?? (self.type == "state" ? "state" : "")
    guard !name.isEmpty else { throw value.missing("name", "a name") }
  }

  private static func split(
    _ text: String, _ value: ManifestValue
  ) throws(ManifestFault) -> (String, String) {
    if text == "state" { return (text, text) }
    let name = text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed()
    let type = text.dropLast(name.count).trimmed
    guard !name.isEmpty, !type.isEmpty else {
      throw value.fault("an object, or a type and a name, such as \"int count\"")
    }
    return (type, String(name))
  }
}

extension ManifestValue {
  /// The elements of an array.
  func elements() throws(ManifestFault) -> [ManifestValue] {
    guard let elements = json.arrayValue else { throw fault("an array") }
    return elements.enumerated().map { ManifestValue($1, at: place.appending($0)) }
  }

  /// One name, or an array of them.
  func names() throws(ManifestFault) -> [String] {
    if case .string(let name) = json { return [name] }
    guard json.arrayValue != nil else { throw fault("a name, or an array of names") }
    return try elements().map { value throws(ManifestFault) in try value.string() }
  }

  func bool() throws(ManifestFault) -> Bool {
    guard let value = json.boolValue else { throw fault("true or false") }
    return value
  }
}
