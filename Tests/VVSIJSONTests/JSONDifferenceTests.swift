import Testing
import VVSIJSON

@Suite struct JSONDifferenceTests {
  @Test func tellsWhereAPartWasAndWhereItIs() {
    let old: JSON = ["items": [1, 2, 3, 4], "gone": true, "case": ["on": [:]]]
    let new: JSON = ["items": [0, 1, 4], "case": ["off": [:]], "more": "x"]
    #expect(
      JSONDifference(from: old, to: new).changes == [
        .removed(true, was: place("gone"), at: place("gone")),
        .added(0, at: place("items", "0")),
        .removed(2, was: place("items", "1"), at: place("items", "2")),
        .removed(3, was: place("items", "2"), at: place("items", "2")),
        .replaced(["on": [:]], with: ["off": [:]], at: place("case")),
        .added("x", at: place("more")),
      ])
  }

  @Test func findsNothingBetweenEqualValues() {
    let reordered: JSON = ["b": 1.0, "a": [1]]
    #expect(JSONDifference(from: ["a": [1.0], "b": 1], to: reordered).changes.isEmpty)
  }

  private func place(_ tokens: String...) -> JSONPointer { JSONPointer(tokens: tokens) }
}
