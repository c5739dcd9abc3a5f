import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite struct CompleterTests {
  static let catalog: Catalog = {
    func status(_ description: FeatureDescription, _ instances: Int) -> FeatureStatus {
      FeatureStatus(
        description: description, plugin: "P", generation: 1,
        instances: (1...instances).map { InstanceName(feature: description.id, number: $0) })
    }
    let state = SampleSchemas.object([
      "items": ["type": "array"], "limit": ["type": "integer"],
    ])
    return Catalog(
      features: [
        status(SampleSchemas.description("list", actions: SampleSchemas.list, state: state), 2),
        status(SampleSchemas.description("form", actions: SampleSchemas.form), 1),
        status(SampleSchemas.description("bare", actions: .null), 1),
      ], plugins: ["List", "Forms"])
  }()

  struct Case: Sendable {
    var line: String
    var start: Int
    var candidates: [String]

    init(_ line: String, _ start: Int, _ candidates: [String]) {
      self.line = line
      self.start = start
      self.candidates = candidates
    }
  }

  static let cases = [
    Case("", 0, ["list", "list#2", "form", "bare"]),
    Case("li", 0, ["list", "list#2"]),
    Case("  fo", 2, ["form"]),
    Case("list.", 5, ["add", "remove", "random"]),
    Case("list#2.r", 7, ["remove", "random"]),
    Case("nobody.", 7, []),
    Case("bare.", 5, []),
    Case("list.random ", 12, ["count=", "length="]),
    Case("list.random co", 12, ["count="]),
    Case("list.random count=3 ", 20, ["length="]),
    Case("list.random count=", 18, []),
    Case("form.pair ", 10, []),
    Case("form.pair 1 ", 12, ["true", "false"]),
    Case("form.note te", 10, ["text="]),
    Case("form.note text=", 15, ["null"]),
    Case("form.note text=\"a b\" ", 21, ["tags="]),
    Case("form.note text=\"a b", 15, []),
    Case("form.paint colour=", 18, ["red"]),
    Case("form.save na", 10, ["name="]),
    Case("form.save ad", 10, ["address."]),
    Case("form.save address.", 18, ["city=", "zip="]),
    Case("form.save address.z", 18, ["zip="]),
    Case("form.level ", 11, ["low", "high"]),
    Case(":", 0, CommandTable.names.map { ":" + $0 }),
    Case(":re", 0, [":reload", ":retry"]),
    Case(":describe f", 10, ["form"]),
    Case(":state ", 7, ["list", "list#2", "form", "bare"]),
    Case(":state list ", 12, ["items", "limit"]),
    Case(":state list li", 12, ["limit"]),
    Case(":reload L", 8, ["List"]),
    Case(":reload List ", 13, ["--reset"]),
    Case(":watch o", 7, ["on", "off"]),
    Case(":load Pl", 6, ["Plugins/", "Plan.so"]),
    Case(":load x y", 8, []),
    Case(":nothing x", 9, []),
    Case("{\"feature\":\"f", 0, ["{\"feature\":\"form\",\"action\":{"]),
    Case("{\"feature\":\"list\",\"action\":{\"a", 28, ["\"add\":{}}}"]),
    Case("# li", 4, []),
    Case("form.name é li", 11, []),
  ]

  @Test(arguments: cases)
  func completes(_ example: Case) {
    let completion = Completer.complete(
      example.line, cursor: example.line.utf8.count, catalog: Self.catalog,
      paths: { _ in ["Plugins/", "Plan.so"] })
    #expect(completion.candidates.map(\.text) == example.candidates)
    #expect(completion.candidates.isEmpty || completion.start == example.start)
  }

  @Test func looksOnlyAtWhatIsBeforeTheCursor() {
    let completion = Completer.complete("list.add", cursor: 2, catalog: Self.catalog)
    #expect(completion.candidates.map(\.text) == ["list", "list#2"])
    #expect(completion.start == 0)
  }

  @Test func leavesARoomOnlyWhereAWordIsDone() throws {
    let action = Completer.complete("list.rem", cursor: 8, catalog: Self.catalog).candidates
    #expect(try #require(action.first).appendsSpace)
    let simple = Completer.complete("list.ad", cursor: 7, catalog: Self.catalog).candidates
    #expect(try !#require(simple.first).appendsSpace)
    let field = Completer.complete("list.random c", cursor: 13, catalog: Self.catalog).candidates
    #expect(try !#require(field.first).appendsSpace)
    #expect(field.first?.description == "integer")
  }
}
