extension JSONPatch {
  /// Makes the patch that leads from one value to another.
  ///
  /// Applied to the first value it gives one that equals the second. It is empty if both are equal already. Elements
  /// that were inserted or removed in the middle of an array are found as such, unless very many differ.
  public init(from old: JSON, to new: JSON) {
    self.init()
    add(old, new, at: JSONPointer())
  }

  private mutating func add(_ old: JSON, _ new: JSON, at place: JSONPointer) {
    switch (old, new) {
    case (.object(let old), .object(let new)): add(old, new, at: place)
    case (.array(let old), .array(let new)): add(old, new, at: place)
    default: if old != new { operations.append(.replace(place, with: new)) }
    }
  }

  private mutating func add(_ old: JSONObject, _ new: JSONObject, at place: JSONPointer) {
    for (name, _) in old where new[name] == nil {
      operations.append(.remove(place.appending(name)))
    }
    for (name, value) in new {
      if let before = old[name] {
        add(before, value, at: place.appending(name))
      } else {
        operations.append(.add(place.appending(name), value))
      }
    }
  }

  private mutating func add(_ old: [JSON], _ new: [JSON], at place: JSONPointer) {
    // Positions are those at the time of the step: what was added before counts, what was removed does not.
    for change in ArrayDifference(from: old, to: new).changes {
      addChange(change, old, new, at: place)
    }
  }

  private mutating func addChange(
    _ change: ArrayDifference.Change, _ old: [JSON], _ new: [JSON], at place: JSONPointer
  ) {
    let paired = min(change.removed.count, change.added.count)
    for offset in 0..<paired {
      let position = change.added.lowerBound + offset
      add(old[change.removed.lowerBound + offset], new[position], at: place.appending(position))
    }
    let end = change.added.lowerBound + paired
    for _ in paired..<change.removed.count { operations.append(.remove(place.appending(end))) }
    for position in end..<change.added.upperBound {
      operations.append(.add(place.appending(position), new[position]))
    }
  }
}
