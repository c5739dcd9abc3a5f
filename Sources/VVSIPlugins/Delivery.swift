import CVVSI
import VVSIHost

/// What a plugin delivered to a sink: one result, one fault, or nothing yet.
struct Delivery {
  private(set) var result: [UInt8]?
  private(set) var fault: Fault?

  /// Lends a sink to a call and returns what was delivered to it, and what the call returned.
  static func collect<Returned>(
    _ call: (UnsafePointer<vvsi_sink>) -> Returned
  ) -> (Delivery, Returned) {
    var delivery = Delivery()
    let returned = withUnsafeMutablePointer(to: &delivery) { pointer in
      var sink = vvsi_sink(
        size: UInt32(MemoryLayout<vvsi_sink>.size), reserved: 0, context: pointer,
        write: takeResult, fail: takeFault)
      return call(&sink)
    }
    return (delivery, returned)
  }

  /// The result of a call that must have one.
  func get(else message: String) throws(Fault) -> [UInt8] {
    if let fault { throw fault }
    guard let result else { throw Fault(code: "plugin_fault", message: message) }
    return result
  }

  mutating func deliver(_ bytes: vvsi_bytes) {
    guard result == nil, fault == nil else { return }
    result = bytes.copied()
    if result == nil {
      fault = Fault(code: "plugin_fault", message: "the plugin wrote bytes without an address")
    }
  }

  mutating func deliver(_ fault: UnsafePointer<vvsi_fault>?) {
    guard result == nil, self.fault == nil else { return }
    self.fault = Fault(fault)
  }
}

private func takeResult(_ context: UnsafeMutableRawPointer?, _ bytes: vvsi_bytes) {
  context?.assumingMemoryBound(to: Delivery.self).pointee.deliver(bytes)
}

private func takeFault(
  _ context: UnsafeMutableRawPointer?, _ fault: UnsafePointer<vvsi_fault>?
) {
  context?.assumingMemoryBound(to: Delivery.self).pointee.deliver(fault)
}
