package import VVSIJSON

/// What is wrong with a part of a manifest.
package struct ManifestFault: Error, Equatable {
  /// An RFC 6901 pointer.
  package let pointer: String
  package let expected: String
  package let found: String

  package init(pointer: String, expected: String, found: String) {
    self.pointer = pointer
    self.expected = expected
    self.found = found
  }
}

/// A part of a manifest, with the place where it stands.
package struct ManifestValue {
  package let json: JSON
  package let place: JSONPointer

  package var pointer: String { place.description }

  package init(_ json: JSON, at place: JSONPointer = JSONPointer()) {
    self.json = json
    self.place = place
  }

  package func fault(_ expected: String) -> ManifestFault {
    ManifestFault(pointer: pointer, expected: expected, found: json.summary)
  }

  package func missing(_ name: String, _ expected: String) -> ManifestFault {
    ManifestFault(pointer: place.appending(name).description, expected: expected, found: "nothing")
  }

  /// The members of an object that may have no others than these.
  package func members(known: [String]) throws(ManifestFault) -> [String: ManifestValue] {
    var members: [String: ManifestValue] = [:]
    for (name, value) in try namedMembers() {
      guard known.contains(name) else {
        let near =
          nearest(name, in: known).map { "\($0)?" } ?? "one of \(known.joined(separator: ", "))"
        throw ManifestFault(
          pointer: value.pointer, expected: near, found: JSON.string(name).summary)
      }
      members[name] = value
    }
    return members
  }

  package func namedMembers() throws(ManifestFault) -> [(String, ManifestValue)] {
    guard let object = json.objectValue else { throw fault("an object") }
    return object.map { ($0.name, ManifestValue($0.value, at: place.appending($0.name))) }
  }

  package func each<Element>(
    _ body: (ManifestValue) throws(ManifestFault) -> Element
  ) throws(ManifestFault) -> [Element] {
    guard let elements = json.arrayValue else { throw fault("an array of strings") }
    var result: [Element] = []
    for (index, element) in elements.enumerated() {
      result.append(try body(ManifestValue(element, at: place.appending(index))))
    }
    return result
  }

  package func string() throws(ManifestFault) -> String {
    guard let text = json.stringValue, !text.utf8.contains(0) else { throw fault("a string") }
    return text
  }

  package func strings() throws(ManifestFault) -> [String] {
    try each { value throws(ManifestFault) in try value.string() }
  }

  package func matching(
    _ isRight: (String) -> Bool, _ expected: String
  ) throws(ManifestFault) -> String {
    let text = try string()
    guard isRight(text) else { throw fault(expected) }
    return text
  }

  package func word<Word: RawRepresentable<String> & CaseIterable>() throws(ManifestFault) -> Word {
    guard let text = json.stringValue, let word = Word(rawValue: text) else {
      throw fault(Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))
    }
    return word
  }

  package func seconds() throws(ManifestFault) -> Double {
    guard let number = json.numberValue, number.double > 0, number.double <= 86_400 else {
      throw fault("seconds, more than 0 and at most 86400")
    }
    return number.double
  }
}
