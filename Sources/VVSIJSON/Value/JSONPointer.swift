/// A place inside a JSON value (RFC 6901), such as `/items/0/name`.
///
/// Two pointers are equal if their tokens have the same scalars: in JSON a composed and a decomposed letter are two names.
public struct JSONPointer: Hashable, Sendable {
  /// The names and positions on the way, unescaped.
  public var tokens: [String]

  /// Makes a pointer; without tokens it is to the whole value.
  public init(tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Parses a pointer: nothing, or tokens that each begin with `/`, where `~1` stands for `/` and `~0` for `~`.
  ///
  /// Nil if the text is none.
  public init?(_ text: some StringProtocol) {
    guard !text.isEmpty else {
      self.init()
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let token = JSONPointer.unescape(part) else { return nil }
      tokens.append(token)
    }
    self.init(tokens: tokens)
  }

  /// Compares two pointers.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.count == right.tokens.count && left.isInside(right)
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combine(ExactString(token)) }
  }

  /// Whether it points to what the other one points to, or to a part of that.
  func isInside(_ other: JSONPointer) -> Bool {
    tokens.starts(with: other.tokens) { ExactString($0) == ExactString($1) }
  }

  private static func unescape(_ part: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var isEscape = false
    for byte in part {
      switch (isEscape, byte) {
      case (true, UInt8(ascii: "0")): bytes.append(UInt8(ascii: "~"))
      case (true, UInt8(ascii: "1")): bytes.append(UInt8(ascii: "/"))
      case (true, _): return nil
      case (false, UInt8(ascii: "~")): break
      default: bytes.append(byte)
      }
      isEscape = !isEscape && byte == UInt8(ascii: "~")
    }
    return isEscape ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The pointer to a member of what this one points to.
  public func appending(_ name: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [name])
  }

  /// The pointer to an element of what this one points to.
  public func appending(_ index: Int) -> JSONPointer {
    JSONPointer(tokens: tokens + [String(index)])
  }
}

extension JSONPointer {
  /// The pointer to what holds what this one points to; of the whole value, itself.
  public var parent: JSONPointer {
    JSONPointer(tokens: Array(tokens.dropLast()))
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer as text.
  public var description: String {
    tokens.map { "/" + escapedForPointer($0) }.joined()
  }
}

extension JSON {
  /// The value at a place, or nil if there is none.
  public subscript(pointer: JSONPointer) -> JSON? {
    var value = self
    for token in pointer.tokens {
      guard let inner = value.child(token) else { return nil }
      value = inner
    }
    return value
  }

  private func child(_ token: String) -> JSON? {
    switch self {
    case .object(let object): object[token]
    case .array(let elements): arrayIndex(token, count: elements.count).map { elements[$0] }
    default: nil
    }
  }
}

/// The position that a token names in an array of `count` elements: digits without leading zeros.
func arrayIndex(_ token: String, count: Int) -> Int? {
  guard token.utf8.allSatisfy(isDigit), token == "0" || token.utf8.first != UInt8(ascii: "0"),
    let index = Int(token), index < count
  else { return nil }
  return index
}

/// A name as a token of a pointer.
func escapedForPointer(_ name: String) -> String {
  guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
    return name
  }
  var bytes: [UInt8] = []
  for byte in name.utf8 {
    switch byte {
    case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
    case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
    default: bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
