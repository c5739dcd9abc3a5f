import Testing
import VVSIJSON

@Suite struct JSONPatchTests {
  /// The examples of RFC 6902, appendix A, and others of their kind: document, patch, result (nil if it is refused).
  @Test(
    arguments: [
      (
        #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#,
        #"{"baz":"qux","foo":"bar"}"#
      ),
      (
        #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
        #"{"foo":["bar","qux","baz"]}"#
      ),
      (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
      (
        #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#,
        #"{"foo":["bar","baz"]}"#
      ),
      (#"{"baz":"qux"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#, #"{"baz":"boo"}"#),
      (
        #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
        #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
        #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
      ),
      (
        #"{"foo":["all","grass","cows","eat"]}"#,
        #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
        #"{"foo":["all","cows","eat","grass"]}"#
      ),
      (#"{"a":[1]}"#, #"[{"op":"copy","from":"/a/0","path":"/a/-"}]"#, #"{"a":[1,1]}"#),
      (
        #"{"baz":"qux","foo":["a",2,"c"]}"#,
        #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2.0}]"#,
        #"{"baz":"qux","foo":["a",2,"c"]}"#
      ),
      (#"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#, nil),
      (
        #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
        #"{"foo":"bar","child":{"grandchild":{}}}"#
      ),
      (
        #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
        #"{"foo":"bar","baz":"qux"}"#
      ),
      (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, nil),
      (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
      (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#, nil),
      (
        #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
        #"{"foo":["bar",["abc","def"]]}"#
      ),
      (#"[1]"#, #"[{"op":"add","path":"/2","value":0}]"#, nil),
      (#"[1]"#, #"[{"op":"remove","path":"/1"}]"#, nil),
      (#"[1]"#, #"[{"op":"replace","path":"/-","value":0}]"#, nil),
      (#"{}"#, #"[{"op":"remove","path":"/a"}]"#, nil),
      (#"{"a":{}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#, nil),
      (
        "{\"\u{e9}\":1,\"e\u{301}\":{}}",
        "[{\"op\":\"move\",\"from\":\"/\u{e9}\",\"path\":\"/e\u{301}/x\"}]",
        "{\"e\u{301}\":{\"x\":1}}"
      ),
      (#"{"a":1}"#, #"[{"op":"replace","path":"","value":[2]}]"#, "[2]"),
      (#"3"#, #"[{"op":"add","path":"/a","value":1}]"#, nil),
    ] as [(String, String, String?)])
  func applies(_ document: String, _ patch: String, _ result: String?) throws {
    let (document, patch) = (try JSON(parsing: document), try JSONPatch(JSON(parsing: patch)))
    if let result {
      #expect(try patch.applied(to: document) == JSON(parsing: result))
    } else {
      #expect(throws: JSONError.self) { try patch.applied(to: document) }
    }
    #expect(try JSONPatch(patch.json) == patch)
  }

  @Test func tellsWhereAStepDoesNotFit() throws {
    let patch = JSONPatch([.test(JSONPointer(tokens: ["a", "0"]), "x")])
    #expect(
      throws: JSONError(
        code: "invalid_payload", path: "/a/0", line: 0, column: 0, expected: "\"x\"", found: "1")
    ) {
      try patch.applied(to: ["a": [1]])
    }
  }

  @Test(arguments: [
    (#"{}"#, "", "an array of operations"), (#"[1]"#, "/0", "an operation"),
    (#"[{"path":""}]"#, "/0/op", "a value"),
    (#"[{"op":"x","path":""}]"#, "/0/op", "add, remove, replace, move, copy or test"),
    (#"[{"op":"remove","path":"a"}]"#, "/0/path", "a JSON pointer"),
    (#"[{"op":"add","path":""}]"#, "/0/value", "a value"),
    (#"[{"op":"copy","path":"","from":1}]"#, "/0/from", "a string"),
  ])
  func refusesWhatIsNoPatch(_ text: String, _ path: String, _ expected: String) throws {
    let json = try JSON(parsing: text)
    let error = #expect(throws: JSONError.self) { try JSONPatch(json) }
    #expect(error?.path == path && error?.expected == expected)
  }

  @Test(arguments: [
    ("[1,2,3]", "[1,2,3,4]", #"[{"op":"add","path":"/3","value":4}]"#),
    ("[1,2,3]", "[0,1,2,3]", #"[{"op":"add","path":"/0","value":0}]"#),
    ("[1,2,3]", "[1,3]", #"[{"op":"remove","path":"/1"}]"#),
    (
      "[1,2,3,4,5]", "[1,9,3,5]",
      #"[{"op":"replace","path":"/1","value":9},{"op":"remove","path":"/3"}]"#
    ),
    (
      #"[{"id":1,"x":1},{"id":2,"x":1}]"#, #"[{"id":1,"x":1},{"id":2,"x":2}]"#,
      #"[{"op":"replace","path":"/1/x","value":2}]"#
    ),
    (
      #"{"a":1,"b":2}"#, #"{"b":3,"c":4}"#,
      #"[{"op":"remove","path":"/a"},{"op":"replace","path":"/b","value":3},{"op":"add","path":"/c","value":4}]"#
    ),
    (#"{"on":{"n":1}}"#, #"{"off":{}}"#, #"[{"op":"replace","path":"","value":{"off":{}}}]"#),
    ("1", "1.0", "[]"), ("{}", "[]", #"[{"op":"replace","path":"","value":[]}]"#),
  ])
  func findsFewSteps(_ old: String, _ new: String, _ patch: String) throws {
    let made = JSONPatch(from: try JSON(parsing: old), to: try JSON(parsing: new))
    #expect(made.json == (try JSON(parsing: patch)))
  }

  @Test func leadsFromAnyValueToAnyOther() throws {
    var generator = Generator(seed: Generator.seed)
    for round in 0..<Generator.rounds * 20 {
      let old = JSON.randomTree(&generator, depth: 4)
      let new =
        generator.chance(20)
        ? JSON.randomTree(&generator, depth: 4) : old.mutated(&generator).mutated(&generator)
      let patch = JSONPatch(from: old, to: new)
      #expect(
        try patch.applied(to: old) == new,
        "round \(round), seed \(Generator.seed): \(old) to \(new) by \(patch.json)")
      #expect(patch.isEmpty == (old == new))
    }
  }

  @Test func copesWithLargeArrays() throws {
    let old = JSON.array((0..<20_000).map { .number(JSONNumber($0)) })
    let new = JSON.array((0..<20_001).map { .number(JSONNumber($0 * 7 % 20_011)) })
    #expect(try JSONPatch(from: old, to: new).applied(to: old) == new)
  }
}

extension JSON {
  /// A random value of few different parts, so that some are equal.
  static func randomTree(_ generator: inout Generator, depth: Int) -> JSON {
    switch generator.below(depth == 0 ? 3 : 6) {
    case 0: return .number(JSONNumber(generator.below(4)))
    case 1: return .string(generator.pick(["a", "b", "é", "e\u{301}", "~/"]))
    case 2: return generator.pick([.null, .bool(true), .bool(false)])
    case 3, 4:
      return .array((0..<generator.below(6)).map { _ in randomTree(&generator, depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<generator.below(5) {
        object[generator.pick(["a", "b", "c", "", "~", "/", "é", "e\u{301}"])] = randomTree(
          &generator, depth: depth - 1)
      }
      return .object(object)
    }
  }
}
