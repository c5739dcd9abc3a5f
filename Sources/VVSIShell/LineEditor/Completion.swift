/// What could stand at the cursor.
package struct Completion: Sendable {
  /// One text that could stand there.
  package struct Candidate: Sendable, Equatable {
    /// What replaces the part of the line from ``Completion/start`` to the cursor.
    package var text: String
    /// A few words for the list, or nothing.
    package var description: String
    /// Whether a blank follows when it is the only candidate.
    package var appendsSpace: Bool

    /// Makes a candidate.
    package init(_ text: String, description: String = "", appendsSpace: Bool = true) {
      self.text = text
      self.description = description
      self.appendsSpace = appendsSpace
    }
  }

  /// Where the part to be replaced begins, in bytes of UTF-8.
  package var start: Int
  /// In the order in which they are to be listed.
  package var candidates: [Candidate]

  /// Makes a completion.
  package init(start: Int, candidates: [Candidate]) {
    self.start = start
    self.candidates = candidates
  }

  /// What all candidates begin with.
  var commonPrefix: String {
    guard let first = candidates.first?.text else { return "" }
    return candidates.dropFirst().reduce(first) { common, candidate in
      String(zip(common, candidate.text).prefix { $0 == $1 }.map(\.0))
    }
  }
}
