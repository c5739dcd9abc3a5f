/// A decoder without a text: gives back placeholders, and notes what it is asked for.
///
/// It shows the names and types that a type really reads, whatever its author has done about them.
struct Probe: Decoder {
  /// Why a type cannot be made of placeholders.
  struct Impossible: Error {}

  let trace: Trace
  /// The case to give to an enum that asks which one there is.
  var chosenCase = 0
  /// Whether to give as little as possible: no elements, no fields that can be done without.
  var isMinimal = false
  /// The types that placeholders are being made of, outermost first.
  var making: [Any.Type] = []
  /// What strings are.
  var text = ""

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    trace.form = .keyed
    return KeyedDecodingContainer(KeyedProbe<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    trace.form = .unkeyed
    return UnkeyedProbe(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    trace.form = .single
    return SingleValueProbe(self)
  }
}

extension Probe {
  /// A probe for a container inside this one's, which `add` is told of.
  func inside(_ add: (Trace.Content) -> Void) -> Probe {
    let trace = Trace()
    add(.nested(trace))
    return Probe(
      trace: trace, chosenCase: chosenCase, isMinimal: isMinimal, making: making, text: text)
  }

  func blank<Value: Placeholder>(_ type: Value.Type) -> Value {
    (text as? Value) ?? Value()
  }

  /// A value of a type, made of placeholders.
  func placeholder<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let plain = TypeLayout.plainCase(0, of: type) { return plain }
    // A type inside itself cannot be made this way; what leads to it leaves it out or fails.
    guard !making.contains(where: { $0 == type }) else { throw Impossible() }
    var failure: any Error = Impossible()
    let trace = Trace()
    for index in 0..<max(1, TypeLayout(type).kind == .enumeration ? 64 : 1) {
      let probe = Probe(
        trace: trace, chosenCase: index, isMinimal: true, making: making + [type],
        text: KnownType.placeholderText(type))
      do {
        return try type.init(from: probe)
      } catch {
        failure = error
      }
      guard index + 1 < trace.keyNames.count else { break }
    }
    throw failure
  }
}

/// A value to stand for one that is not there.
protocol Placeholder: Decodable {
  init()
}

extension Bool: Placeholder {}
extension String: Placeholder {}
extension Double: Placeholder {}
extension Float: Placeholder {}
extension Int: Placeholder {}
extension Int8: Placeholder {}
extension Int16: Placeholder {}
extension Int32: Placeholder {}
extension Int64: Placeholder {}
extension Int128: Placeholder {}
extension UInt: Placeholder {}
extension UInt8: Placeholder {}
extension UInt16: Placeholder {}
extension UInt32: Placeholder {}
extension UInt64: Placeholder {}
extension UInt128: Placeholder {}
