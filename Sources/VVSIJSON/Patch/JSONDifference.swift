/// What differs between two values, part by part, in the order of the parts.
///
/// Elements that were inserted into or removed from the middle of an array are found as such, unless very many differ. An
/// object with a single member that gives way to one with another name is one change: most often it is another case
/// of an enum.
public struct JSONDifference: Equatable, Sendable {
  /// One part that differs; `at` is its place in the new value, or where it would be there.
  public enum Change: Equatable, Sendable {
    /// Only the new value has it.
    case added(JSON, at: JSONPointer)
    /// Only the old value has it, where `was` says.
    case removed(JSON, was: JSONPointer, at: JSONPointer)
    /// Both have it.
    case replaced(JSON, with: JSON, at: JSONPointer)
  }

  /// The parts, outer ones never together with what is inside them.
  public private(set) var changes: [Change] = []

  /// Compares two values; there are no changes if they are equal.
  public init(from old: JSON, to new: JSON) {
    compare(old, new, Places())
  }

  /// Where a part is in either value.
  private struct Places {
    var old = JSONPointer()
    var new = JSONPointer()

    func appending(_ name: String) -> Places {
      Places(old: old.appending(name), new: new.appending(name))
    }

    func appending(_ before: Int, _ after: Int) -> Places {
      Places(old: old.appending(before), new: new.appending(after))
    }
  }

  private mutating func compare(_ old: JSON, _ new: JSON, _ places: Places) {
    switch (old, new) {
    case (.object(let old), .object(let new)) where !areOtherCases(old, new):
      compare(old, new, places)
    case (.array(let old), .array(let new)): compare(old, new, places)
    default: if old != new { changes.append(.replaced(old, with: new, at: places.new)) }
    }
  }

  private func areOtherCases(_ old: JSONObject, _ new: JSONObject) -> Bool {
    guard old.count == 1, new.count == 1, let name = old.names.first else { return false }
    return new[name] == nil
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, _ places: Places) {
    for (name, value) in old where new[name] == nil {
      let places = places.appending(name)
      changes.append(.removed(value, was: places.old, at: places.new))
    }
    for (name, value) in new {
      let places = places.appending(name)
      if let before = old[name] {
        compare(before, value, places)
      } else {
        changes.append(.added(value, at: places.new))
      }
    }
  }

  private mutating func compare(_ old: [JSON], _ new: [JSON], _ places: Places) {
    for stretch in ArrayDifference(from: old, to: new).changes {
      let (removed, added) = (stretch.removed, stretch.added)
      for (before, after) in zip(removed, added) {
        compare(old[before], new[after], places.appending(before, after))
      }
      for before in removed.dropFirst(added.count) {
        let places = places.appending(before, added.upperBound)
        changes.append(.removed(old[before], was: places.old, at: places.new))
      }
      for after in added.dropFirst(removed.count) {
        changes.append(.added(new[after], at: places.new.appending(after)))
      }
    }
  }
}
