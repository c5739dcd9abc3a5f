import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIForeign

/// Structs by value, by pointer and as the state.
@Suite struct StructTests {
  private static let shapes =
    """
    {"structs":{"Point":{"x":"double","y":"double"},
       "Shape":{"name":"char[8]","corners":"Point[2]","colour":"uint8[3]","hidden":"pointer"}},
     "actions":{
       "middle":{"arguments":["Point left","Point right"],
         "result":{"type":"Point","into":"middle"}},
       "grow":{"arguments":[
         {"name":"shape","type":"Shape*","direction":"inout","into":"shape"},"int by"]}}}
    """

  @Test func goByValue() async throws {
    let session = try await ForeignSession.fixture(Self.shapes)
    let state = try session.run(#"{"middle":{"left":{"x":0,"y":1},"right":{"x":4,"y":3}}}"#)
    #expect(state["middle"] == ["x": 2, "y": 2])
  }

  @Test func nestedOnesWithArraysGoByPointer() async throws {
    let session = try await ForeignSession.fixture(Self.shapes)
    let state = try session.run(
      #"{"grow":{"by":3,"shape":{"name":"a","corners":[{"x":1,"y":2},{"x":3,"y":4}],"colour":[7,8,9]}}}"#
    )
    #expect(
      state["shape"] == [
        "name": "grown", "corners": [["x": 3, "y": 6], ["x": 9, "y": 12]], "colour": [7, 8, 9],
      ])
  }

  @Test(arguments: [
    (#"{"name":"toolongname"}"#, "/grow/shape/name", "expected at most 7 bytes, found 11 bytes"),
    (#"{"colour":[1,2,3,4]}"#, "/grow/shape/colour", "expected an array of 3"),
    (#"{"colour":[1,2,256]}"#, "/grow/shape/colour/2", "expected an integer from 0 to 255"),
    (#"{"corners":[{"x":"a"}]}"#, "/grow/shape/corners/0/x", "expected a number"),
    (#"{"hidden":1}"#, "/grow/shape/hidden", "expected one of name, corners, colour"),
    ("[]", "/grow/shape", "expected an object"),
  ])
  func tellWhereAPartDoesNotFit(_ shape: String, _ path: String, _ message: String) async throws {
    let session = try await ForeignSession.fixture(Self.shapes)
    let fault = session.fault(#"{"grow":{"by":1,"shape":\#(shape)}}"#)
    #expect(fault?.path == path)
    #expect(fault?.message.hasPrefix(message) ?? false, "\(String(describing: fault))")
  }

  private static let total =
    """
    {"state":{"sum":"int","calls":"int"},"initial":{"sum":10},
     "actions":{"add":{"function":"total_add","arguments":["state","int amount"],
       "result":"int","failure":{"when":"negative"}}}}
    """

  @Test func theStateIsAsBeforeAfterAFailedCall() async throws {
    let session = try await ForeignSession.fixture(Self.total)
    #expect(try session.run(#"{"add":{"amount":5}}"#) == ["sum": 15, "calls": 1])
    let fault = session.fault(#"{"add":{"amount":-5}}"#)
    #expect(fault?.code == "call_failed")
    #expect(fault?.message == "total_add returned -1")
    #expect(try session.state == ["sum": 15, "calls": 1])
  }

  @Test func eachInstanceHasItsOwnState() async throws {
    let one = try await ForeignSession.fixture(Self.total)
    let other = try await ForeignSession(
      try ForeignSession.content(Self.total), state: #"{"sum":-1,"calls":7}"#)
    #expect(try one.run(#"{"add":{"amount":1}}"#) == ["sum": 11, "calls": 1])
    #expect(try other.run(#"{"add":{"amount":1}}"#) == ["sum": 0, "calls": 8])
  }

  @Test func aStateThatDoesNotFitIsRefused() async throws {
    let content = try ForeignSession.content(Self.total)
    let fault = await #expect(throws: Fault.self) {
      try await ForeignSession(content, state: #"{"sum":99999999999,"calls":0}"#)
    }
    #expect(fault?.path == "/sum")
  }
}
