import CFFI

/// How a function is called: what libffi works out once from its types.
final class CallInterface: @unchecked Sendable {
  // Written once, here; libffi only reads it afterwards, and any thread may.
  let pointer: UnsafeMutablePointer<ffi_cif>
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  /// Structs whose descriptions it points to.
  private let kept: [CType]

  /// Nil if libffi refuses the types.
  init?(_ arguments: [CType], result: CType, fixed: Int? = nil) {
    kept = arguments + [result]
    let all = arguments.flatMap(\.ffi)
    types = .allocate(capacity: max(all.count, 1))
    types.initialize(from: all, count: all.count)
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: ffi_cif())
    let count = UInt32(all.count)
    let status =
      fixed.map {
        ffi_prep_cif_var(pointer, FFI_DEFAULT_ABI, UInt32($0), count, result.ffi[0], types)
      } ?? ffi_prep_cif(pointer, FFI_DEFAULT_ABI, count, result.ffi[0], types)
    guard status == FFI_OK else { return nil }
  }

  deinit {
    types.deallocate()
    pointer.deallocate()
  }
}

/// A function of C that can be called.
struct BoundFunction: @unchecked Sendable {
  // The address is a function's, in a library that is never unmapped.
  let address: UnsafeMutableRawPointer
  let interface: CallInterface

  /// Calls it; `result` has room for a register at least.
  ///
  /// - Returns: What it left in `errno`, which is 0 before.
  @inline(__always)
  func call(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    result: UnsafeMutableRawPointer
  ) -> Int32 {
    cffi_call(interface.pointer, address, result, arguments)
  }

  /// Calls it with one pointer.
  func call(with pointer: UnsafeMutableRawPointer) {
    var pointer: UnsafeMutableRawPointer? = pointer
    var result: (UInt64, UInt64) = (0, 0)
    withUnsafeMutablePointer(to: &pointer) { place in
      var arguments: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(place)
      _ = withUnsafeMutableBytes(of: &result) { result in
        result.baseAddress.map { call(&arguments, result: $0) }
      }
    }
  }
}
