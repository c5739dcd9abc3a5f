import CVVSI
import VVSIHost

extension vvsi_bytes {
  /// More bytes than this are beyond any reason.
  static let most = 1 << 31

  /// A copy of the bytes; nil if the pointer is missing or the count beyond any reason.
  func copied() -> [UInt8]? {
    guard count != 0 else { return [] }
    // More than half of the address space comes as a negative number.
    guard let data, count > 0, count <= Self.most else { return nil }
    return [UInt8](UnsafeBufferPointer(start: data, count: count))
  }

  /// A copy of the text, with replacement characters where it is no UTF-8; empty if it is no bytes at all.
  var text: String { copied().map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

extension Array<UInt8> {
  /// Lends the bytes to C for the time of a call.
  func lend<Result>(_ body: (vvsi_bytes) -> Result) -> Result {
    withUnsafeBufferPointer { body(vvsi_bytes(data: $0.baseAddress, count: $0.count)) }
  }
}

extension Fault {
  /// Copies a fault that a plugin handed over, and makes good what it left out.
  init(_ fault: UnsafePointer<vvsi_fault>?) {
    guard let fault, Int(fault.pointee.size) >= MemoryLayout<vvsi_fault>.size else {
      self.init(code: "plugin_fault", message: "the plugin gave no reason")
      return
    }
    let code = fault.pointee.code.text
    let message = fault.pointee.message.text
    self.init(
      code: code.isEmpty ? "plugin_fault" : code, path: fault.pointee.path.text,
      message: message.isEmpty ? "the plugin gave no reason" : message)
  }
}
