import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite(.timeLimit(.minutes(20))) struct ShellTests {
  @Test func showsWhatALineChangedBeforeTheNextOneRuns() async {
    let outcome = await ShellSession().run("list.add", "list", "list.add item=two", "list")
    #expect(
      outcome.text == """
        list  items[0] + "item 1"
        list  {"items":["item 1"]}
        list  items[1] + "two"
        list  {"items":["item 1","two"]}

        """)
    #expect(outcome.status == .success)
  }

  @Test func showsTheFirstAndTheLastOfManyStatesToWhoAsksForFew() async {
    let lines = Array(repeating: LineInput.line("list.add &"), count: 20)
    let outcome = await ShellSession(statesEverySeconds: 3_600).run(
      Lines(lines), interruptions: Interruptions())
    // All of it is one change of the state.
    #expect(outcome.lines.first == #"list  items[0] + "item 1""#)
    #expect(outcome.lines.last?.hasPrefix("list  … 10 more changes") == true)
    #expect(outcome.lines.count == 11)
  }

  @Test func saysNothingOfWhatItCannotTellWhenStatesAreHeldBack() async {
    let outcome = await ShellSession(statesEverySeconds: 3_600).run("list.add", "list.idle", "list")
    #expect(
      outcome.output == """
        list  {"items":["item 1"]}
        list  items[0] + "item 1"

        """)
  }

  @Test func tellsOfAnActionThatChangedNothing() async {
    let outcome = await ShellSession().run("list.idle")
    #expect(outcome.output.hasPrefix("list  settled in "))
    #expect(outcome.output.hasSuffix(" ms, nothing changed\n"))
  }

  @Test func waitsAtTheEndForWhatRunsInTheBackground() async {
    let lines = Array(repeating: LineInput.line("list.add &"), count: 20)
    let outcome = await ShellSession().run(Lines(lines), interruptions: Interruptions())
    #expect(outcome.lines.count == 20)
    #expect(outcome.lines.last == #"list  items[19] + "item 20""#)
  }

  @Test func runsEnvelopesOverSeveralLines() async {
    let text = """
      {
        "feature": "list",
        "action": {"add": {"item": "x"}}
      }
      list
      """
    let outcome = await ShellSession().run(
      TextLines(text, limit: 1_000), interruptions: Interruptions())
    #expect(outcome.lines == [#"list  items[0] + "x""#, #"list  {"items":["x"]}"#])
  }

  @Test func findsItsFeetAfterAnEnvelopeThatIsCutOff() async {
    let text = """
      {"feature":"list","action":{"add":{}}
      {"feature":"list","action":{"add":{}}}
      """
    let outcome = await ShellSession().run(
      TextLines(text, limit: 1_000), interruptions: Interruptions())
    #expect(outcome.output == "list  items[0] + \"item 1\"\n")
    #expect(outcome.errors.hasPrefix("error[invalid_json]: invalid JSON at line 1, column "))
    #expect(outcome.status == .actionFailed)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "lits.add",
      "error[unknown_feature]: no feature 'lits'; did you mean 'list'? (features: list)",
      .actionFailed
    ),
    Mistake(
      "lits", "error[unknown_feature]: no feature 'lits'; did you mean 'list'? (features: list)",
      .actionFailed
    ),
    Mistake(
      "list#2.add", "error[unknown_instance]: 'list#2' is not open (open: list); :open list",
      .actionFailed
    ),
    Mistake(
      "list#2", "error[unknown_instance]: 'list#2' is not open (open: list); :open list",
      .actionFailed
    ),
    Mistake(
      "list.ad",
      "error[unknown_action]: list has no action 'ad'; did you mean 'add'? (actions: add, idle, hang, fail, send, go, garble, fill, late)",
      .actionFailed
    ),
    Mistake(
      "list.add itme=x",
      "error[unknown_field]: no field 'itme' at /add/itme; did you mean 'item'? (known: item)",
      .actionFailed
    ),
    Mistake(
      #"{"feature":"list","action":{"fill":{"cout":1}}}"#,
      "error[unknown_field]: no field 'cout' at /fill/cout; did you mean 'count'? (known: count)",
      .actionFailed
    ),
    Mistake(
      "list.fill", "error[missing_field]: missing field /fill/count: expected an integer",
      .actionFailed
    ),
    Mistake(
      "list.fill count=many",
      #"error[invalid_payload]: at /fill/count: expected an integer, found "many""#, .actionFailed
    ),
    Mistake(
      "list.fail", "error[thrown]: list failed: it did not work", .actionFailed
    ),
    Mistake(
      ":opne list",
      "error[unknown_command]: no command ':opne'; did you mean 'open'? (commands: help, features, describe, state, open, close, plugins, load, unload, reload, rollback, retry and 4 more)",
      .usage
    ),
    Mistake(":open", "error[usage]: expected :open FEATURE, found the end of the line", .usage),
    Mistake(":quit now", "error[usage]: expected :quit, found 'now' after it", .usage),
    Mistake(
      ":state list itmes",
      "error[unknown_place]: the state of list has nothing at itmes; did you mean 'items'? (there: items)",
      .actionFailed
    ),
    Mistake(":load bad", "error[not_found]: no file or folder at bad; is it good?", .pluginFailed),
    Mistake(
      ":unload goodlits",
      "error[unknown_plugin]: no plugin 'goodlits'; did you mean 'goodlist'? (plugins: goodlist)",
      .actionFailed),
    Mistake(
      "list add",
      "error[invalid_line]: expected nothing after 'list', found 'add'; an action is written list.ACTION",
      .usage
    ),
    Mistake(
      "list.go to=usr",
      "error[unknown_feature]: the route leads nowhere: no feature 'usr' (features: list)",
      .actionFailed
    ),
  ]

  struct Mistake: Sendable {
    var line: String
    var message: String
    var status: Status

    init(_ line: String, _ message: String, _ status: Status) {
      self.line = line
      self.message = message
      self.status = status
    }
  }

  @Test(arguments: mistakes)
  func tellsAMistakeInOneLineAndGoesOn(_ mistake: Mistake) async {
    let outcome = await ShellSession().run(mistake.line, "list.add")
    #expect(outcome.errors == mistake.message + "\n")
    #expect(outcome.output.hasSuffix("list  items[0] + \"item 1\"\n"))
    #expect(outcome.status == mistake.status)
  }

  @Test func refusesAnActionThatIsTooLarge() async {
    let item = String(repeating: "x", count: 2_000)
    let outcome = await ShellSession().run("list.add item=\(item)")
    #expect(
      outcome.errors
        == "error[too_large]: the action has 2019 bytes, and at most 1000 bytes are taken; "
        + "send less at a time\n")
  }

  @Test func endsAWaitThatTakesTooLong() async {
    var session = ShellSession()
    session.waitSeconds = 0.01
    let outcome = await session.run("list.hang")
    #expect(
      outcome.errors
        == "error[still_running]: list has not settled within 0.01 s and goes on (ticket 1); "
        + ":wait waits on, :cancel 1 asks it to end\n")
    #expect(outcome.status == .actionFailed)
  }

  @Test(arguments: [1e308, .infinity])
  func waitsForAsLongAsItTakesIfItMay(_ seconds: Double) async {
    var session = ShellSession()
    session.waitSeconds = seconds
    session.statesEverySeconds = seconds
    let outcome = await session.run("list.add", "list.add &", ":wait")
    #expect(outcome.status == .success, "\(outcome.errors)")
    #expect(Limits(actionBytes: .max).lineBytes == .max)
  }

  @Test func cancelsAnActionByItsTicket() async {
    let outcome = await ShellSession().run("list.hang &", ":cancel 1", ":wait", "list.add")
    #expect(outcome.errors == "")
    #expect(outcome.status == .success)
  }

  @Test func saysThatThereIsNothingToCancel() async {
    let outcome = await ShellSession().run("list.add", ":cancel 1", ":cancel 77")
    #expect(
      outcome.errors == """
        error[unknown_ticket]: no action with ticket 1 waits or runs; it has settled, or there never was one
        error[unknown_ticket]: no action with ticket 77 waits or runs; it has settled, or there never was one

        """)
  }

  @Test func keepsPluginsFromDrivingTheTerminal() async {
    let outcome = await ShellSession().run("list.garble", "list.send \"\\u001b]0;title\\u0007\"")
    #expect(
      outcome.output == #"""
        list  ! "\u001b[2J\u009b31mred\u202e\nnext"
        list  ! sent "\u001b]0;title\u0007"

        """#)
  }

  @Test func showsTheFeatureThatARouteLeadsTo() async {
    var session = ShellSession()
    session.features = ["list", "user"]
    let outcome = await session.run("user.add", "list.go to=user")
    #expect(
      outcome.lines == [
        #"user  items[0] + "item 1""#, "list  route → user x", #"user  {"items":["item 1"]}"#,
      ])
  }

  @Test func cutsALargeStateWithAHint() async {
    let outcome = await ShellSession().run("list.fill count=100", "list", ":state list items[99]")
    #expect(outcome.lines[10] == "list  … 90 more changes (:state list items)")
    #expect(outcome.lines.contains("    … 88 more (:state list items)"))
    #expect(outcome.lines.last == #""item 99""#)
  }

  @Test func opensAndClosesInstances() async {
    let outcome = await ShellSession().run(
      ":open list", "list#2.add", "list#2", ":close list#2", "list#2", ":open list", ":open list")
    #expect(
      outcome.lines == [
        "list#2 is open", #"list#2  items[0] + "item 1""#, #"list#2  {"items":["item 1"]}"#,
        "list#2 is closed", "list#3 is open",
      ])
    #expect(
      outcome.errors == """
        error[unknown_instance]: 'list#2' is not open (open: list); :open list
        error[too_many_instances]: list has 2 instances open, and no more are allowed; :close one first

        """)
  }

  @Test func tellsAboutPlugins() async {
    let outcome = await ShellSession().run(
      ":plugins", ":load goodmap", ":unload goodmap", ":watch", ":watch on", ":watch")
    #expect(
      outcome.lines == [
        "goodlist  generation 1, in the host, not tried, features: list  goodlist",
        "goodmap loaded: map",
        "goodmap unloaded", "not watching", "watching: saving rebuilds and reloads",
        "watching: saving rebuilds and reloads",
      ])
  }

  @Test func showsWhatTheCompilerSaidOnce() async {
    let outcome = await ShellSession().run(":reload goodlist --reset", ":reload goodlist", "list")
    #expect(
      outcome.errors == """
        List.swift:3:7: error: cannot find 'x' in scope
            let y = x
                ^
        error[build_failed]: goodlist does not compile: List.swift:3:7: cannot find 'x' in scope; \
        generation 1 stays live
        error[not_built_here]: goodlist was loaded as a library and has no sources to build; \
        :unload goodlist, then :load it

        """)
    #expect(outcome.status == .pluginFailed)
  }

  @Test func tellsProblemsOfTheStart() async {
    var session = ShellSession()
    session.problems = [.nothingToBuild(path: "empty")]
    let outcome = await session.run("list")
    #expect(outcome.errors.hasPrefix("error[nothing_to_build]: empty holds nothing to build"))
    #expect(outcome.output == "list  {\"items\":[]}\n")
    #expect(outcome.status == .pluginFailed)
  }

  @Test func leavesAtQuitWithoutRunningTheRest() async {
    let outcome = await ShellSession().run("list.add", ":quit", "list.add")
    #expect(outcome.lines.count == 1)
  }

  @Test func tellsALineThatIsNoUTF8() async {
    let outcome = await ShellSession().run(
      Lines([.unreadable(.notUTF8(byte: 3)), .line("list")]), interruptions: Interruptions())
    #expect(
      outcome.errors
        == "error[invalid_utf8]: expected UTF-8, found an invalid byte at position 3\n")
    #expect(outcome.status == .actionFailed)
  }
}
