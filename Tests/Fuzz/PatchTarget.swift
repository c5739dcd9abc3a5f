/// A difference leads from one value to the other, and any patch either fits or says where it does not.
///
/// The input is two texts with a zero byte between; or else values and a patch are made from its bytes.
func fuzzPatch(_ input: UnsafeBufferPointer<UInt8>) {
  let parts = input.split(separator: 0, maxSplits: 1).map(UnsafeBufferPointer.init(rebasing:))
  if parts.count == 2, let old = try? JSON(parsing: parts[0]),
    let new = try? JSON(parsing: parts[1])
  {
    checkDifference(from: old, to: new)
    _ = JSONSchema.validate(old, against: new)
    if let patch = try? JSONPatch(new) { check(patch, on: old) }
    return
  }
  var source = Source(input)
  let old = source.value(depth: 4)
  checkDifference(from: old, to: source.variant(of: old, depth: 4))
  check(JSONPatch((0..<source.below(4)).map { _ in source.operation(on: old) }), on: old)
}

private func checkDifference(from old: JSON, to new: JSON) {
  let patch = JSONPatch(from: old, to: new)
  precondition(patch.isEmpty == (old == new))
  precondition((try? patch.applied(to: old)) == new)
  checkForm(patch)
}

/// A patch is the same after it was written and read again.
private func checkForm(_ patch: JSONPatch) {
  let again = try? JSONPatch(JSON(parsing: patch.json.bytes()))
  precondition(again == patch)
}

private func check(_ patch: JSONPatch, on old: JSON) {
  checkForm(patch)
  do {
    let new = try patch.applied(to: old)
    precondition((try? patch.inSmallSteps(on: old).applied(to: old)) == new)
    checkDifference(from: new, to: old)
  } catch {
    precondition(JSONPointer(error.path) != nil && !error.expected.isEmpty && !error.found.isEmpty)
  }
}

extension JSONPatch {
  /// The same patch without moves, copies and replacements, as RFC 6902 explains these.
  fileprivate func inSmallSteps(on value: JSON) throws -> JSONPatch {
    var value = value
    var steps: [Operation] = []
    for operation in operations {
      let small: [Operation] =
        switch operation {
        case .move(let from, let to) where from != to:
          [.remove(from), .add(to, value[from] ?? .null)]
        case .copy(let from, let to): [.add(to, value[from] ?? .null)]
        case .replace(let place, let new) where !place.tokens.isEmpty:
          [.remove(place), .add(place, new)]
        default: [operation]
        }
      steps += small
      value = try JSONPatch([operation]).applied(to: value)
    }
    return JSONPatch(steps)
  }
}
