import CFFI

/// Calls one small function through a cached interface, and by `ffi_call` in C, to compare the two.
package final class CallComparison: Sendable {
  private let function: BoundFunction

  /// Nil if libffi refuses two integers.
  package init?() {
    let int = CType.scalar(.int32)
    guard let interface = CallInterface([int, int], result: int), let address = cffi_add_address()
    else { return nil }
    function = BoundFunction(address: address, interface: interface)
  }

  /// Calls it `count` times as actions do.
  package func callCached(_ count: Int) {
    withArguments { arguments, result in
      for _ in 0..<count { _ = function.call(arguments, result: result) }
    }
  }

  /// Calls it `count` times by `ffi_call`, in a loop of C.
  package func callRaw(_ count: Int) {
    withArguments { arguments, result in
      cffi_repeat(function.interface.pointer, function.address, result, arguments, UInt64(count))
    }
  }

  private func withArguments(
    _ body: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutableRawPointer) -> Void
  ) {
    let values = UnsafeMutablePointer<Int32>.allocate(capacity: 8)
    defer { values.deallocate() }
    values.initialize(repeating: 20, count: 8)
    var arguments: [UnsafeMutableRawPointer?] = [
      UnsafeMutableRawPointer(values), UnsafeMutableRawPointer(values + 1),
    ]
    body(&arguments, UnsafeMutableRawPointer(values + 4))
  }
}
