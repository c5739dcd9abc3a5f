import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite struct RendererTests {
  static let list = InstanceName(feature: "list")

  @Test func showsAReload() {
    let reload = Reload(
      plugin: "list", generation: 3, carried: 1,
      dropped: [Reload.Dropped(feature: Self.list, path: "/old", reason: "no such field")],
      stale: 2,
      stages: [
        Reload.Stage(name: "compile", seconds: 0.1421), Reload.Stage(name: "link", seconds: 0.034),
        Reload.Stage(name: "load", seconds: 0.0021), Reload.Stage(name: "carry", seconds: 0.0009),
      ])
    #expect(
      text(.reloaded(reload)) == """
        list live in 0.18 s (compile 0.14, link 0.03, load 0.002, carry 0.001)
          not carried: list /old: no such field
          2 actions of the old generation still run; what they change is dropped

        """)
  }

  static let lines: [(Event.Kind, String)] = [
    (.loaded(plugin: "P", generation: 1, features: ["a", "b"]), "P loaded: a, b"),
    (
      .loaded(plugin: "P", generation: 2, features: []),
      "P loaded again as generation 2: no features"
    ),
    (.unloaded(plugin: "P"), "P unloaded"),
    (.log(plugin: "P", level: .warning, message: "a\u{7}"), "warning P: a\\u0007"),
    (.log(plugin: "P", level: .information, message: "b"), "info P: b"),
    (.dropped(count: 1), "error[dropped]: 1 event came faster than they could be shown"),
    (
      .failed(feature: list, ticket: nil, fault: Fault(code: "x", path: "/a", message: "no")),
      "error[x]: list failed: at /a: no"
    ),
    (
      .notification(feature: list, ticket: nil, notification: Array("no json".utf8)),
      "list  ! no json"
    ),
    (
      .route(feature: list, ticket: nil, to: Route(feature: "user", to: "", payload: [])),
      "list  route → user"
    ),
    (
      .route(
        feature: list, ticket: nil,
        to: Route(feature: "user", to: "one of", payload: Array(#"{"id":1}"#.utf8))),
      #"list  route → user "one of" {"id":1}"#
    ),
  ]

  @Test(arguments: [
    (
      "{",
      "list committed a state that is no JSON: expected a name in quotes, found the end of the text"
    ),
    (
      String(repeating: "[", count: 600),
      "list committed a state that is too deep: expected at most 512 levels, found one more"
    ),
  ])
  func saysWhyAStateCannotBeShown(_ state: String, _ message: String) {
    let kind = Event.Kind.state(
      feature: Self.list, ticket: nil, version: 1, state: Array(state.utf8))
    #expect(text(kind) == "error[invalid_state]: \(message)\n")
  }

  @Test(arguments: lines)
  func showsOneLine(kind: Event.Kind, line: String) {
    #expect(text(kind) == line + "\n")
  }

  @Test(
    arguments: [
      (#"{"limitReached":{}}"#, "limitReached"), (#""full""#, "full"),
      (#"{"full":{"limit":5,"by":"me"}}"#, "full limit=5 by=me"),
      (#"{"full":{"_0":5}}"#, "full 5"), (#"{"full":{"_0":"it is"}}"#, #"full "it is""#),
      (#"{"full":{"_0":{"a":1}}}"#, "full a=1"), (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#),
      (#"{"a":{"b":"true"}}"#, #"a b="true""#), ("5", "5"),
    ])
  func writesNotificationsAsTheyWouldBeTyped(json: String, shown: String) throws {
    #expect(ValueText.notation(try JSON(parsing: json)) == shown)
  }

  @Test func showsWholeStatesOfWhichItKnowsNoneBefore() {
    let state = Event.Kind.state(
      feature: Self.list, ticket: nil, version: 4, state: Array("5".utf8))
    #expect(text(state) == "list  5\n")
  }

  @Test func coloursOnlyWhereItIsTold() {
    var renderer = Renderer(style: Style(isOn: true), errorStyle: .plain)
    let event = Event(sequence: 1, kind: .unloaded(plugin: "P"))
    #expect(renderer.passage(for: event)?.text == "\u{1B}[1mP\u{1B}[0m unloaded\n")
    let error = Event(sequence: 2, kind: .error(code: "x", message: "no"))
    #expect(renderer.passage(for: error) == Passage(text: "error[x]: no\n", isError: true))
  }

  @Test func putsErrorsFirstAmongDiagnostics() {
    func diagnostic(_ severity: Diagnostic.Severity, _ source: String) -> Diagnostic {
      Diagnostic(
        severity: severity, file: "a.swift", line: 1, column: 2, message: "m", source: source)
    }
    let shown = DiagnosticText.text(
      [diagnostic(.warning, ""), diagnostic(.error, "\té = 1")], style: .plain)
    #expect(
      shown == """
        a.swift:1:2: error: m
              é = 1
              ^
        a.swift:1:2: warning: m

        """)
  }

  private func text(_ kind: Event.Kind) -> String? {
    var renderer = Renderer(style: .plain, errorStyle: .plain)
    return renderer.passage(for: Event(sequence: 1, kind: kind))?.text
  }
}
