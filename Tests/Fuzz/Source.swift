/// Makes values out of the bytes of an input; what is behind its end counts as zeros.
struct Source {
  private var bytes: Slice<UnsafeBufferPointer<UInt8>>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes[...]
  }

  mutating func below(_ bound: Int) -> Int { Int(bytes.popFirst() ?? 0) % bound }

  /// A value of few different parts, so that many are equal.
  mutating func value(depth: Int) -> JSON {
    switch below(depth == 0 ? 4 : 7) {
    case 0: return .null
    case 1: return .bool(below(2) == 1)
    case 2: return .number(JSONNumber(below(5)))
    case 3: return .string(name())
    case 4, 5: return .array((0..<below(7)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<below(5) { object[name()] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  private mutating func name() -> String {
    ["a", "b", "", "0", "1", "-", "~", "/", "é", "e\u{301}", "~1"][below(11)]
  }

  /// A value that has some parts in common with another.
  mutating func variant(of value: JSON, depth: Int) -> JSON {
    switch value {
    case .array(var elements) where below(8) > 0:
      for _ in 0..<below(3) { elements.insert(self.value(depth: 1), at: below(elements.count + 1)) }
      for _ in 0..<min(below(3), elements.count) { elements.remove(at: below(elements.count)) }
      guard depth > 0 else { return .array(elements) }
      return .array(elements.map { below(3) == 0 ? variant(of: $0, depth: depth - 1) : $0 })
    case .object(var object) where below(8) > 0:
      for name in object.names {
        switch below(4) {
        case 0: object[name] = nil
        case 1: object[name] = object[name].map { variant(of: $0, depth: max(depth - 1, 0)) }
        default: break
        }
      }
      if below(2) == 1 { object[name()] = self.value(depth: 1) }
      return .object(object)
    default: return self.value(depth: depth)
    }
  }

  mutating func operation(on value: JSON) -> JSONPatch.Operation {
    let place = self.place(in: value)
    switch below(6) {
    case 0: return .add(place, self.value(depth: 2))
    case 1: return .remove(place)
    case 2: return .replace(place, with: self.value(depth: 2))
    case 3: return .move(from: self.place(in: value), to: place)
    case 4: return .copy(from: self.place(in: value), to: place)
    default: return .test(place, value[place] ?? self.value(depth: 1))
    }
  }

  /// A place that is there, or nearly.
  private mutating func place(in value: JSON) -> JSONPointer {
    var place = JSONPointer()
    var inner = value
    while below(4) > 0 {
      let token: String =
        switch inner {
        case .array(let elements): below(5) == 0 ? "-" : String(below(elements.count + 1))
        case .object(let object) where !object.isEmpty && below(4) > 0:
          object.names[below(object.count)]
        default: name()
        }
      place = place.appending(token)
      guard let next = value[place] else { break }
      inner = next
    }
    return place
  }
}
