import Testing

@testable import VVSIShell

@Suite struct ContinuationTests {
  @Test(
    arguments: [
      ("", true), ("list.add", true), ("{\"a\":1}", true), ("{\"a\":", false),
      ("{\"a\":[1,", false),
      ("list.random {", false), ("list.random {\"count\":3}", true), ("a.b x={\"y\":[", false),
      ("{\"a\":\"}\"", false), ("{\"a\":\"unclosed", true), ("}", true), ("{}}", true),
      ("# {", true), (":load {", true), ("{\"a\":\"\\\"{\"}", true), ("{\n\"a\":\n1\n}", true),
    ])
  func waitsUntilBracketsBalance(text: String, isComplete: Bool) {
    #expect(Continuation.isComplete(text) == isComplete)
  }

  @Test(
    arguments: [
      ("{\"a\":", "1}", true), ("{", "\"a\":1}", true), ("{\"a\":[", "{}]}", true),
      ("{\"a\":1", "}", true), ("{\"a\":1", ",\"b\":2}", true), ("{\"a\"", ":1}", true),
      ("{\"a\":1,", "", true), ("{\"a\":", "true}", true),
      ("{\"a\":{}", "{\"b\":1}", false), ("{\"a\":", "list.add", false),
      ("{\"a\":1", ":quit", false),
      ("{\"a\"", ":quit", false), ("{\"a\":", "# comment", false), ("{\"a\":1", "\"b\"", false),
    ])
  func seesThatTheNextLineBeginsAnew(text: String, next: String, canGoOn: Bool) {
    var continuation = Continuation()
    continuation.feed(text)
    #expect(continuation.canGoOn(with: next) == canGoOn)
  }
}
