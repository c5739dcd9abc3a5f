/// A pattern of paths: `*` and `?` stand for letters of one name, `**` for any folders.
struct SourcePattern {
  private let parts: [[Character]]

  /// Reads a pattern; a folder's name stands for all that is below it.
  init(_ text: String) {
    parts = text.split(separator: "/").filter { $0 != "." }.map(Array.init)
  }

  func matches(_ path: String) -> Bool {
    Self.matches(parts[...], path.split(separator: "/").map(Array.init)[...])
  }

  private static func matches(
    _ parts: ArraySlice<[Character]>, _ names: ArraySlice<[Character]>
  ) -> Bool {
    guard let part = parts.first else { return true }
    if part == ["*", "*"] {
      return (names.startIndex...names.endIndex).contains {
        matches(parts.dropFirst(), names[$0...]) && ($0 < names.endIndex || parts.count == 1)
      }
    }
    guard let name = names.first, nameMatches(part[...], name[...]) else { return false }
    return matches(parts.dropFirst(), names.dropFirst())
  }

  private static func nameMatches(
    _ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>
  ) -> Bool {
    switch pattern.first {
    case nil: return name.isEmpty
    case "*":
      return (name.startIndex...name.endIndex).contains {
        nameMatches(pattern.dropFirst(), name[$0...])
      }
    case "?": return !name.isEmpty && nameMatches(pattern.dropFirst(), name.dropFirst())
    case let letter:
      return name.first == letter && nameMatches(pattern.dropFirst(), name.dropFirst())
    }
  }
}
