import VVSIHost
import VVSIJSON

/// What a commit changed, for people: `items[2] + "New item"`, `value 3 → 4`.
struct StateChanges {
  /// How many changes are told before the rest is only counted.
  static let limit = 10

  private enum Change {
    case added(JSON)
    case removed(JSON)
    case replaced(JSON, by: JSON)
  }

  private var changes: [(place: JSONPointer, change: Change)] = []

  /// One line for each change; the instance's name is left to the caller.
  static func lines(
    from old: JSON, to new: JSON, of feature: InstanceName, style: Style = .plain
  ) -> [String] {
    var difference = StateChanges()
    difference.compare(old, new, at: JSONPointer())
    var lines = difference.changes.prefix(limit).map { place, change in
      let root = if case .removed = change { old } else { new }
      let path = PathText.text(place, in: root)
      return (path.isEmpty ? "" : path + " ") + text(change, style)
    }
    let rest = difference.changes.dropFirst(limit)
    if let first = rest.first {
      let common = rest.reduce(first.place.tokens.dropLast()[...]) { common, next in
        common.prefix(zip(common, next.place.tokens).prefix { $0 == $1 }.count)
      }
      let path = PathText.text(JSONPointer(tokens: Array(common)), in: new)
      let command = ":state \(feature)" + (path.isEmpty ? "" : " " + path)
      lines.append(style.dim("… \(Figures.count(rest.count, "more change")) (\(command))"))
    }
    return lines
  }

  private static func text(_ change: Change, _ style: Style) -> String {
    switch change {
    case .added(let value): style.green("+") + " " + ValueText.short(value)
    case .removed(let value): style.red("-") + " " + ValueText.short(value)
    case .replaced(let old, let new): "\(ValueText.short(old)) → \(ValueText.short(new))"
    }
  }

  private mutating func compare(_ old: JSON, _ new: JSON, at place: JSONPointer) {
    switch (old, new) {
    case (.object(let old), .object(let new)) where !areOtherCases(old, new):
      compare(old, new, at: place)
    case (.array(let old), .array(let new)): compare(old, new, at: place)
    default:
      if old != new { changes.append((place, .replaced(old, by: new))) }
    }
  }

  /// Whether both look like different cases of one enum.
  private func areOtherCases(_ old: JSONObject, _ new: JSONObject) -> Bool {
    old.count == 1 && new.count == 1 && old.names != new.names
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, at place: JSONPointer) {
    for (name, value) in old where new[name] == nil {
      changes.append((place.appending(name), .removed(value)))
    }
    for (name, value) in new {
      if let before = old[name] {
        compare(before, value, at: place.appending(name))
      } else {
        changes.append((place.appending(name), .added(value)))
      }
    }
  }

  /// Arrays are compared between what they have in common at both ends, element by element.
  private mutating func compare(_ old: [JSON], _ new: [JSON], at place: JSONPointer) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    let before = old[start..<(old.count - end)]
    let after = new[start..<(new.count - end)]
    let paired = min(before.count, after.count)
    for (index, pair) in zip(before, after).enumerated() {
      compare(pair.0, pair.1, at: place.appending(start + index))
    }
    for (index, value) in before.enumerated().dropFirst(paired) {
      changes.append((place.appending(start + index), .removed(value)))
    }
    for (index, value) in after.enumerated().dropFirst(paired) {
      changes.append((place.appending(start + index), .added(value)))
    }
  }
}
