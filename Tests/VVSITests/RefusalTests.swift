import Testing
import VVSI

@Suite struct RefusalTests {
  let host: FakeHost

  init() throws {
    host = try FakeHost([Shelf.feature])
  }

  @Test(arguments: [
    (#"{"add":{}"#, "invalid_json", ""),
    (#"{"ad":{}}"#, "unknown_action", "/ad"),
    (#"{"fill":{"_0":{"count":"x"}}}"#, "invalid_payload", "/fill/_0/count"),
    (#"{"fill":{"_0":{}}}"#, "missing_field", "/fill/_0/count"),
    (#"{"fill":{"_0":{"count":1,"cuont":2}}}"#, "unknown_field", "/fill/_0/cuont"),
    (#"{"fill":{"_0":{"count":1e30}}}"#, "invalid_payload", "/fill/_0/count"),
    (#""add""#, "invalid_payload", ""),
    ("", "invalid_json", ""),
  ])
  func refusesBadActions(_ action: String, _ code: String, _ path: String) throws {
    let shelf = try host.create("shelf")
    do throws(FakeHost.Refused) {
      try shelf.trigger(action)
      Issue.record("took \(action)")
    } catch {
      #expect(error.code == code)
      #expect(error.path == path)
      #expect(error.message.hasPrefix("expected ") && error.message.contains(", found "))
    }
    #expect(shelf.recorder.entries.isEmpty)
    #expect(throws: FakeHost.Refused.self) { try host.recodeAction("shelf", action) }
  }

  @Test func refusesABadState() throws {
    let refusal = #expect(throws: FakeHost.Refused.self) {
      try host.create("shelf", state: #"{"items":[1]}"#)
    }
    #expect(refusal?.code == "invalid_payload")
    #expect(refusal?.path == "/items/0")
    #expect(throws: FakeHost.Refused.self) { try host.recodeState("shelf", #"{"items":[1]}"#) }
  }

  @Test func recodesWhatItUnderstands() throws {
    #expect(try host.recodeState("shelf", #" { "items" : [ "a" ] } "#) == #"{"items":["a"]}"#)
    #expect(
      try host.recodeAction("shelf", #"{ "fill": {"_0": {"count": 2}} }"#)
        == #"{"fill":{"_0":{"count":2}}}"#)
  }
}
