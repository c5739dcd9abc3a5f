import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// What a plugin may do wrong without harm to the host, in the host's process and in one of its own.
@Suite struct FaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var action: String
    /// A part of what is said of it.
    var says = ""
    /// What the state is after the fault and one count more, where that is certain.
    var state: Int? = 2
    /// Whether the action never returns, where nobody ends it.
    var blocks = false
    var testDescription: String { action }
  }

  static let faults = [
    Fault(action: "invalid-state", says: "a state that is no JSON"),
    Fault(
      action: "huge-state", says: "a state of 104857600 bytes, where at most 67108864 are kept"),
    Fault(action: "invalid-notification", says: "a notification that is no JSON"),
    Fault(action: "flood", says: "notifications within a second"),
    Fault(action: "print"),
    Fault(action: "close-output"),
    Fault(action: "surroundings"),
    Fault(action: "outlive", state: nil),
    Fault(action: "loop", says: "has been blocking", state: 1, blocks: true),
    Fault(action: "deadlock", says: "has been blocking", state: 1, blocks: true),
  ]

  @Test(arguments: faults, ["none", "process"])
  func leavesTheHostAndOtherFeaturesAlone(_ fault: Fault, _ isolation: String) throws {
    let config = Fixture.folder.appending(path: "faults-\(UUID().uuidString).json")
    let terms = #"{"blockedSeconds":0.1,"deadlineSeconds":2,"graceSeconds":0.1}"#
    // What is never to return is not waited for.
    let wait = fault.blocks && isolation == "none" ? 10 : 120
    try Data(#"{"waitSeconds":\#(wait),"workers":\#(fault.blocks ? terms : "{}")}"#.utf8)
      .write(to: config)
    let outcome = try Vvsi().run(
      "--config", config.path, "--isolation", isolation, "--json", try Fixture.library("faults"),
      try Fixture.library("counting", "FIXTURE_ID=\"good\""),
      "-c", #"{"feature":"fixture","action":{"\#(fault.action)":{}}}"#, "-c", "good.up {}",
      "-c", "fixture.up {}", "-c", ":state good")
    let said = try outcome.events().compactMap { $0["message"]?.stringValue }
    #expect(said.contains { $0.contains(fault.says) } || fault.says.isEmpty, "\(said)")
    #expect(try outcome.events("settled").contains { $0["feature"] == "good" })
    #expect(try outcome.events("answer").last?["value"] == 1)
    // A thread that does not return holds up its own feature for good, unless its process can be ended.
    guard !fault.blocks || isolation == "process" else { return }
    let states = try outcome.events("state").filter { $0["feature"] == "fixture" }
    let last = try #require(states.last?["state"]?.intValue)
    #expect(last == fault.state ?? last, "\(outcome.output)")
    #expect(last >= 1)
  }

  @Test func hundredsOfBlockedActionsLeaveAHostThatAnswersAndEnds() throws {
    let vvsi = try LiveVvsi(
      arguments: [
        "--isolation", "none", try Fixture.library("faults"),
        try Fixture.library("counting", "FIXTURE_ID=\"good\""),
      ])
    for number in 2...300 {
      try vvsi.type(":open fixture")
      try vvsi.type("fixture#\(number).deadlock &")
    }
    try vvsi.type("good.up {}")
    try vvsi.wait(for: "settled") { $0["feature"] == "good" }
    vvsi.send(SIGTERM)
    let status = try vvsi.end()
    #expect(status == 128 + 15)
  }
}
