extension JSONPointer {
  /// The line, from 1, on which the place stands in a text; nil if the text is no JSON or has no such place.
  ///
  /// Of a member it is the line of its name.
  public func line(in text: [UInt8]) -> Int? {
    text.withUnsafeBufferPointer { text in
      var scanner = Scanner(text, depthLimit: JSONLimits.default.depth, into: Tape())
      do throws(JSONError) {
        try scanner.scan()
      } catch {
        return nil
      }
      guard let offset = scanner.tape.offset(of: tokens, in: scanner.text.base) else { return nil }
      return 1 + text[..<offset].count { $0 == UInt8(ascii: "\n") }
    }
  }
}

extension Tape {
  /// Where the name, or else the value, at the end of a way begins in the text.
  fileprivate func offset(of steps: [String], in base: UnsafePointer<UInt8>) -> Int? {
    var place = 0
    var value = 0
    for step in steps {
      guard let child = child(step, of: value, in: base) else { return nil }
      place = child
      value = tokens[child].kind == .name ? child + 1 : child
    }
    return Int(tokens[place].offset)
  }

  /// The name of a member, or an element.
  private func child(_ step: String, of container: Int, in base: UnsafePointer<UInt8>) -> Int? {
    let count = Int(tokens[container].count)
    var child = container + 1
    switch tokens[container].kind {
    case .object:
      for _ in 0..<count {
        if tokens[child].text(in: base) == step { return child }
        child = Int(tokens[child + 1].next)
      }
      return nil
    case .array:
      guard let index = arrayIndex(step, count: count) else { return nil }
      for _ in 0..<index { child = Int(tokens[child].next) }
      return child
    default: return nil
    }
  }
}
