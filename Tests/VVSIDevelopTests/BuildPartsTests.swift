import Foundation
import Testing

@testable import VVSIDevelop

@Suite struct ContentHashTests {
  /// From the reference implementation of SipHash-2-4 with 128 bits: key 00 to 0f, input 00 01 02 ….
  @Test(arguments: [
    (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
    (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
    (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
  ])
  func agreesWithTheReference(count: Int, digest: String) {
    var hash = ContentHash(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
    hash.update((0..<count).map { UInt8($0) })
    #expect(hash.digest() == digest)
  }

  @Test func doesNotDependOnHowBytesArrive() {
    let bytes = (0..<100).map { UInt8($0) }
    var whole = ContentHash()
    whole.update(bytes)
    for step in 1..<20 {
      var pieces = ContentHash()
      for start in stride(from: 0, to: 100, by: step) {
        pieces.update(Array(bytes[start..<min(start + step, 100)]))
      }
      #expect(pieces.digest() == whole.digest())
    }
  }

  @Test func tellsPartsApart() {
    var one = ContentHash()
    one.add("ab")
    one.add("c")
    var other = ContentHash()
    other.add("a")
    other.add("bc")
    #expect(one.digest() != other.digest())
  }
}

@Suite struct ShellWordsTests {
  @Test(arguments: [
    ("a b  c", ["a", "b", "c"]), ("'a b' \"c d\"", ["a b", "c d"]), ("a\\ b", ["a b"]),
    ("'a'\\''b'", ["a'b"]), ("\"a\\\"b\"", ["a\"b"]), ("''", [""]), ("", []),
    ("'a", nil), ("a\\", nil),
  ])
  func splits(line: String, words: [String]?) {
    #expect(ShellWords.split(line) == words)
  }
}

@Suite struct CompilePlanTests {
  private let plan = CompilePlan(
    compile: [
      "fe", "-primary-file", CompilePlan.source, "-module-name", CompilePlan.module, "-o", "x.o",
    ],
    link: ["ld", "-o", CompilePlan.library, CompilePlan.object, "-lc"], linksDirectly: true)

  @Test func fillsInFilesAndNames() {
    let arguments = plan.compileArguments(
      primary: ["a", "b"], others: ["c"], objects: ["a.o", "b.o"], module: "M")
    #expect(
      arguments.joined(separator: " ")
        == "fe -primary-file a -primary-file b c -module-name M -o a.o -o b.o")
    let link = plan.linkArguments(objects: ["a.o"], options: ["-z", "defs"], library: "l.so")
    #expect(link.joined(separator: " ") == "ld -o l.so a.o -z defs -lc")
  }

  @Test func handsOptionsToTheLinkerThroughTheDriver() {
    var plan = plan
    plan.linksDirectly = false
    let link = plan.linkArguments(objects: ["a.o"], options: ["-z", "defs"], library: "l.so")
    #expect(link.joined(separator: " ") == "ld -o l.so a.o -Xlinker -z -Xlinker defs -lc")
  }

  @Test func survivesItsText() {
    #expect(CompilePlan(text: plan.text) == plan)
    var other = plan
    other.compile = []
    other.linksDirectly = false
    #expect(CompilePlan(text: other.text) == other)
  }

  @Test(arguments: ["", "linker", "linker\n\na", "linker\n\na\n\n", "a\n\nb\n\nc\n\nd"])
  func refusesOtherTexts(text: String) {
    #expect(CompilePlan(text: text) == nil)
  }
}

@Suite struct BuildCacheTests {
  @Test func keepsTheLatestBuildsAndRemovesWhatWasLeftUnfinished() throws {
    let folder = try TemporaryFolder()
    for number in 1...12 {
      try folder.write("", to: "cache/build\(number)/x")
      try age(folder["cache/build\(number)"], minutes: Double(100 - number))
    }
    for (name, minutes) in [(".old", 120.0), (".new", 30.0)] {
      try folder.write("", to: "cache/\(name)/x")
      try age(folder["cache/\(name)"], minutes: minutes)
    }
    BuildCache(path: folder.path).prune(folder["cache"])
    let kept = Set((5...12).map { "build\($0)" } + [".new"])
    #expect(Set(try Files.names(in: folder["cache"])) == kept)
  }

  @Test func keepsYoungBuildsHoweverMany() throws {
    let folder = try TemporaryFolder()
    for number in 1...20 { try folder.write("", to: "cache/build\(number)/x") }
    BuildCache(path: folder.path).prune(folder["cache"])
    #expect(try Files.names(in: folder["cache"]).count == 20)
  }

  @Test func leavesThePlaceToWhoeverWasFirst() throws {
    let folder = try TemporaryFolder()
    let cache = BuildCache(path: folder.path)
    for text in ["first", "second"] {
      let scratch = try cache.makeScratch(beside: folder["builds/one"])
      try Files.write(Array(text.utf8), to: scratch + "/x")
      try cache.publish(scratch, as: folder["builds/one"])
    }
    #expect(try Files.read(folder["builds/one/x"]) == Array("first".utf8))
    #expect(try Files.names(in: folder["builds"]) == ["one"])
  }

  private func age(_ path: String, minutes: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now.addingTimeInterval(-60 * minutes)], ofItemAtPath: path)
  }
}

@Suite struct AutolinkTests {
  @Test(
    arguments: [[], [0x7f, 0x45, 0x4c, 0x46], Array(repeating: 0xff, count: 100)] as [[UInt8]])
  func findsNothingInOtherFiles(bytes: [UInt8]) {
    #expect(Autolink.flags(of: bytes) == [])
  }

  @Test func survivesObjectsThatAreCutOrBroken() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    _ = try await Sample.driver.build(path)
    let sdk = try #require(
      FileManager.default.enumerator(atPath: Sample.cache)?.lazy.compactMap { $0 as? String }
        .first { $0.hasSuffix("VVSIJSON.o") })
    let object = try Files.read(Sample.cache + "/" + sdk)
    #expect(Autolink.flags(of: object).contains("-lswiftCore"))
    for count in stride(from: 0, to: object.count, by: 4_099) {
      _ = Autolink.flags(of: Array(object.prefix(count)))
    }
    for offset in 0..<64 {
      var broken = object
      broken[offset] = 0xff
      _ = Autolink.flags(of: broken)
    }
  }
}
