/// What the names of functions and arguments say by custom.
enum Customs {
  private static let whole: Set<String> = [
    "n", "len", "length", "size", "count", "sz", "num", "nbytes", "nbyte", "cb",
    "capacity",
  ]
  private static let ends = ["len", "length", "size", "count", "bytes"]
  private static let parts: Set<String> = [
    "nmemb", "nitems", "width", "height", "w", "h", "rows", "cols", "columns", "m", "k",
  ]

  /// Whether an argument of this name tells how long the one before it is.
  static func isLength(_ name: String) -> Bool {
    let lower = name.lowercased()
    if ["stride", "pitch", "step"].contains(where: lower.contains) { return false }
    return whole.contains(lower) || ends.contains(where: lower.hasSuffix) || countsInHungarian(name)
  }

  /// Whether an argument of this name may be one factor of a size.
  static func isPartOfSize(_ name: String) -> Bool {
    let lower = name.lowercased()
    return isLength(name) || parts.contains(lower)
      || ["stride", "pitch"].contains(where: lower.contains)
  }

  /// `nByte`, `nData`.
  private static func countsInHungarian(_ name: String) -> Bool {
    name.first == "n" && name.dropFirst().first?.isUppercase ?? false
  }

  /// Whether a function of this name ends what it is handed.
  static func isEnd(_ function: String) -> Bool {
    var words = function.lowercased().split(separator: "_")
    if let last = words.last, words.count > 1, isVariant(last) { words.removeLast() }
    guard let last = words.last else { return false }
    let isOneWord = words.count == 1 && function == function.lowercased()
    return verbs.contains { last.hasSuffix($0) || (isOneWord && last.hasPrefix($0)) }
  }

  private static let verbs = [
    "close", "free", "destroy", "delete", "finalize", "finish", "release", "dispose", "unref",
  ]

  /// `_v2`, `_r`.
  private static func isVariant(_ word: Substring) -> Bool {
    word.count == 1 || (word.first == "v" && word.dropFirst().allSatisfy(\.isNumber))
  }

  /// Whether a function of this name ends, copies or unwinds the process that calls it.
  static func changesProcess(_ function: String) -> Bool {
    ["fork", "vfork", "daemon", "closefrom", "setjmp", "_setjmp", "sigsetjmp"].contains(function)
  }

  /// Whether a function of this name tells what is used from now on.
  static func isSetter(_ function: String) -> Bool { function.lowercased().contains("set") }
}
