extension JSON {
  /// The value as a JSON text.
  public func text(_ style: JSONStyle = .compact) -> String {
    var output = Output()
    output.write(self, style)
    return output.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The value as the bytes of a JSON text.
  public func bytes(_ style: JSONStyle = .compact) -> [UInt8] {
    var output = Output()
    output.write(self, style)
    return output.withBytes { Array($0) }
  }
}

extension JSON: CustomStringConvertible {
  /// The value on one line.
  public var description: String { text() }
}

extension Output {
  mutating func write(_ value: JSON, _ style: JSONStyle, level: Int = 0) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number): append(unquoted: number.literal)
    case .string(let string): append(quoted: string)
    case .array(let elements): write(elements, style, level)
    case .object(let object): write(object, style, level)
    }
  }

  private mutating func write(_ elements: [JSON], _ style: JSONStyle, _ level: Int) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      separate(isFirst, style, level + 1)
      isFirst = false
      write(element, style, level: level + 1)
    }
    if !isFirst { breakLine(style, level) }
    append(UInt8(ascii: "]"))
  }

  private mutating func write(_ object: JSONObject, _ style: JSONStyle, _ level: Int) {
    append(UInt8(ascii: "{"))
    var members = Array(object)
    if style.sortedKeys { members.sort { precedes($0.name, $1.name) } }
    var isFirst = true
    for (name, value) in members {
      separate(isFirst, style, level + 1)
      isFirst = false
      append(quoted: name)
      append(UInt8(ascii: ":"))
      if style.indent != nil { append(UInt8(ascii: " ")) }
      write(value, style, level: level + 1)
    }
    if !isFirst { breakLine(style, level) }
    append(UInt8(ascii: "}"))
  }

  private mutating func separate(_ isFirst: Bool, _ style: JSONStyle, _ level: Int) {
    if !isFirst { append(UInt8(ascii: ",")) }
    breakLine(style, level)
  }

  private mutating func breakLine(_ style: JSONStyle, _ level: Int) {
    guard let indent = style.indent else { return }
    append(UInt8(ascii: "\n"))
    for _ in 0..<max(indent * level, 0) { append(UInt8(ascii: " ")) }
  }
}

/// Whether a name comes first, by the bytes of the UTF-8.
func precedes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}
