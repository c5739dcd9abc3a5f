#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A text is refused with a place in it, or says the same after it was written and read again.
func fuzzParser(_ text: UnsafeBufferPointer<UInt8>) {
  let value: JSON
  do {
    value = try JSON(parsing: text)
  } catch {
    return check(error, in: text)
  }
  for style in [JSONStyle.compact, .pretty, JSONStyle(indent: 1, sortedKeys: true)] {
    let written = value.bytes(style)
    let again = try? JSON(parsing: written)
    precondition(again == value && again?.hashValue == value.hashValue)
    precondition(again?.bytes(style) == written)
  }
  checkEnd(text, of: value)
  checkDepth(text, of: value)
  checkParts(value, in: value, at: JSONPointer())
}

private func check(_ error: JSONError, in text: UnsafeBufferPointer<UInt8>) {
  precondition(!error.code.isEmpty && !error.expected.isEmpty && !error.found.isEmpty)
  precondition(JSONPointer(error.path)?.description == error.path)
  let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
  precondition(error.line >= 1 && error.line <= max(lines.count, 1))
  let line = lines.isEmpty ? 0 : lines[error.line - 1].count
  precondition(error.column >= 1 && error.column <= line + 1)
}

/// What has an end of its own is nothing without it.
private func checkEnd(_ text: UnsafeBufferPointer<UInt8>, of value: JSON) {
  switch value {
  case .number: return
  default:
    guard let last = text.lastIndex(where: { $0 > 0x20 }) else { return }
    precondition((try? JSON(parsing: UnsafeBufferPointer(rebasing: text[..<last]))) == nil)
  }
}

/// The limit of depth is the number of open containers, exactly.
private func checkDepth(_ text: UnsafeBufferPointer<UInt8>, of value: JSON) {
  let depth = depth(of: value)
  precondition((try? JSON(parsing: text, limits: JSONLimits(depth: depth))) == value)
  guard depth > 0 else { return }
  do {
    _ = try JSON(parsing: text, limits: JSONLimits(depth: depth - 1))
    preconditionFailure("deeper than allowed")
  } catch {
    precondition(error.code == "too_deep")
  }
}

private func depth(of value: JSON) -> Int {
  switch value {
  case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
  case .object(let object): 1 + (object.map { depth(of: $0.value) }.max() ?? 0)
  default: 0
  }
}

/// Each part is found by its pointer, and each number is what the C library reads.
private func checkParts(_ value: JSON, in whole: JSON, at place: JSONPointer) {
  if place.tokens.count < 16 {
    precondition(JSONPointer(place.description) == place && whole[place] == value)
  }
  switch value {
  case .array(let elements):
    for (index, element) in elements.enumerated() {
      checkParts(element, in: whole, at: place.appending(index))
    }
  case .object(let object):
    for (name, member) in object { checkParts(member, in: whole, at: place.appending(name)) }
  case .number(let number): check(number)
  default: break
  }
}

private func check(_ number: JSONNumber) {
  let nearest = strtod(number.literal, nil)
  precondition(number.double.bitPattern == nearest.bitPattern)
  var literal = number.literal
  let read = literal.withUTF8 { digits in
    digits.baseAddress.flatMap { readDouble($0, digits.count) }
  }
  if nearest.isFinite, !nearest.isZero {
    precondition(read?.bitPattern == nearest.bitPattern)
    precondition(JSONNumber(nearest).map { strtod($0.literal, nil) } == nearest)
  } else if let read {
    precondition(read.isZero && Decimal(literal).isZero && read.sign == nearest.sign)
  }
  guard !literal.contains(where: { ".eE".contains($0) }) else { return }
  precondition(
    number.int64 == Int64(literal) && number.uint64 == (UInt64(literal) ?? zero(literal)))
}

/// What Swift's own reading of unsigned integers refuses.
private func zero(_ literal: String) -> UInt64? { literal == "-0" ? 0 : nil }
