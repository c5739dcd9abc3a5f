import Testing
import VVSIJSON

private enum Key: String, CodingKey {
  case a, b, c, d
}

/// Encodes itself as it is told to.
private struct Told: Encodable {
  let body: (any Encoder) throws -> Void

  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

@Suite struct EncoderTests {
  private func text(_ body: @escaping (any Encoder) throws -> Void) throws(JSONError) -> String {
    String(decoding: try JSONTextEncoder().encode(Told(body: body)), as: UTF8.self)
  }

  @Test func keepsTheOrderOfDeclaration() throws {
    #expect(
      String(decoding: try JSONTextEncoder().encode(Ordered()), as: UTF8.self)
        == #"{"zebra":1,"apple":{"z":1,"a":2},"mango":[true,null]}"#)
    var sorted = JSONTextEncoder()
    sorted.sortedKeys = true
    #expect(
      String(decoding: try sorted.encode(Ordered()), as: UTF8.self)
        == #"{"apple":{"a":2,"z":1},"mango":[true,null],"zebra":1}"#)
  }

  @Test func writesToContainersInAnyOrder() throws {
    let text = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var first = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
      var list = outer.nestedUnkeyedContainer(forKey: .b)
      try first.encode(1, forKey: .a)
      try outer.encode(["x": [1, 2]], forKey: .c)
      try list.encode("one")
      try first.encode([2], forKey: .b)
      var inner = list.nestedContainer(keyedBy: Key.self)
      try outer.encode(true, forKey: .d)
      try inner.encode("late", forKey: .d)
      try list.encode("two")
      try inner.encode("later", forKey: .a)
      try first.encodeNil(forKey: .c)
      #expect(list.count == 3)
    }
    #expect(
      text
        == #"{"a":{"a":1,"b":[2],"c":null},"b":["one",{"d":"late","a":"later"},"two"],"c":{"x":[1,2]},"d":true}"#
    )
  }

  @Test func writesToEncodersOfWhatIsInheritedInAnyOrder() throws {
    let text = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      let (one, two, three, unused) = (
        outer.superEncoder(), outer.superEncoder(forKey: .a), outer.superEncoder(forKey: .b),
        outer.superEncoder(forKey: .d)
      )
      try outer.encode(1, forKey: .c)
      var list = two.unkeyedContainer()
      try list.encode(2)
      var single = three.singleValueContainer()
      try single.encode("three")
      var object = one.container(keyedBy: Key.self)
      try object.encode(4, forKey: .a)
      try list.encode(5)
      _ = unused
    }
    #expect(text == #"{"super":{"a":4},"a":[2,5],"b":"three","d":{},"c":1}"#)
  }

  @Test func theLastOfEqualNamesCounts() throws {
    let text = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      try outer.encode(1, forKey: .a)
      try outer.encode([1, 2], forKey: .b)
      try outer.encode("x,}", forKey: .c)
      try outer.encode(3, forKey: .b)
      try outer.encode(4, forKey: .a)
      var again = encoder.container(keyedBy: Key.self)
      try again.encode(5, forKey: .c)
      try again.encode(6, forKey: .d)
    }
    #expect(text == #"{"b":3,"a":4,"c":5,"d":6}"#)
  }

  @Test func theLastOfEqualNamesCountsAmongMany() throws {
    struct Numbered: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Numbered.self)
      for round in 0..<3 {
        for number in 0..<40 {
          try container.encode(round, forKey: Numbered(stringValue: "\(number)"))
        }
      }
    }
    let value = try JSON(parsing: text)
    #expect(value.objectValue?.count == 40)
    #expect(value.objectValue?.allSatisfy { $0.value == 2 } == true)
  }

  @Test func sharesNestedContainersOfOneName() throws {
    let text = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var one = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
      try one.encode(1, forKey: .a)
      var two = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
      try two.encode(2, forKey: .b)
      try one.encode(3, forKey: .c)
      var list = outer.nestedUnkeyedContainer(forKey: .b)
      try list.encode(1)
      var same = outer.nestedUnkeyedContainer(forKey: .b)
      try same.encode(2)
    }
    #expect(text == #"{"a":{"a":1,"b":2,"c":3},"b":[1,2]}"#)
  }

  @Test func takesBackWhatFailed() throws {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([1, 2], forKey: .a)
        throw CancellationError()
      }
    }
    let text = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      try? outer.encode(Failing(), forKey: .a)
      try outer.encode(1, forKey: .b)
      try? outer.encode(Failing(), forKey: .c)
      var list = outer.nestedUnkeyedContainer(forKey: .d)
      try? list.encode(Failing())
      try list.encode(2)
      try? list.encode([Failing()])
      #expect(list.count == 1)
    }
    #expect(text == #"{"b":1,"d":[2]}"#)
  }

  @Test func takesBackWhatFailedUnderANameThatIsThere() throws {
    let text = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      try outer.encode(1, forKey: .b)
      try? outer.encode(Double.nan, forKey: .b)
      var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
      try inner.encode(1, forKey: .c)
      try outer.encode(2, forKey: .c)
      try? inner.encode(Double.nan, forKey: .c)
      try inner.encode(1.5, forKey: .d)
      try inner.encode(2.5, forKey: .d)
      try outer.encode(0.5, forKey: .c)
    }
    #expect(text == #"{"b":1,"a":{"c":1,"d":2.5},"c":0.5}"#)
  }

  /// What was written before the value that fails may move meanwhile.
  @Test func takesBackWhatFailedBehindWhatMoved() throws {
    let text = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var first = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
      let slot = outer.superEncoder(forKey: .d)
      try? outer.encode(
        Told { inner in
          var container = inner.container(keyedBy: Key.self)
          var late = container.nestedUnkeyedContainer(forKey: .a)
          try container.encode(1, forKey: .b)
          try late.encode("moves what is inside")
          try first.encode("moves what is outside", forKey: .a)
          var single = slot.singleValueContainer()
          try single.encode(7)
          throw CancellationError()
        }, forKey: .b)
      try outer.encode(3, forKey: .c)
    }
    #expect(text == #"{"a":{"a":"moves what is outside"},"d":7,"c":3}"#)
  }

  @Test func sharesEncodersOfOneNameUntilOneIsWrittenTo() throws {
    let text = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      let (first, second) = (outer.superEncoder(forKey: .a), outer.superEncoder(forKey: .a))
      try outer.encode(1, forKey: .b)
      var single = first.singleValueContainer()
      try single.encode("x")
      _ = second
    }
    #expect(text == #"{"a":"x","b":1}"#)
  }

  @Test func tellsWhereATypeRefused() {
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    let error = #expect(throws: JSONError.self) {
      try JSONTextEncoder().encode(["a": [Refusing?.none, Refusing()]])
    }
    #expect(error?.path == "/a/1" && error?.found == "CancellationError()")
  }

  @Test(arguments: [0, 1, 2, 3])
  func refusesMisuse(_ way: Int) {
    let error = #expect(throws: JSONError.self) {
      try text { encoder in
        switch way {
        case 0:
          _ = encoder.container(keyedBy: Key.self)
          _ = encoder.unkeyedContainer()
        case 1:
          var single = encoder.singleValueContainer()
          try single.encode(1)
          try single.encode(2)
        case 2: _ = encoder
        default:
          _ = encoder.unkeyedContainer()
          var single = encoder.singleValueContainer()
          try single.encode(2)
        }
      }
    }
    #expect(error?.code == "invalid_payload")
  }

  @Test func writesNothingForValuesThatWriteNothing() throws {
    struct Empty: Encodable {
      func encode(to encoder: any Encoder) {}
    }
    #expect(try JSONTextEncoder().encode([Empty()]) == Array("[{}]".utf8))
  }

  @Test func refusesToWriteAfterTheEnd() throws {
    final class Keeper: Encodable {
      var container: KeyedEncodingContainer<Key>?
      func encode(to encoder: any Encoder) throws {
        container = encoder.container(keyedBy: Key.self)
      }
    }
    let keeper = Keeper()
    #expect(try JSONTextEncoder().encode([keeper]) == Array("[{}]".utf8))
    #expect(throws: EncodingError.self) { try keeper.container?.encode(1, forKey: .a) }
    #expect(try JSONTextEncoder().encode([1]) == Array("[1]".utf8))
  }

  @Test func passesOverWhatIsDoneWithAnotherEncodingsEncoder() throws {
    final class Keeper: Encodable {
      var encoder: (any Encoder)?
      func encode(to encoder: any Encoder) throws {
        self.encoder = encoder
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    }
    let keeper = Keeper()
    #expect(try JSONTextEncoder().encode([keeper]) == Array("[1]".utf8))
    func misuse() {
      var container = keeper.encoder?.container(keyedBy: Key.self)
      _ = container?.nestedUnkeyedContainer(forKey: .a)
      _ = container?.superEncoder().unkeyedContainer()
      #expect(throws: EncodingError.self) { try container?.encode(1, forKey: .b) }
    }
    misuse()
    #expect(try JSONTextEncoder().encode(["a": 1]) == Array(#"{"a":1}"#.utf8))
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Key.self)
      misuse()
      try container.encode(2, forKey: .a)
      misuse()
    }
    #expect(text == #"{"a":2}"#)
  }

  @Test func lendsTheText() throws {
    let count = try JSONTextEncoder().withEncoded([1, 2, 3]) { text in
      // Another encoding meanwhile does not touch the text.
      _ = try? JSONTextEncoder().encode("something else altogether")
      return String(decoding: text, as: UTF8.self)
    }
    #expect(count == "[1,2,3]")
  }

  @Test func knowsWherePlacesAre() throws {
    var paths: [String] = []
    _ = try text { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      try outer.encode(1, forKey: .a)
      var list = outer.nestedUnkeyedContainer(forKey: .b)
      try list.encode([1])
      try list.encode(
        Told { inner in
          paths.append(inner.codingPath.map(\.stringValue).joined(separator: "/"))
          var container = inner.singleValueContainer()
          try container.encode(1)
        })
      paths.append(list.codingPath.map(\.stringValue).joined(separator: "/"))
    }
    #expect(paths == ["b/Index 1", "b"])
  }
}

private struct Ordered: Encodable {
  struct Inner: Encodable {
    var z = 1
    var a = 2
  }

  var zebra = 1
  var apple = Inner()
  var mango: [Bool?] = [true, nil]
}
