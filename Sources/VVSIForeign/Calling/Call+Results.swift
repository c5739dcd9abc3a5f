import VVSIHost
import VVSIJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Call {
  /// Reads what C left into the state, unless the call has failed, and frees what C handed over.
  ///
  /// - Parameters:
  ///   - code: The call's `errno`.
  ///   - close: Closes a handle that a failed call made nonetheless.
  /// - Returns: Why the call has failed.
  func collect(
    _ code: Int32, close: (HandleType, UnsafeMutableRawPointer) -> Void
  ) -> Fault? {
    let fault = failure(code)
    for (index, argument) in action.arguments.enumerated() where argument.direction != .in {
      if fault == nil, let field = argument.field {
        state.write(field) { append(argument, index, to: &$0) }
      }
      if let free = bound.frees[index] { release(frame.pointee(index), by: free) }
      if fault != nil, case .pointer(.handle(let type)) = argument.form,
        let pointer = frame.pointee(index).load(as: UnsafeMutableRawPointer?.self)
      {
        close(type, pointer)
      }
    }
    if fault == nil, let field = action.result.field {
      state.write(field) { appendResult(to: &$0) }
    }
    if let free = bound.resultFree { release(frame.result, by: free) }
    return fault
  }

  private func release(_ place: UnsafeMutableRawPointer, by free: BoundFunction) {
    guard let pointer = place.load(as: UnsafeMutableRawPointer?.self) else { return }
    free.call(with: pointer)
  }

  private func appendResult(to text: inout [UInt8]) {
    switch action.result.form {
    case .one(let type): type.append(at: frame.result, to: &text, memory.handles)
    case .pointer(let type):
      if let target = frame.result.load(as: UnsafeMutableRawPointer?.self) {
        type.append(at: target, to: &text, memory.handles)
      } else {
        text.append(literal: "null")
      }
    }
  }

  private func append(_ argument: Argument, _ index: Int, to text: inout [UInt8]) {
    let buffer = frame.slot(index).load(as: UnsafeMutableRawPointer?.self)
    guard let buffer else { return text.append(literal: "null") }
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
  }

  /// How many elements of a buffer C says that it wrote; nil if it does not say.
  private func length(_ buffer: Int) -> Int? {
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
    guard let failure = action.failure else { return nil }
    let place = frame.result
    let value = action.result.passed.scalar?.integer(at: place)
    guard failure.condition.holds(value, at: place, action.result.passed) else { return nil }
    let name = value.flatMap { failure.codes?.name(of: $0) } ?? nil
    let shown = name ?? value.map(String.init) ?? resultShown
    var message = "\(action.function) returned \(shown)"
    if let said = said(failure, code), !said.isEmpty { message += ": \(said)" }
    return Fault(code: name.map { $0.lowercased() } ?? "call_failed", message: message)
  }

  private var resultShown: String {
    if action.result.passed.isPointer { return "NULL" }
    var text: [UInt8] = []
    appendResult(to: &text)
    return String(decoding: text, as: UTF8.self)
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
