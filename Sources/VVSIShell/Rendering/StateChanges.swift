import VVSIHost
import VVSIJSON

/// What a commit changed, for people: `items[2] + "New item"`, `value 3 → 4`.
enum StateChanges {
  /// How many changes are told before the rest is only counted.
  static let limit = 10

  /// One line for each change; the instance's name is left to the caller.
  static func lines(
    from old: JSON, to new: JSON, of feature: InstanceName, style: Style = .plain
  ) -> [String] {
    let changes = JSONDifference(from: old, to: new).changes
    var lines = changes.prefix(limit).map { change in
      let place = PathText.text(change.place, in: change.isRemoval ? old : new)
      return (place.isEmpty ? "" : place + " ") + text(change, style)
    }
    let rest = changes.dropFirst(limit).map(\.place)
    if let first = rest.first {
      let common = rest.reduce(first.tokens.dropLast()[...]) { common, next in
        common.prefix(zip(common, next.tokens).prefix { $0 == $1 }.count)
      }
      let path = PathText.text(JSONPointer(tokens: Array(common)), in: new)
      let command = ":state \(feature)" + (path.isEmpty ? "" : " " + path)
      lines.append(style.dim("… \(Figures.count(rest.count, "more change")) (\(command))"))
    }
    return lines
  }

  private static func text(_ change: JSONDifference.Change, _ style: Style) -> String {
    switch change {
    case .added(let value, _): style.green("+") + " " + ValueText.short(value)
    case .removed(let value, _, _): style.red("-") + " " + ValueText.short(value)
    case .replaced(let old, let new, _): "\(ValueText.short(old)) → \(ValueText.short(new))"
    }
  }
}

extension JSONDifference.Change {
  /// Where people look for it: what was removed, in the old state.
  fileprivate var place: JSONPointer {
    switch self {
    case .added(_, let place), .removed(_, let place, _), .replaced(_, _, let place): place
    }
  }

  fileprivate var isRemoval: Bool {
    if case .removed = self { true } else { false }
  }
}
