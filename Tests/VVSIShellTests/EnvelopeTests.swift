import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite struct EnvelopeTests {
  @Test func readsFeatureAndAction() throws {
    let envelope = try Envelope(parsing: #"{"feature":"list#2","action":{"add":{}}}"#)
    #expect(envelope.feature == "list#2")
    #expect(envelope.action == ["add": [:]])
  }

  @Test func keepsNumbersExact() throws {
    let text = #"{"feature":"a","action":{"set":{"_0":18446744073709551615}}}"#
    #expect(try Envelope(parsing: text).action.text() == #"{"set":{"_0":18446744073709551615}}"#)
  }

  static let refused: [(String, String, String)] = [
    (#"{"feature":"list"}"#, "missing_field", "/action"),
    (#"{"action":{}}"#, "missing_field", "/feature"),
    (#"{"feature":5,"action":{}}"#, "invalid_payload", "/feature"),
    (#"{"feature":"list","action":{},"wait":1}"#, "unknown_field", "/wait"),
    (#"{"feature":"list","action":{"add":{}"#, "invalid_json", ""),
    (#"{"feature":"list","feature":"list","action":{}}"#, "invalid_json", ""),
    (
      #"{"feature":"list","action":"# + String(repeating: "[", count: 600)
        + String(repeating: "]", count: 600) + "}", "too_deep", ""
    ),
  ]

  @Test(arguments: refused)
  func refusesOtherForms(text: String, code: String, path: String) {
    #expect {
      try Envelope(parsing: text)
    } throws: { error in
      guard let reason = error as? Rejection else { return false }
      return reason.code == code && (reason.path == path || path.isEmpty)
    }
  }
}
