import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIForeign

/// Pointers that only C looks into.
@Suite struct HandleTests {
  private static let boxes =
    """
    {"handles":{"Box":{"close":"box_free"}},
     "actions":{
       "make":{"function":"box_make","arguments":["int value"],
         "result":{"type":"Box","into":"box"}},
       "value":{"function":"box_value",
         "arguments":[{"name":"box","type":"Box","from":"box"}],
         "result":{"type":"int","into":"value"}},
       "free":{"function":"box_free",
         "arguments":[{"name":"box","type":"Box","from":"box","closes":true}]},
       "nothing":{"result":{"type":"Box","into":"box"},"failure":{"when":"null"}},
       "count":{"function":"count_boxes","result":{"type":"int","into":"count"}}}}
    """

  @Test func haveNamesAndAreRefusedOnceTheyAreClosed() async throws {
    let session = try await ForeignSession.fixture(Self.boxes)
    #expect(try session.run(#"{"make":{"value":3}}"#)["box"] == "Box#1")
    #expect(try session.run(#"{"make":{"value":4}}"#)["box"] == "Box#2")
    #expect(try session.run(#"{"value":{}}"#)["value"] == 4)
    #expect(try session.run(#"{"value":{"box":"Box#1"}}"#)["value"] == 3)
    #expect(try session.run(#"{"free":{}}"#)["box"] == nil as JSON)
    let stale = session.fault(#"{"value":{"box":"Box#2"}}"#)
    #expect(stale?.message == #"expected a Box that is open (open: Box#1), found "Box#2""#)
    #expect(stale?.path == "/value/box")
    #expect(
      session.fault(#"{"value":{}}"#)?.message
        == "expected a Box that is open (open: Box#1), found null")
    #expect(session.fault(#"{"value":{"box":"0x7f0000"}}"#)?.code == "invalid_payload")
    #expect(try session.run(#"{"make":{"value":5}}"#)["box"] == "Box#3")
  }

  @Test func nullIsAFailureWhereTheManifestSaysSo() async throws {
    let session = try await ForeignSession.fixture(Self.boxes)
    try session.run(#"{"make":{"value":3}}"#)
    #expect(session.fault(#"{"nothing":{}}"#)?.message == "nothing returned NULL")
    #expect(try session.state["box"] == "Box#1")
  }

  @Test func areClosedWithTheirInstance() async throws {
    let counter = try await ForeignSession.fixture(Self.boxes)
    var session: ForeignSession? = try counter.another()
    for value in 0..<3 { try session?.run(#"{"make":{"value":\#(value)}}"#) }
    #expect(try counter.run(#"{"count":{}}"#)["count"] == 3)
    session = nil
    #expect(try counter.run(#"{"count":{}}"#)["count"] == 0)
  }

  @Test func ofAnotherInstanceAreNotKnownHere() async throws {
    let one = try await ForeignSession.fixture(Self.boxes)
    let other = try await ForeignSession.fixture(Self.boxes)
    try one.run(#"{"make":{"value":3}}"#)
    #expect(other.fault(#"{"value":{"box":"Box#1"}}"#)?.message.contains("none is open") ?? false)
    let carried = try await ForeignSession(
      try ForeignSession.content(Self.boxes), state: #"{"box":"Box#1","value":3,"count":null}"#)
    #expect(try carried.state == ["box": nil, "value": 3, "count": nil])
  }

  @Test func errnoIsToldInTheSystemsWords() async throws {
    let session = try await ForeignSession.fixture(
      #"{"actions":{"open":{"function":"open_missing","result":"int","failure":{"when":[-1],"message":"errno"}}}}"#
    )
    #expect(
      session.fault(#"{"open":{}}"#)?.message
        == "open_missing returned -1: No such file or directory (errno 2)")
  }
}
