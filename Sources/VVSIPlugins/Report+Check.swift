import VVSIHost
import VVSIJSON

extension Report {
  /// The report itself, or, if a text in it is no JSON or too deep, the failure that this is.
  var checked: Report {
    switch self {
    case .committed(let ticket, let state):
      Fault(unlessJSON: state, what: "state").map { .failed(ticket, $0) } ?? self
    case .notified(let ticket, let notification):
      Fault(unlessJSON: notification, what: "notification").map { .failed(ticket, $0) } ?? self
    default: self
    }
  }
}

extension Fault {
  /// Says why a text that a plugin handed over does not parse; nil if it does.
  init?(unlessJSON text: [UInt8], what: String) {
    do throws(JSONError) {
      _ = try JSON(parsing: text)
      return nil
    } catch {
      self.init(
        code: error.code, path: error.path,
        message: "the feature handed over a \(what) that is \(error.defect):"
          + " expected \(error.expected), found \(error.found)")
    }
  }
}
