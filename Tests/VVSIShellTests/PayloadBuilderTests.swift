import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite struct PayloadBuilderTests {
  static let built: [(String, String)] = [
    ("list.add", #"{"add":{}}"#),
    ("list.add {}", #"{"add":{}}"#),
    ("list.remove id=7", #"{"remove":{"id":7}}"#),
    ("list.remove 7", #"{"remove":{"id":7}}"#),
    ("list.random count=3 length=4", #"{"random":{"_0":{"count":3,"length":4}}}"#),
    (#"list.random {"count":3,"length":4}"#, #"{"random":{"_0":{"count":3,"length":4}}}"#),
    (#"list.random {"_0":{"count":3,"length":4}}"#, #"{"random":{"_0":{"count":3,"length":4}}}"#),
    ("form.name 42", #"{"name":{"_0":"42"}}"#),
    ("form.name true", #"{"name":{"_0":"true"}}"#),
    (#"form.name "a b""#, #"{"name":{"_0":"a b"}}"#),
    ("form.name 'a \"b'", #"{"name":{"_0":"a \"b"}}"#),
    ("form.count value=-5", #"{"count":{"value":-5}}"#),
    ("form.pair 1 true", #"{"pair":{"_0":1,"_1":true}}"#),
    ("form.note text=hello tags=[\"a\",\"b\"]", #"{"note":{"text":"hello","tags":["a","b"]}}"#),
    ("form.note text=null tags=[]", #"{"note":{"text":null,"tags":[]}}"#),
    ("form.note text=12 tags=[]", #"{"note":{"text":"12","tags":[]}}"#),
    ("form.paint colour=red", #"{"paint":{"colour":{"red":{}}}}"#),
    (#"form.paint colour={"custom":{"hex":"f"}}"#, #"{"paint":{"colour":{"custom":{"hex":"f"}}}}"#),
    ("form.paint colour.custom.hex=00ff", #"{"paint":{"colour":{"custom":{"hex":"00ff"}}}}"#),
    (
      "form.save name=1 address.city=Ulm address.zip=89073",
      #"{"save":{"_0":{"name":"1","address":{"city":"Ulm","zip":"89073"}}}}"#
    ),
    ("form.scores ann=1.5 bob=2", #"{"scores":{"_0":{"ann":1.5,"bob":2}}}"#),
    ("form.level high", #"{"level":{"_0":"high"}}"#),
  ]

  @Test(arguments: built)
  func buildsWhatTheSchemaWants(line: String, json: String) throws {
    let action = try action(line)
    #expect(action.text() == json)
    #expect(JSONSchema.validate(action, against: schema(line)) == nil)
  }

  static let bare: [(String, String)] = [
    ("c.run", #"{"run":{}}"#), ("c.run 5", #"{"run":{"_0":5}}"#),
    ("c.run a=1 b=x c.d=[2]", #"{"run":{"a":1,"b":"x","c":{"d":[2]}}}"#),
    (#"c.run {"z":1}"#, #"{"run":{"z":1}}"#), ("c.run one 2", #"{"run":{"_0":"one","_1":2}}"#),
  ]

  @Test(arguments: bare)
  func takesNamesAsTheyComeWithoutASchema(line: String, json: String) throws {
    #expect(try action(line, schema: .null).text() == json)
  }

  @Test func writesBareCasesAsStrings() throws {
    let schema: JSON = ["type": "string", "enum": ["up", "down"]]
    #expect(try action("c.up", schema: schema).text() == #""up""#)
  }

  static let refused: [(String, Rejection)] = [
    ("list.ad", .unknownAction("ad", known: ["add", "remove", "random"])),
    (
      "list.random cuont=3",
      .unknownField(path: "/random/_0/cuont", known: ["count", "length"])
    ),
    ("list.remove idx=3", .unknownField(path: "/remove/idx", known: ["id"])),
    ("list.add x=1", .unknownField(path: "/add/x", known: [])),
    (
      "form.save address.town=x",
      .unknownField(path: "/save/_0/address/town", known: ["city", "zip"])
    ),
    ("list.add 5", .invalidPayload(path: "/add", expected: "nothing after 'add'", found: "5")),
    (
      "form.pair 1 true 2", .invalidPayload(path: "/pair", expected: "2 values", found: "2")
    ),
    (
      "list.random 3",
      .invalidPayload(path: "/random/_0", expected: "count=… length=…", found: "3")
    ),
    (
      "list.remove id=1 id=2",
      .invalidPayload(path: "/remove/id", expected: "each field once", found: "it twice")
    ),
  ]

  @Test(arguments: refused)
  func refusesWhatHasNoPlace(line: String, reason: Rejection) {
    #expect(throws: reason) { try action(line) }
  }

  @Test func refusesMalformedJSONInAValue() {
    #expect {
      try action("list.remove id=[1,,2]")
    } throws: { error in
      (error as? Rejection)?.code == "invalid_json"
    }
  }

  @Test func leavesWrongTypesToTheSchema() throws {
    let action = try action("list.remove id=seven")
    let violation = try #require(JSONSchema.validate(action, against: SampleSchemas.list))
    #expect(
      Rejection(violation)
        == .invalidPayload(path: "/remove/id", expected: "an integer", found: "\"seven\""))
  }

  private func schema(_ line: String) -> JSON {
    line.hasPrefix("list") ? SampleSchemas.list : SampleSchemas.form
  }

  private func action(_ line: String, schema given: JSON? = nil) throws -> JSON {
    guard case .trigger(let trigger) = try LineParser.parse(line) else {
      throw LineError.unknownForm(line)
    }
    return try PayloadBuilder.action(for: trigger, schema: given ?? schema(line))
  }
}
