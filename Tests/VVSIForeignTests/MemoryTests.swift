import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIForeign

/// Strings that are handed over, and buffers with their lengths.
@Suite struct MemoryTests {
  @Test func stringsThatAreHandedOverAreFreed() async throws {
    let session = try await ForeignSession.fixture(
      """
      {"actions":{
        "twice":{"arguments":["string text"],
          "result":{"type":"string","into":"text","free":"release"}},
        "spell":{"arguments":["int number",
            {"name":"text","type":"string*","direction":"out","into":"spelt","free":"release"}],
          "result":"int","failure":{"when":"nonzero","message":{"argument":"text"}}},
        "count":{"function":"count_owned","result":{"type":"int","into":"owned"}}}}
      """)
    #expect(try session.run(#"{"twice":{"text":"ab"}}"#)["text"] == "abab")
    #expect(try session.run(#"{"spell":{"number":1}}"#)["spelt"] == "plus plus ")
    #expect(
      session.fault(#"{"spell":{"number":-1}}"#)?.message == "spell returned 1: minus minus ")
    #expect(try session.state["spelt"] == "plus plus ")
    #expect(try session.run(#"{"count":{}}"#)["owned"] == 0)
  }

  private static let fill =
    """
    {"actions":{"fill":{"arguments":[
      {"name":"out","type":"bytes","direction":"out","capacity":{"argument":"capacity"},
       "encoding":"hex","into":"out"},
      {"name":"capacity","type":"size_t"},
      {"name":"written","type":"size_t*","direction":"out","lengthOf":"out"},
      "uint8 value"],"result":"int"}}}
    """

  @Test func whatCWroteIsShownAndNoMore() async throws {
    let session = try await ForeignSession.fixture(Self.fill)
    #expect(try session.run(#"{"fill":{"capacity":100,"value":171}}"#)["out"] == "ababab")
    #expect(try session.run(#"{"fill":{"capacity":2,"value":1}}"#)["out"] == "0101")
    #expect(try session.run(#"{"fill":{"capacity":0,"value":1}}"#)["out"] == "")
  }

  @Test(arguments: ["16777217", "9223372036854775807", "18446744073709551615"])
  func buffersOverTheCapAreRefused(_ capacity: String) async throws {
    let session = try await ForeignSession.fixture(Self.fill)
    let fault = session.fault(#"{"fill":{"capacity":\#(capacity),"value":1}}"#)
    #expect(fault?.code == "invalid_payload")
    #expect(fault?.path == "/fill/out")
    #expect(
      fault?.message.hasPrefix("expected a buffer of at most 16777216 bytes, found ") ?? false)
    #expect(try session.state["out"] == nil as JSON)
  }

  @Test func aSizeFromAFunctionIsCappedToo() async throws {
    let session = try await ForeignSession.fixture(
      """
      {"actions":{"fill":{"arguments":[
        {"name":"out","type":"bytes","direction":"out","into":"out",
         "capacity":{"function":"huge","arguments":["capacity"],"result":"size_t"}},
        {"name":"capacity","type":"size_t"},
        {"name":"written","type":"size_t*","direction":"out","lengthOf":"out"},
        "uint8 value"],"result":"int"}}}
      """)
    let fault = session.fault(#"{"fill":{"capacity":1,"value":1}}"#)
    #expect(fault?.message == "expected a buffer of at most 16777216 bytes, found 1073741824 bytes")
    #expect(try session.run(#"{"fill":{"capacity":0,"value":1}}"#)["out"] == "")
  }

  @Test func buffersGoThereAndBack() async throws {
    let session = try await ForeignSession.fixture(
      """
      {"actions":{
        "reverse":{"arguments":[
          {"name":"text","type":"bytes","direction":"inout","into":"text"},
          {"name":"count","type":"size_t","lengthOf":"text"}]},
        "numbers":{"function":"reverse","arguments":[
          {"name":"list","type":"uint8[]","direction":"inout","into":"list"},
          {"name":"count","type":"size_t","lengthOf":"list"}]},
        "same":{"arguments":[
          {"name":"left","type":"bytes","encoding":"base64"},
          {"name":"right","type":"bytes","encoding":"hex"},
          {"name":"count","type":"size_t","lengthOf":["left","right"]}],
          "result":{"type":"int","into":"same"}}}}
      """)
    #expect(try session.run(#"{"reverse":{"text":"abc"}}"#)["text"] == "cba")
    #expect(try session.run(#"{"reverse":{"text":""}}"#)["text"] == "")
    #expect(try session.run(#"{"numbers":{"list":[1,2,255]}}"#)["list"] == [255, 2, 1])
    let fault = session.fault(#"{"numbers":{"list":[1,256]}}"#)
    #expect(fault?.path == "/numbers/list/1")
    #expect(try session.run(#"{"same":{"left":"YWI=","right":"6162"}}"#)["same"] == 1)
    let uneven = session.fault(#"{"same":{"left":"YWI=","right":"616263"}}"#)
    #expect(uneven?.message == "expected left and right of one length, found 2 and 3")
    #expect(
      session.fault(#"{"same":{"left":"?","right":""}}"#)?.message
        == #"expected a string in Base64, found "?""#)
  }
}
