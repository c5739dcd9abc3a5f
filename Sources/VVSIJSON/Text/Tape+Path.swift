extension Tape {
  /// The RFC 6901 pointer to what is being scanned, while `open` is the innermost container.
  ///
  /// Only as long as containers are open does `next` lead outward.
  func pathOfOpen(_ open: UInt32, in base: UnsafePointer<UInt8>) -> String {
    var parts: [String] = []
    var container = open
    while container != Scanner.none {
      parts.append(lastPart(ofOpen: Int(container), in: base))
      container = tokens[Int(container)].next
    }
    return parts.reversed().joined()
  }

  /// The part of the pointer that an open container adds: its last name, or how many elements it has.
  private func lastPart(ofOpen container: Int, in base: UnsafePointer<UInt8>) -> String {
    let token = tokens[container]
    guard token.kind == .object else { return "/\(token.count)" }
    var name = container + 1
    guard name < count else { return "" }
    for _ in 0..<token.count {
      name = Int(tokens[name + 1].next)
      guard name < count else { return "" }
    }
    return "/" + escapedForPointer(text(of: tokens[name], in: base))
  }

  /// The RFC 6901 pointer to the value at `target`, in a finished tape.
  func path(to target: Int, in base: UnsafePointer<UInt8>) -> String {
    var path = ""
    var index = 0
    while index < target, target < Int(tokens[index].next) {
      let container = tokens[index]
      guard container.kind == .array || container.kind == .object else { break }
      var child = index + 1
      var element = 0
      while true {
        let value = container.kind == .object ? child + 1 : child
        guard target >= Int(tokens[value].next) else { break }
        child = Int(tokens[value].next)
        element += 1
      }
      guard container.kind == .object else {
        path += "/\(element)"
        index = child
        continue
      }
      path += "/" + escapedForPointer(text(of: tokens[child], in: base))
      index = child + 1
    }
    return path
  }
}
