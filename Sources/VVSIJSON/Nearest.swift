/// The name among `names` that `name` was most likely meant to be, or nil if none is near.
///
/// Near is: equal but for case, or at most one letter in three (one at least, three at most) wrong, missing, too much
/// or swapped with its neighbour. Of equally near names the first is taken.
public func nearest(_ name: String, in names: [String]) -> String? {
  let wanted = Array(name.lowercased())
  var best: (name: String, distance: Int)?
  for candidate in names {
    let letters = Array(candidate.lowercased())
    let limit = min(max(max(wanted.count, letters.count) / 3, 1), 3)
    guard let distance = editDistance(wanted, letters, limit: limit) else { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// How many edits lead from one word to the other, a swap of neighbours being one; nil if more than `limit`.
private func editDistance(_ left: [Character], _ right: [Character], limit: Int) -> Int? {
  guard abs(left.count - right.count) <= limit else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let change = left[row] == right[column] ? 0 : 1
      var distance = min(last[column] + change, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    guard current.contains(where: { $0 <= limit }) else { return nil }
    beforeLast = last
    last = current
  }
  guard let distance = last.last, distance <= limit else { return nil }
  return distance
}
