import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite struct EventLinesTests {
  static let list = InstanceName(feature: "list")
  static let second = InstanceName(feature: "list", number: 2)
  static let five = Ticket(5)

  static let golden: [(Event.Kind, String)] = [
    (
      .loaded(plugin: "List", generation: 1, features: ["list", "user"]),
      #"{"event":"loaded","seq":7,"plugin":"List","generation":1,"features":["list","user"]}"#
    ),
    (
      .triggered(feature: second, ticket: five, action: Array(#"{"add":{}}"#.utf8)),
      #"{"event":"triggered","seq":7,"feature":"list#2","ticket":5,"action":{"add":{}}}"#
    ),
    (
      .state(feature: list, ticket: nil, version: 0, state: Array(#"{"items":[]}"#.utf8)),
      #"{"event":"state","seq":7,"feature":"list","version":0,"state":{"items":[]}}"#
    ),
    (
      .state(feature: list, ticket: five, version: 3, state: Array("[1.50,\n 2]".utf8)),
      #"{"event":"state","seq":7,"feature":"list","ticket":5,"version":3,"state":[1.50,2]}"#
    ),
    (
      .notification(feature: list, ticket: five, notification: Array(#""full""#.utf8)),
      #"{"event":"notification","seq":7,"feature":"list","ticket":5,"notification":"full"}"#
    ),
    (
      .notification(feature: list, ticket: nil, notification: Array("{\"a\":\n".utf8)),
      #"{"event":"notification","seq":7,"feature":"list","notification":"{\"a\":\n"}"#
    ),
    (
      .settled(feature: list, ticket: five, milliseconds: 1.23456),
      #"{"event":"settled","seq":7,"feature":"list","ticket":5,"milliseconds":1.235}"#
    ),
    (
      .route(
        feature: list, ticket: five,
        to: Route(feature: "user", to: "details", payload: Array(#"{"id":1}"#.utf8))),
      #"{"event":"route","seq":7,"feature":"user","from":"list","ticket":5,"to":"details","#
        + #""payload":{"id":1}}"#
    ),
    (
      .rejected(
        feature: "list", ticket: five,
        reason: .invalidPayload(path: "/a", expected: "an integer", found: "true")),
      #"{"event":"rejected","seq":7,"feature":"list","ticket":5,"code":"invalid_payload","#
        + #""message":"at /a: expected an integer, found true","path":"/a"}"#
    ),
    (
      .rejected(feature: "lits", ticket: nil, reason: .unknownFeature("lits", known: ["list"])),
      #"{"event":"rejected","seq":7,"feature":"lits","code":"unknown_feature","#
        + #""message":"no feature 'lits'; did you mean 'list'? (features: list)","path":""}"#
    ),
    (
      .failed(
        feature: list, ticket: five, fault: Fault(code: "thrown", path: "", message: "no\u{1B}")),
      #"{"event":"failed","seq":7,"feature":"list","ticket":5,"code":"thrown","#
        + #""message":"no\u001b","path":""}"#
    ),
    (
      .reloaded(
        Reload(
          plugin: "List", generation: 4, carried: 2,
          dropped: [Reload.Dropped(feature: second, path: "/old", reason: "no such field")],
          stale: 1,
          stages: [
            Reload.Stage(name: "compile", seconds: 0.1402),
            Reload.Stage(name: "carry", seconds: 0.0004),
          ], diagnostics: [FakePlugins.diagnostic])),
      #"{"event":"reloaded","seq":7,"plugin":"List","generation":4,"carried":2,"#
        + #""dropped":[{"feature":"list#2","path":"/old","reason":"no such field"}],"stale":1,"#
        + #""stages":[{"name":"compile","seconds":0.1402},{"name":"carry","seconds":0.0004}],"#
        + #""seconds":0.141,"diagnostics":[\#(diagnostic)]}"#
    ),
    (
      .reloadFailed(
        ReloadFailure(
          plugin: "List", generation: 3,
          error: .buildFailed(plugin: "List", diagnostics: [FakePlugins.diagnostic]))),
      #"{"event":"reload-failed","seq":7,"plugin":"List","generation":3,"stage":"build","#
        + #""code":"build_failed","message":"List does not compile: List.swift:3:7: "#
        + #"cannot find 'x' in scope","diagnostics":[\#(diagnostic)]}"#
    ),
    (.unloaded(plugin: "List"), #"{"event":"unloaded","seq":7,"plugin":"List"}"#),
    (
      .log(plugin: "List", level: .warning, message: "a\nb"),
      #"{"event":"log","seq":7,"plugin":"List","level":"warning","message":"a\nb"}"#
    ),
    (
      .error(code: "not_found", message: "no"),
      #"{"event":"error","seq":7,"code":"not_found","message":"no"}"#
    ),
    (
      .answer(command: "watch", value: Array("true".utf8)),
      #"{"event":"answer","seq":7,"command":"watch","value":true}"#
    ),
    (.dropped(count: 12), #"{"event":"dropped","seq":7,"count":12}"#),
  ]

  static let diagnostic =
    #"{"severity":"error","file":"List.swift","line":3,"column":7,"#
    + #""message":"cannot find 'x' in scope","source":"  let y = x"}"#

  @Test(arguments: golden)
  func writesOneLine(kind: Event.Kind, line: String) throws {
    #expect(EventLines.line(Event(sequence: 7, kind: kind)) == line + "\n")
    _ = try JSON(parsing: line)
  }
}
