import CVVSI
import VVSIJSON

/// Why something was refused or failed, as the boundary has it.
struct Fault: Error {
  var code: String
  var path = ""
  var message: String

  init(code: String, path: String = "", message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// What a codec or an interactor threw.
  init(_ error: any Error) {
    if let fault = error as? Fault {
      self = fault
    } else if let error = error as? JSONError {
      self.init(
        code: error.code, path: error.path,
        message: "expected \(error.expected), found \(error.found)")
    } else {
      self.init(code: "failed", message: String(describing: error))
    }
  }

  /// Lends the fault to a call.
  func withTable<Result>(_ body: (UnsafePointer<vvsi_fault>) -> Result) -> Result {
    withBytes(code) { code in
      withBytes(path) { path in
        withBytes(message) { message in
          var table = vvsi_fault(
            size: UInt32(MemoryLayout<vvsi_fault>.size), reserved: 0, code: code, path: path,
            message: message)
          return body(&table)
        }
      }
    }
  }
}

extension vvsi_sink {
  func write(_ bytes: [UInt8]) {
    withBytes(bytes) { write(context, $0) }
  }

  func fail(_ fault: Fault) {
    fault.withTable { fail(context, $0) }
  }

  func fail(_ error: any Error) {
    fail(Fault(error))
  }
}
