import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite struct CommandTests {
  static let read: [(String, [String], ShellCommand)] = [
    ("help", [], .help(nil)), ("help", ["load"], .help("load")), ("features", [], .features),
    ("state", ["list", "items[0]"], .state("list", place: "items[0]")),
    ("reload", ["P"], .reload("P", resets: false)),
    ("reload", ["P", "--reset"], .reload("P", resets: true)), ("watch", ["off"], .watch(false)),
    ("watch", [], .watch(nil)), ("wait", ["0.5"], .wait(seconds: 0.5)),
    ("cancel", ["7"], .cancel(Ticket(7))), ("quit", [], .quit),
  ]

  @Test(arguments: read)
  func readsCommands(name: String, words: [String], command: ShellCommand) throws {
    #expect(try ShellCommand(name, words) == command)
  }

  static let refused: [(String, [String], String)] = [
    ("qiut", [], "no command ':qiut'; did you mean 'quit'? (commands: "),
    ("", [], "expected a command's name after ':'; :help lists them"),
    ("reload", ["P", "reset"], "expected --reset in :reload PLUGIN [--reset], found 'reset'"),
    ("watch", ["maybe"], "expected on or off in :watch [on|off], found 'maybe'"),
    ("wait", ["-1"], "expected a number of seconds in :wait [SECONDS], found '-1'"),
    ("wait", ["nan"], "expected a number of seconds in :wait [SECONDS], found 'nan'"),
    ("cancel", ["x"], "expected a ticket's number in :cancel TICKET, found 'x'"),
    ("load", [], "expected :load PATH, found the end of the line"),
    ("features", ["x"], "expected :features, found 'x' after it"),
  ]

  @Test(arguments: refused)
  func refusesWhatDoesNotFit(name: String, words: [String], message: String) {
    #expect {
      try ShellCommand(name, words)
    } throws: { error in
      (error as? CommandError).map { Wording.message($0).hasPrefix(message) } ?? false
    }
  }

  @Test(arguments: CommandTable.entries.map(\.name))
  func everyCommandOfTheTableExists(name: String) throws {
    let words = Array(repeating: "1", count: CommandTable.entry(named: name)?.needed ?? 0)
    let command = try ShellCommand(name, words)
    #expect((command == .quit) == (name == "quit"))
  }

  static let features = [
    SampleSchemas.description("list", actions: SampleSchemas.list),
    SampleSchemas.description("form", actions: SampleSchemas.form),
  ]

  @Test(arguments: features)
  func givesExamplesThatWork(feature: FeatureDescription) throws {
    let shapes = ActionShape.all(in: feature.actionSchema)
    #expect(!shapes.isEmpty)
    for shape in shapes {
      let line = Example.line(shape, of: feature.id)
      guard case .trigger(let trigger) = try LineParser.parse(line) else {
        Issue.record("expected an action, found \(line)")
        continue
      }
      let action = try PayloadBuilder.action(for: trigger, schema: feature.actionSchema)
      #expect(JSONSchema.validate(action, against: feature.actionSchema) == nil, "\(line)")
    }
    let root = try #require(SchemaNode(root: feature.actionSchema))
    #expect(JSONSchema.validate(Example.value(root), against: feature.actionSchema) == nil)
  }

  @Test func describesAFeature() {
    let description = SampleSchemas.description(
      "form", actions: SampleSchemas.form,
      state: SampleSchemas.object([
        "user": SampleSchemas.object([
          "name": ["type": "string"], "born": ["type": "string", "format": "date-time"],
        ]),
        "tags": SampleSchemas.tags, "best": ["anyOf": [["type": "integer"], ["type": "null"]]],
      ]),
      notifications: SampleSchemas.cases([("saved", ["_0": ["type": "boolean"]], ["_0"])]))
    let status = FeatureStatus(
      description: description, plugin: "Forms", generation: 2,
      instances: [InstanceName(feature: "form")])
    #expect(
      Description.text(status, style: .plain) == #"""
        form: A sample (vvsi style, plugin Forms, generation 2)
        actions
          form.name <string>
          form.count value=<integer>
          form.pair <integer> <boolean>
          form.note text?=<string or null> tags=<array of string>
          form.paint colour=<red | custom>
          form.save name=<string> address=<object>
          form.scores NAME=<number> …
          form.level <low | high>
        state
          user: object
            name: string
            born: string (date-time)
          tags: array of string
          best: integer or null
        notifications
          saved <boolean>
        try
          form
          form.name text
          form.count value=1
          form.pair 1 true
          form.note tags=["text"]
          {"feature":"form","action":{"name":{"_0":"text"}}}

        """#)
  }

  @Test func helpsWithWhatIsLoaded() {
    let status = FeatureStatus(
      description: Self.features[0], plugin: "List", generation: 1,
      instances: [InstanceName(feature: "list")])
    let text = Help.text([status], style: .plain)
    for line in [
      "  list                          A sample",
      "  list.add &                    run it without waiting",
      "  :describe list                what it can do, with lines to try",
      "  :wait [SECONDS]               wait until no action runs",
    ] {
      #expect(text.contains(line + "\n"))
    }
    #expect(text.contains("list.remove id=1              fields by name"))
    #expect(Help.text([], style: .plain).contains("none is loaded; :load PATH loads a plugin"))
  }
}
