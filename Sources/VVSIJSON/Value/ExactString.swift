/// A string that equals another only if both have the same scalars, as JSON has it.
///
/// Swift's own comparison holds a composed and a decomposed letter to be the same.
struct ExactString: Hashable {
  let string: String

  init(_ string: String) {
    self.string = string
  }

  static func == (left: ExactString, right: ExactString) -> Bool {
    let (left, right) = (left.string.utf8, right.string.utf8)
    let fast = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        left.count == right.count && right.baseAddress.map { equalBytes(left, $0) } ?? true
      }
    }
    return (fast ?? nil) ?? left.elementsEqual(right)
  }

  func hash(into hasher: inout Hasher) {
    for unit in string.utf8 { hasher.combine(unit) }
    hasher.combine(0xFF as UInt8)
  }
}
