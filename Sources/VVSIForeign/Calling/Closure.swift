import CFFI
import Synchronization
import VVSIHost
import VVSIJSON

/// A function made at run time for C to call.
///
/// It lives for ever, and points to nothing that does not: what it tells an instance goes through an outlet that is taken
/// from it when the instance is closed.
final class Closure: @unchecked Sendable {
  // What C calls with is its own; the target has a lock, the answer is atomic, everything else is only read.
  let code: UnsafeMutableRawPointer
  let type: CallbackType
  private let interface: CallInterface
  private let complain: @Sendable (String) -> Void
  private let target = Guarded<Target>(Target())
  /// The bytes of what the callback returns.
  private let answer = Atomic<UInt64>(0)

  private struct Target {
    var outlet: Outlet?
    var hasComplained = false
  }

  /// Nil if the system gives no memory that can be run.
  static func make(
    _ type: CallbackType, _ interface: CallInterface, complain: @escaping @Sendable (String) -> Void
  ) -> Closure? {
    var code: UnsafeMutableRawPointer?
    guard let memory = ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code), let code else {
      return nil
    }
    let closure = Closure(code, type, interface, complain)
    let status = ffi_prep_closure_loc(
      memory.assumingMemoryBound(to: ffi_closure.self), interface.pointer, receiveCallback,
      Unmanaged.passRetained(closure).toOpaque(), code)
    return status == FFI_OK ? closure : nil
  }

  private init(
    _ code: UnsafeMutableRawPointer, _ type: CallbackType, _ interface: CallInterface,
    _ complain: @escaping @Sendable (String) -> Void
  ) {
    self.code = code
    self.type = type
    self.interface = interface
    self.complain = complain
  }

  /// Says who is told of the calls from now on; nil for nobody.
  func bind(_ outlet: Outlet?) {
    target.withLock { $0 = Target(outlet: outlet) }
  }

  /// Sets what the callback returns from now on; null is zero.
  func setAnswer(_ json: JSON, _ memory: CallMemory) throws(Misfit) {
    var bits: UInt64 = 0
    if !json.isNull, !type.result.isVoid {
      try withUnsafeMutableBytes(of: &bits) { bytes throws(Misfit) in
        guard let place = bytes.baseAddress else { return }
        try type.result.store(json, to: place, memory)
      }
    }
    answer.store(bits, ordering: .releasing)
  }

  fileprivate func receive(
    _ result: UnsafeMutableRawPointer?,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    if let name = type.notification { tell(name, arguments) }
    guard let result, !type.result.isVoid else { return }
    if case .comparison(let left, let right) = type.answer, let arguments {
      give(compare(left, right, arguments), result)
    } else {
      give(answer.load(ordering: .acquiring), result)
    }
  }

  private func tell(
    _ name: String, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    if let outlet = target.withLock({ $0.outlet }), outlet.isOpen {
      var text: [UInt8] = []
      text.append(literal: "{")
      text.append(quoted: name)
      text.append(literal: ":{")
      if let arguments { append(arguments, to: &text) }
      text.append(literal: "}}")
      if outlet.notify(text) { return }
    }
    let isFirst = target.withLock { target in
      defer { target.hasComplained = true }
      return !target.hasComplained
    }
    guard isFirst else { return }
    complain("C called '\(name)' after its instance was closed; this and what follows is not told")
  }

  /// Writes a result as libffi wants it: an integer that is narrower than a register fills all of it.
  private func give(_ bits: UInt64, _ result: UnsafeMutableRawPointer) {
    guard let scalar = type.result.scalar, scalar.isInteger || scalar == .bool else {
      withUnsafeBytes(of: bits) { bits in
        guard let base = bits.baseAddress else { return }
        result.copyMemory(from: base, byteCount: min(type.result.size, 8))
      }
      return
    }
    let wide = withUnsafeBytes(of: bits) { bits in
      bits.baseAddress.flatMap(scalar.integer) ?? 0
    }
    result.storeBytes(
      of: scalar == .uint64 ? ffi_arg(bits) : ffi_arg(truncatingIfNeeded: wide), as: ffi_arg.self)
  }

  private func give(_ order: Int, _ result: UnsafeMutableRawPointer) {
    result.storeBytes(of: ffi_arg(truncatingIfNeeded: order), as: ffi_arg.self)
  }

  private func append(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, to text: inout [UInt8]
  ) {
    var isFirst = true
    for (index, parameter) in type.parameters.enumerated() where parameter.isShown {
      guard let place = arguments[index] else { continue }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      text.append(quoted: parameter.name)
      text.append(UInt8(ascii: ":"))
      append(parameter, at: place, arguments, to: &text)
    }
  }

  private func append(
    _ parameter: CallbackType.Parameter, at place: UnsafeMutableRawPointer,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, to text: inout [UInt8]
  ) {
    if case .value(let type) = parameter.form {
      type.append(at: place, to: &text, nil)
      return
    }
    guard let target = place.load(as: UnsafeMutableRawPointer?.self) else {
      text.append(literal: "null")
      return
    }
    let count = count(parameter, arguments)
    switch parameter.form {
    case .pointer(let type): type.append(at: target, to: &text, nil)
    case .buffer(let type):
      type.append(min(count, Buffers.byteLimit / max(type.size, 1)), at: target, to: &text, nil)
    case .bytes(let encoding):
      encoding.append(
        UnsafeRawBufferPointer(start: target, count: min(count, Buffers.byteLimit)), to: &text)
    case .value, .callback, .state: text.append(literal: "null")
    }
  }

  private func count(
    _ parameter: CallbackType.Parameter,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Int {
    guard let index = parameter.length, let place = arguments[index],
      case .value(let type) = type.parameters[index].form,
      let count = type.scalar?.integer(at: place)
    else { return 0 }
    return max(0, Int(clamping: count))
  }

  /// -1, 0 or 1.
  private func compare(
    _ left: Int, _ right: Int, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Int {
    guard let left = number(left, arguments), let right = number(right, arguments) else { return 0 }
    return left < right ? -1 : left == right ? 0 : 1
  }

  private func number(
    _ index: Int, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Comparable64? {
    guard let place = arguments[index] else { return nil }
    switch type.parameters[index].form {
    case .value(let type): return type.scalar.map { Comparable64($0, at: place) }
    case .pointer(let type):
      guard let target = place.load(as: UnsafeMutableRawPointer?.self) else { return nil }
      return type.scalar.map { Comparable64($0, at: target) }
    default: return nil
    }
  }
}

/// A number of C, of one type, to be compared with another of that type.
private enum Comparable64: Comparable {
  case integer(Int64)
  case natural(UInt64)
  case real(Double)

  init(_ scalar: Scalar, at place: UnsafeRawPointer) {
    switch scalar {
    case .float: self = .real(Double(place.loadUnaligned(as: Float.self)))
    case .double: self = .real(place.loadUnaligned(as: Double.self))
    case .uint64: self = .natural(place.loadUnaligned(as: UInt64.self))
    default: self = .integer(scalar.integer(at: place) ?? 0)
    }
  }
}

/// What every closure leads to; it must not belong to an actor, since C calls it on its own threads.
private func receiveCallback(
  _ interface: UnsafeMutablePointer<ffi_cif>?, _ result: UnsafeMutableRawPointer?,
  _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ closure: UnsafeMutableRawPointer?
) {
  guard let closure else { return }
  Unmanaged<Closure>.fromOpaque(closure).takeUnretainedValue().receive(result, arguments)
}
