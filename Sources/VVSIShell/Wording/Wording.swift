import VVSIJSON

/// Every sentence that the host says to people, in one place.
///
/// Each is one line: what was found, what was expected, the nearest valid name, what to do. None ends with a full stop,
/// and none is escaped for a terminal yet.
enum Wording {
  /// How many names a list shows before it is cut.
  static let listLimit = 12

  /// `; did you mean 'add'? (actions: add, remove)`.
  static func suggestion(_ name: String, among known: [String], _ noun: String) -> String {
    var text = ""
    if let near = nearest(name, in: known) { text += "; did you mean '\(near)'?" }
    if !known.isEmpty { text += " (\(noun): \(list(known)))" }
    return text
  }

  /// The names with commas, a long list cut.
  static func list(_ names: [String]) -> String {
    guard names.count > listLimit else { return names.joined(separator: ", ") }
    let shown = names.prefix(listLimit).joined(separator: ", ")
    return "\(shown) and \(names.count - listLimit) more"
  }

  /// A byte count for people.
  static func bytes(_ count: Int) -> String {
    switch count {
    case ..<10_000: Figures.count(count, "byte")
    case ..<10_000_000: "\(Figures.decimal(Double(count) / 1_000, digits: 1)) kB"
    default: "\(Figures.decimal(Double(count) / 1_000_000, digits: 1)) MB"
    }
  }
}
