/// What a plugin keeps with the host, by name, for as long as its library's content stays the same.
package struct Notes: Sendable, Equatable {
  /// The texts, by name.
  private(set) var texts: [String: String] = [:]
  private var bytes = 0

  /// How much a plugin may note, in bytes; the rest is forgotten.
  static let limit = 1 << 18

  /// Begins without notes.
  package init() {}

  /// Takes notes that were kept.
  package init(_ texts: [String: String]) {
    for (name, text) in texts { add(text, as: name) }
  }

  /// Notes a text, if there is room.
  mutating func add(_ text: String, as name: String) {
    let size = name.utf8.count + text.utf8.count
    guard texts[name] == nil, bytes + size <= Self.limit else { return }
    texts[name] = text
    bytes += size
  }
}
