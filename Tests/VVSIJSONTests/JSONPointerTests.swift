import Testing
import VVSIJSON

@Suite struct JSONPointerTests {
  static let document: JSON = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
    " ": 7,
    "m~n": 8, "~1": 9,
  ]

  @Test(arguments: [
    ("/foo", ["bar", "baz"] as JSON), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
    ("/e^f", 3), ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8), ("/~01", 9),
  ])
  func finds(_ text: String, _ expected: JSON) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(Self.document[pointer] == expected)
    #expect(pointer.description == text)
  }

  @Test(arguments: [
    "/foo/2", "/foo/01", "/foo/-", "/foo/-1", "/foo/+1", "/foo/x", "/foo/", "/bar", "/foo/0/0",
  ])
  func findsNothing(_ text: String) throws {
    #expect(Self.document[try #require(JSONPointer(text))] == nil)
  }

  @Test(arguments: ["foo", "/~", "/~2", "/a~", "#/foo"])
  func refuses(_ text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test func comparesNamesScalarByScalar() throws {
    let (composed, decomposed) = (JSONPointer("/\u{e9}"), JSONPointer("/e\u{301}"))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, JSONPointer("/\u{e9}")]).count == 2)
    #expect(JSONPointer("/a/b") != JSONPointer("/a"))
  }

  @Test func pointsToTheWhole() throws {
    #expect(Self.document[try #require(JSONPointer(""))] == Self.document)
    #expect(JSONPointer().appending("a/b").appending(0).description == "/a~1b/0")
  }
}
