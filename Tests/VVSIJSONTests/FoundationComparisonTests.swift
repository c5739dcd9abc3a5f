import Foundation
import Testing
import VVSIJSON

/// What we write and read is compared with Foundation's coders, over random values of many types.
@Suite struct FoundationComparisonTests {
  @Test(arguments: Catalogue.types.indices)
  func agreesWithFoundation(_ index: Int) throws {
    func compare<T: Generated>(_ type: T.Type) throws {
      var generator = Generator(seed: Generator.seed &+ UInt64(index))
      for round in 0..<Generator.rounds {
        try Self.compare(T(&generator), "\(T.self), round \(round), seed \(Generator.seed)")
      }
    }
    try compare(Catalogue.types[index])
  }

  private static func compare<T: Generated>(_ value: T, _ comment: Comment) throws {
    let ours = try JSONTextEncoder().encode(value)
    let theirs = try JSONEncoder().encode(value)
    let text = String(decoding: ours, as: UTF8.self)
    #expect(try JSON(parsing: ours) == JSON(parsing: Array(theirs)), "\(comment): \(text)")
    // Not always the value itself: null is both kinds of nothing that `Int??` has.
    let again = try JSONDecoder().decode(T.self, from: theirs)
    #expect(try JSONTextDecoder().decode(T.self, from: ours) == again, "\(comment): \(text)")
    #expect(
      try JSONTextDecoder().decode(T.self, from: Array(theirs)) == again, "\(comment): \(text)")
    #expect(try JSONDecoder().decode(T.self, from: Data(ours)) == again, "\(comment): \(text)")
    var strict = JSONTextDecoder()
    strict.unknownFields = .reject
    #expect(try strict.decode(T.self, from: ours) == again, "\(comment): \(text)")
    var sorted = JSONTextEncoder()
    sorted.sortedKeys = true
    #expect(try JSON(parsing: sorted.encode(value)) == JSON(parsing: ours), "\(comment): \(text)")
  }

  @Test(arguments: [
    "a/b", "a", "a/b/c", "a/b/", "/a/b", "../x", "http://h", "http://h/a/b", "http://h/a/b?q#f",
    "file:///tmp/x",
  ])
  func resolvesURLs(_ base: String) throws {
    let references = [
      "..", ".", "../..", "../../../x", "./x", "../x", "x/../y", "x/./y", "/..", "/a/../../b", "?z",
      "#z", "//o/p/../q", "...", "x/..", "x/.", "y",
    ]
    let urls = try references.map { reference in
      try #require(URL(string: reference, relativeTo: URL(string: base)))
    }
    let theirs = try JSON(parsing: Array(JSONEncoder().encode(urls)))
    #expect(try JSON(parsing: JSONTextEncoder().encode(urls)) == theirs)
  }

  struct Accented: Codable, Equatable {
    enum Kind: Codable, Equatable {
      case é(Int)
    }

    var é: Int
    var kind: Kind?
  }

  /// Swift holds a composed and a decomposed letter to be the same, and so do keys.
  @Test(arguments: [
    "{\"e\u{301}\":1}", #"{"e\u0301":1,"kind":null}"#, "{\"\u{e9}\":1}",
    "{\"e\u{301}\":1,\"kind\":{\"e\u{301}\":{\"_0\":2}}}", "{\"e\":1}",
  ])
  func findsNamesThatAreEqualOnlyAsStrings(_ text: String) throws {
    let theirs = try? JSONDecoder().decode(Accented.self, from: Data(text.utf8))
    for unknownFields in [JSONTextDecoder.UnknownFields.ignore, .reject] {
      var decoder = JSONTextDecoder()
      decoder.unknownFields = unknownFields
      #expect((try? decoder.decode(Accented.self, from: Array(text.utf8))) == theirs)
    }
  }

  /// Such names are two in JSON, and one in Swift.
  @Test(arguments: [#"{"\u00e9":1,"e\u0301":2}"#, #"{"e\u0301":2,"\u00e9":1}"#])
  func agreesOnNamesThatAreEqualOnlyAsStrings(_ text: String) throws {
    let ours = try JSONTextDecoder().decode([String: Int].self, from: Array(text.utf8))
    let theirs = try JSONDecoder().decode([String: Int].self, from: Data(text.utf8))
    #expect(ours == theirs)
    #expect(ours.keys.map { Array($0.utf8) } == theirs.keys.map { Array($0.utf8) })
  }

  /// A part of the text of one value is replaced, and both either refuse the result or read the same.
  @Test(arguments: Catalogue.types.indices)
  func refusesWhatFoundationRefuses(_ index: Int) throws {
    func compare<T: Generated>(_ type: T.Type) throws {
      var generator = Generator(seed: Generator.seed &+ UInt64(index) &* 77)
      for round in 0..<Generator.rounds {
        let text = try JSON(parsing: JSONTextEncoder().encode(T(&generator))).mutated(&generator)
          .bytes()
        let ours = try? JSONTextDecoder().decode(T.self, from: text)
        let theirs = try? JSONDecoder().decode(T.self, from: Data(text))
        #expect(
          ours == theirs,
          "\(T.self), round \(round), seed \(Generator.seed): \(String(decoding: text, as: UTF8.self))"
        )
      }
    }
    try compare(Catalogue.types[index])
  }
}

extension JSON {
  /// The value with one part somewhere replaced, removed, or added.
  func mutated(_ generator: inout Generator) -> JSON {
    switch self {
    case .array(var elements) where !elements.isEmpty && generator.chance(80):
      let index = generator.below(elements.count)
      switch generator.below(6) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(.random(&generator), at: index)
      default: elements[index] = elements[index].mutated(&generator)
      }
      return .array(elements)
    case .object(var object) where !object.isEmpty && generator.chance(80):
      let name = generator.pick(object.names)
      switch generator.below(6) {
      case 0: object[name] = nil
      case 1: object[String(&generator)] = .random(&generator)
      default: object[name] = object[name]?.mutated(&generator)
      }
      return .object(object)
    default: return .random(&generator)
    }
  }

  static func random(_ generator: inout Generator) -> JSON {
    let literals = [
      "0", "-0", "1", "-1", "1.0", "1e2", "1.5", "127", "128", "-129", "255", "256", "65536",
      "2147483648", "4294967296",
      "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
      "1e400", "1e39", "0.1",
      "\"\"", "\"a\"", "\"1\"", "\"YQ==\"", "\"YQ=\"", "\"YQ\"", "\"http://a b\"", "\"x:y\"",
      "true", "false", "null",
      "[]", "{}", "[1]", "{\"a\":1}", "[null]", "{\"one\":{\"_0\":1}}", "{\"none\":{}}",
      "{\"none\":{},\"one\":{\"_0\":2}}",
      "\"none\"", "{\"super\":null}", "\"DD72515B-0740-44BB-91EB-D6EAA028C643\"",
      "340282366920938463463374607431768211456",
      "1e127", "10e127", "1e-128", "1e-129",
      "0.00000000000000000000000000000000000000000000000000000000001",
      "99999999999999999999999999999999999999999999", "123456789012345678901234567890123456789.5",
      "1e1000000",
    ]
    let literal = generator.pick(literals)
    return (try? JSON(parsing: literal)) ?? .null
  }
}
