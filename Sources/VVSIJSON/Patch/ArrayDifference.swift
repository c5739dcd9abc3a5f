/// Which stretches of an array give way to which stretches of another.
struct ArrayDifference {
  /// Elements of the old array, and those of the new one in their place; one of them may be empty.
  struct Change: Equatable {
    var removed: Range<Int>
    var added: Range<Int>
  }

  /// In order; what lies between them is equal.
  private(set) var changes: [Change] = []

  /// Above this many pairs of elements, stretches are not compared further.
  private static let limit = 1 << 20

  init(from old: [JSON], to new: [JSON]) {
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let change = Change(
      removed: prefix..<old.count - suffix, added: prefix..<new.count - suffix)
    let pairs = change.removed.count.multipliedReportingOverflow(by: change.added.count)
    if pairs.partialValue == 0 || pairs.overflow || pairs.partialValue > ArrayDifference.limit {
      append(change)
    } else {
      compare(old, new, change)
    }
  }

  private mutating func append(_ change: Change) {
    if !change.removed.isEmpty || !change.added.isEmpty { changes.append(change) }
  }

  /// Finds the longest common subsequence of two stretches; what is not in it has changed.
  private mutating func compare(_ old: [JSON], _ new: [JSON], _ stretch: Change) {
    let (old, new) = (ArrayDifference.numbered(old[stretch.removed], new[stretch.added]))
    let lengths = ArrayDifference.lengths(old, new)
    let width = new.count + 1
    var (row, column) = (0, 0)
    var (rowStart, columnStart) = (0, 0)
    while row < old.count, column < new.count {
      if old[row] == new[column] {
        append(stretch.part(rowStart..<row, columnStart..<column))
        row += 1
        column += 1
        (rowStart, columnStart) = (row, column)
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    append(stretch.part(rowStart..<old.count, columnStart..<new.count))
  }

  /// Equal elements get equal numbers, so that each is looked at once only.
  private static func numbered(
    _ old: ArraySlice<JSON>, _ new: ArraySlice<JSON>
  ) -> ([Int], [Int]) {
    var numbers: [JSON: Int] = [:]
    func number(_ value: JSON) -> Int {
      if let known = numbers[value] { return known }
      numbers[value] = numbers.count
      return numbers.count - 1
    }
    return (old.map(number), new.map(number))
  }

  /// For each pair of beginnings, how long the longest common subsequence from there on is.
  private static func lengths(_ old: [Int], _ new: [Int]) -> [Int32] {
    let width = new.count + 1
    var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        let place = row * width + column
        lengths[place] =
          old[row] == new[column]
          ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    return lengths
  }
}

extension ArrayDifference.Change {
  /// A part of a stretch, by positions inside it.
  fileprivate func part(_ removed: Range<Int>, _ added: Range<Int>) -> ArrayDifference.Change {
    ArrayDifference.Change(
      removed: self.removed.lowerBound + removed.lowerBound..<self.removed.lowerBound
        + removed.upperBound,
      added: self.added.lowerBound + added.lowerBound..<self.added.lowerBound + added.upperBound)
  }
}
