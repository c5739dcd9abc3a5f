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
    return "/" + escapedForPointer(tokens[name].text(in: base))
  }

  /// The way to the value at `target`, in a finished tape.
  func steps(to target: Int, in base: UnsafePointer<UInt8>) -> [Step] {
    var steps: [Step] = []
    var index = 0
    while index < target, target < Int(tokens[index].next) {
      let isObject = tokens[index].kind == .object
      guard isObject || tokens[index].kind == .array else { break }
      var child = index + 1
      var position = 0
      while Int(tokens[isObject ? child + 1 : child].next) <= target {
        child = Int(tokens[isObject ? child + 1 : child].next)
        position += 1
      }
      steps.append(isObject ? .name(tokens[child].text(in: base)) : .position(position))
      index = isObject ? child + 1 : child
    }
    return steps
  }
}

/// One step into a container.
enum Step: Equatable {
  case name(String)
  case position(Int)

  /// The step as part of an RFC 6901 pointer.
  var pointerPart: String {
    switch self {
    case .name(let name): "/" + escapedForPointer(name)
    case .position(let position): "/\(position)"
    }
  }
}
