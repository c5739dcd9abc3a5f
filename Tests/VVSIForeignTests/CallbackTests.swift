import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIForeign

/// Functions that C calls: in time, from threads of its own, and too late.
@Suite struct CallbackTests {
  private static let manifest =
    """
    {"callbacks":{"Listener":{"notification":"told",
       "arguments":["int number","string text",{"name":"bytes","type":"bytes","encoding":"hex"},
         {"name":"count","type":"int","lengthOf":"bytes"}],
       "result":{"type":"int","from":"answer"}}},
     "actions":{
       "tell":{"arguments":["int number","Listener listen"],
         "result":{"type":"int","into":"answered"}},
       "threads":{"function":"tell_from_threads","arguments":["Listener listen"]},
       "keep":{"arguments":["Listener listen"]},
       "call":{"function":"call_kept","result":{"type":"int","into":"answered"}}}}
    """

  @Test func areToldWithTheirArgumentsAndAnswer() async throws {
    let session = try await ForeignSession.fixture(Self.manifest)
    #expect(try session.run(#"{"tell":{"number":-3,"answer":42}}"#)["answered"] == 42)
    #expect(
      session.notifications == [
        ["told": ["number": -3, "text": "said", "bytes": "616263", "count": 3]]
      ])
    #expect(try session.run(#"{"tell":{"number":1}}"#)["answered"] == 0)
    #expect(session.fault(#"{"tell":{"number":1,"answer":"x"}}"#)?.code == "invalid_payload")
  }

  @Test func comeFromAnyThread() async throws {
    let session = try await ForeignSession.fixture(Self.manifest)
    try session.run(#"{"threads":{}}"#)
    let numbers = session.notifications.compactMap { $0["told"]?["number"]?.intValue }
    #expect(numbers.sorted() == (0..<400).map { $0 / 4 })
    #expect(session.notifications.first?["told"]?["text"] == nil as JSON)
  }

  @Test func thatCKeepsAreToldLater() async throws {
    let session = try await ForeignSession.fixture(Self.manifest)
    try session.run(#"{"keep":{"answer":5}}"#)
    #expect(session.notifications.isEmpty)
    #expect(try session.run(#"{"call":{}}"#)["answered"] == 5)
    #expect(session.notifications.count == 1)
  }

  @Test func thatComeAfterTheirInstanceIsClosedAreSaidOnceAndDropped() async throws {
    let other = try await ForeignSession.fixture(Self.manifest)
    var session: ForeignSession? = try other.another()
    try session?.run(#"{"keep":{}}"#)
    session = nil
    for _ in 0..<3 { try other.run(#"{"call":{}}"#) }
    #expect(other.notifications.isEmpty)
    #expect(
      other.logged == [
        "test: C called 'told' after its instance was closed; this and what follows is not told"
      ])
  }

  @Test func manyInstancesShareTheMemoryOfThoseThatAreClosed() async throws {
    let first = try await ForeignSession.fixture(Self.manifest)
    for number in 0..<10_000 {
      let session = try first.another()
      try session.run(#"{"tell":{"number":\#(number)}}"#)
      #expect(session.notifications.count == 1)
    }
    let provider = try #require(first.provider as? ForeignProvider)
    let pools = provider.feature.actions.flatMap(\.callbacks.values)
    #expect(pools.map(\.made).max() == ClosurePool.rest + 1)
  }

  @Test func compareNumbers() async throws {
    let session = try await ForeignSession.fixture(
      """
      {"callbacks":{"Compare":{"notification":false,"arguments":["uint64* a","uint64* b"],
         "result":{"type":"int","compare":["a","b"]}}},
       "actions":{"sort":{"function":"qsort","arguments":[
         {"name":"numbers","type":"uint64[]","direction":"inout","into":"sorted"},
         {"name":"count","type":"size_t","lengthOf":"numbers"},
         {"name":"size","type":"size_t","value":8},"Compare compare"]}}}
      """)
    let state = try session.run(#"{"sort":{"numbers":[18446744073709551615,0,3,2]}}"#)
    #expect(state["sorted"]?.text() == "[0,2,3,18446744073709551615]")
    #expect(session.notifications.isEmpty)
  }
}
