import VVSIJSON

/// What is wrong with a part of a manifest.
struct ManifestFault: Error, Equatable {
  /// An RFC 6901 pointer.
  let pointer: String
  let expected: String
  let found: String
}

/// A part of a manifest, with the place where it stands.
struct ManifestValue {
  let json: JSON
  let place: JSONPointer

  var pointer: String { place.description }

  init(_ json: JSON, at place: JSONPointer = JSONPointer()) {
    self.json = json
    self.place = place
  }

  func fault(_ expected: String) -> ManifestFault {
    ManifestFault(pointer: pointer, expected: expected, found: json.summary)
  }

  func missing(_ name: String, _ expected: String) -> ManifestFault {
    ManifestFault(pointer: place.appending(name).description, expected: expected, found: "nothing")
  }

  /// The members of an object that may have no others than these.
  func members(known: [String]) throws(ManifestFault) -> [String: ManifestValue] {
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

  func namedMembers() throws(ManifestFault) -> [(String, ManifestValue)] {
    guard let object = json.objectValue else { throw fault("an object") }
    return object.map { ($0.name, ManifestValue($0.value, at: place.appending($0.name))) }
  }

  func each<Element>(
    _ body: (ManifestValue) throws(ManifestFault) -> Element
  ) throws(ManifestFault) -> [Element] {
    guard let elements = json.arrayValue else { throw fault("an array of strings") }
    var result: [Element] = []
    for (index, element) in elements.enumerated() {
      result.append(try body(ManifestValue(element, at: place.appending(index))))
    }
    return result
  }

  func string() throws(ManifestFault) -> String {
    guard let text = json.stringValue, !text.utf8.contains(0) else { throw fault("a string") }
    return text
  }

  func strings() throws(ManifestFault) -> [String] {
    try each { value throws(ManifestFault) in try value.string() }
  }

  func matching(
    _ isRight: (String) -> Bool, _ expected: String
  ) throws(ManifestFault) -> String {
    let text = try string()
    guard isRight(text) else { throw fault(expected) }
    return text
  }

  func expression() throws(ManifestFault) -> String {
    try matching({ $0.contains { !$0.isWhitespace } }, "a Swift expression")
  }

  /// A relative path that does not lead out of the folder.
  func innerPath() throws(ManifestFault) -> String {
    try matching(
      { path in
        !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
      }, "a path below the folder")
  }

  func integer(among values: [Int]) throws(ManifestFault) -> Int {
    guard let number = json.intValue, values.contains(number) else {
      throw fault(values.map(String.init).joined(separator: " or "))
    }
    return number
  }

  func word<Word: RawRepresentable<String> & CaseIterable>() throws(ManifestFault) -> Word {
    guard let text = json.stringValue, let word = Word(rawValue: text) else {
      throw fault(Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))
    }
    return word
  }

  func seconds() throws(ManifestFault) -> Double {
    guard let number = json.numberValue, number.double > 0, number.double <= 86_400 else {
      throw fault("seconds, more than 0 and at most 86400")
    }
    return number.double
  }

  /// An array of a program and its arguments, or a line for the shell.
  func command() throws(ManifestFault) -> [String] {
    if case .string = json { return ["/bin/sh", "-c", try expression()] }
    let words = try strings()
    guard let program = words.first, !program.isEmpty else {
      throw fault("a command: a line for the shell, or an array of a program and its arguments")
    }
    return words
  }
}
