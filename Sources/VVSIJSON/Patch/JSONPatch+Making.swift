extension JSONPatch {
  /// Makes the patch that leads from one value to another.
  ///
  /// Applied to the first value it gives one that equals the second. It is empty if both are equal already.
  public init(from old: JSON, to new: JSON) {
    // A step finds all parts before its own as they are in the new value, so that the places there are those to name.
    self.init(
      JSONDifference(from: old, to: new).changes.map { change in
        switch change {
        case .added(let value, let place): .add(place, value)
        case .removed(_, _, let place): .remove(place)
        case .replaced(_, let value, let place): .replace(place, with: value)
        }
      })
  }
}
