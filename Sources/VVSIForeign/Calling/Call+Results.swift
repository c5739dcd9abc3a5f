import VVSIHost
import VVSIJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a call left: fields of the state and their JSON text, and why it has failed.
struct Results {
  var fields: [(name: String, text: [UInt8])] = []
  var fault: Fault?
}

extension Call {
  /// Reads what C left, and frees what it handed over.
  ///
  /// - Parameters:
  ///   - code: The call's `errno`.
  ///   - close: Closes a handle that a failed call made nonetheless.
  /// - Returns: What the state takes over, or why the call has failed.
  func collect(
    _ code: Int32, close: (HandleType, UnsafeMutableRawPointer) -> Void
  ) -> Results {
    var results = Results(fault: failure(code))
    for (index, argument) in bound.action.arguments.enumerated() where argument.direction != .in {
      if results.fault == nil, let into = argument.into {
        results.fields.append((into, text(of: argument, index)))
      }
      if let free = bound.frees[index] { release(frame.pointee(index), by: free) }
      if results.fault != nil, case .pointer(.handle(let type)) = argument.form,
        let pointer = frame.pointee(index).load(as: UnsafeMutableRawPointer?.self)
      {
        close(type, pointer)
      }
    }
    if results.fault == nil, let into = bound.action.result.into {
      results.fields.append((into, resultText()))
    }
    if let free = bound.resultFree { release(frame.result, by: free) }
    return results
  }

  private func release(_ place: UnsafeMutableRawPointer, by free: BoundFunction) {
    guard let pointer = place.load(as: UnsafeMutableRawPointer?.self) else { return }
    free.call(with: pointer)
  }

  private func resultText() -> [UInt8] {
    var text: [UInt8] = []
    switch bound.action.result.form {
    case .one(let type): type.append(at: frame.result, to: &text, memory.handles)
    case .pointer(let type):
      if let target = frame.result.load(as: UnsafeMutableRawPointer?.self) {
        type.append(at: target, to: &text, memory.handles)
      } else {
        text.append(literal: "null")
      }
    }
    return text
  }

  private func text(of argument: Argument, _ index: Int) -> [UInt8] {
    var text: [UInt8] = []
    let buffer = frame.slot(index).load(as: UnsafeMutableRawPointer?.self)
    guard let buffer else { return Array("null".utf8) }
    switch argument.form {
    case .pointer(let type): type.append(at: buffer, to: &text, memory.handles)
    case .buffer(let type):
      type.append(length(index) ?? frame.counts[index], at: buffer, to: &text, memory.handles)
    case .bytes(let encoding):
      var bytes = UnsafeRawBufferPointer(
        start: buffer, count: length(index) ?? frame.counts[index])
      if encoding == .text, length(index) == nil, argument.direction == .out,
        let end = bytes.firstIndex(of: 0)
      {
        bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
      }
      encoding.append(bytes, to: &text)
    case .value, .callback, .state: text.append(literal: "null")
    }
    return text
  }

  /// How many elements of a buffer C says that it wrote; nil if it does not say.
  private func length(_ buffer: Int) -> Int? {
    let action = bound.action
    var length: Int?
    for (index, argument) in action.arguments.enumerated() where argument.lengthOf.contains(buffer)
    {
      if case .pointer = argument.form, argument.direction != .in { length = integer(index) }
    }
    if action.result.lengthOf.contains(buffer),
      let count = action.result.form.type.scalar?.integer(at: frame.result)
    {
      length = Int(clamping: count)
    }
    return length.map { min(max($0, 0), frame.counts[buffer]) }
  }
}

extension Call {
  /// Why the call has failed; nil if it has not.
  private func failure(_ code: Int32) -> Fault? {
    guard let failure = bound.action.failure else { return nil }
    let place = frame.result
    let value = bound.action.result.passed.scalar?.integer(at: place)
    guard failure.condition.holds(value, at: place, bound.action.result.passed) else { return nil }
    let name = value.flatMap { failure.codes?.name(of: $0) } ?? nil
    let shown = name ?? value.map(String.init) ?? resultShown
    var message = "\(bound.action.function) returned \(shown)"
    if let said = said(failure, code), !said.isEmpty { message += ": \(said)" }
    return Fault(code: name.map { $0.lowercased() } ?? "call_failed", message: message)
  }

  private var resultShown: String {
    if bound.action.result.passed.isPointer { return "NULL" }
    return String(decoding: resultText(), as: UTF8.self)
  }

  /// The message in C's own words.
  private func said(_ failure: Failure, _ code: Int32) -> String? {
    switch failure.message {
    case nil: return nil
    case .errno: return "\(systemWords(code)) (errno \(code))"
    case .argument(let index): return string(at: frame.pointee(index))
    case .function(_, let operands, _):
      guard let function = bound.message else { return nil }
      var code = code
      return withUnsafeMutableBytes(of: &code) { code in
        var places: [UnsafeMutableRawPointer?] = operands.map { operand in
          switch operand {
          case .argument(let index): place(of: index)
          case .result: frame.result
          case .errno: code.baseAddress
          }
        }
        places.append(nil)
        var result: (UInt64, UInt64) = (0, 0)
        return withUnsafeMutableBytes(of: &result) { result in
          guard let base = result.baseAddress else { return nil }
          _ = function.call(&places, result: base)
          return string(at: base)
        }
      }
    }
  }

  private func string(at place: UnsafeRawPointer) -> String? {
    place.load(as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
  }

  private func systemWords(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error"
  }
}

extension Failure.Condition {
  /// Whether a result means failure; `value` is nil of a pointer, a float and an integer beyond `Int64`.
  func holds(_ value: Int64?, at place: UnsafeRawPointer, _ type: CType) -> Bool {
    switch self {
    case .null: return place.load(as: UnsafeRawPointer?.self) == nil
    case .nonzero: return value.map { $0 != 0 } ?? (real(place, type) != 0)
    case .zero: return value.map { $0 == 0 } ?? (real(place, type) == 0)
    case .negative: return value.map { $0 < 0 } ?? (real(place, type) < 0)
    case .among(let codes): return value.map(codes.contains) ?? false
    case .notAmong(let codes): return value.map { !codes.contains($0) } ?? true
    }
  }

  private func real(_ place: UnsafeRawPointer, _ type: CType) -> Double {
    switch type.scalar {
    case .float: Double(place.load(as: Float.self))
    case .double: place.load(as: Double.self)
    default: Double(UInt64.max)
    }
  }
}
