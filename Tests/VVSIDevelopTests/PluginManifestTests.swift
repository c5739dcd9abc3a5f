import Foundation
import Testing
import VVSIHost

@testable import VVSIDevelop

@Suite struct PluginManifestTests {
  @Test func readsEveryMember() throws {
    let text = #"""
      {"name": "my-list", "languageMode": 5, "flags": ["-D", "X"], "cFlags": ["-O1"],
       "sources": ["Sources/**/*.swift"], "bridgingHeader": "b.h", "isolation": "process", "timeout": 2.5,
       "features": {"list": "List.Interactor()",
                    "user": {"interactor": "User()", "state": "User.S()", "summary": "A user."}}}
      """#
    var expected = PluginManifest()
    expected.name = "my-list"
    expected.languageMode = 5
    expected.flags = ["-D", "X"]
    expected.cFlags = ["-O1"]
    expected.sources = ["Sources/**/*.swift"]
    expected.bridgingHeader = "b.h"
    expected.isIsolated = true
    expected.timeout = 2.5
    expected.features = [
      .init(id: "list", interactor: "List.Interactor()"),
      .init(id: "user", interactor: "User()", state: "User.S()", summary: "A user."),
    ]
    #expect(try PluginManifest(Array(text.utf8), path: "") == expected)
  }

  @Test(arguments: [
    (#"{"build": "make", "product": "a/x.so"}"#, ["/bin/sh", "-c", "make"]),
    (#"{"build": ["cargo", "build"], "product": "a/x.so"}"#, ["cargo", "build"]),
  ])
  func readsABuildCommand(text: String, command: [String]) throws {
    let manifest = try PluginManifest(Array(text.utf8), path: "")
    #expect(manifest.foreign == .init(command: command, product: "a/x.so"))
  }

  @Test func isItsDefaultsWhereThereIsNone() throws {
    let folder = try TemporaryFolder()
    #expect(try PluginManifest.read(in: folder.path) == PluginManifest())
    #expect(PluginManifest().languageMode == 6)
  }

  private static let keys =
    "one of name, features, languageMode, flags, cFlags, sources, bridgingHeader, build, product, "
    + "isolation, timeout"

  @Test(arguments: [
    ("[]", "", "an object", "an empty array"),
    ("{", "line 1, column 2", "a name in quotes", "the end of the text"),
    (#"{"flag": []}"#, "/flag", "flags?", #""flag""#),
    (#"{"zzzzzz": []}"#, "/zzzzzz", keys, #""zzzzzz""#),
    (#"{"name": 1}"#, "/name", "a string", "1"),
    (#"{"name": "a/b"}"#, "/name", "a name without blanks and slashes", #""a/b""#),
    (#"{"name": ""}"#, "/name", "a name without blanks and slashes", #""""#),
    (#"{"languageMode": 7}"#, "/languageMode", "5 or 6", "7"),
    (#"{"languageMode": "6"}"#, "/languageMode", "5 or 6", #""6""#),
    (#"{"flags": "-D"}"#, "/flags", "an array of strings", #""-D""#),
    (#"{"flags": ["-D", 1]}"#, "/flags/1", "a string", "1"),
    (#"{"sources": ["../x.swift"]}"#, "/sources/0", "a path below the folder", #""../x.swift""#),
    (#"{"sources": ["/x.swift"]}"#, "/sources/0", "a path below the folder", #""/x.swift""#),
    (#"{"features": ["a"]}"#, "/features", "an object", "an array"),
    (
      #"{"features": {"List": "L()"}}"#, "/features/List",
      "a feature id: a lower-case letter, then letters, digits, - and _; at most 64", #""List""#
    ),
    (
      #"{"features": {"a/b": ""}}"#, "/features/a~1b",
      "a feature id: a lower-case letter, then letters, digits, - and _; at most 64", #""a/b""#
    ),
    (#"{"features": {"list": " "}}"#, "/features/list", "a Swift expression", #"" ""#),
    (#"{"features": {"list": {}}}"#, "/features/list/interactor", "a Swift expression", "nothing"),
    (
      #"{"features": {"list": {"interactor": "L()", "stat": ""}}}"#, "/features/list/stat",
      "state?", #""stat""#
    ),
    (#"{"build": "make"}"#, "/product", "the path of the library that build makes", "nothing"),
    (#"{"product": "x"}"#, "/product", "a build command beside it, in build", #""x""#),
    (
      #"{"build": [], "product": "x"}"#, "/build",
      "a command: a line for the shell, or an array of a program and its arguments",
      "an empty array"
    ),
    (
      #"{"build": "make", "product": "x", "flags": []}"#, "/flags",
      "no flags beside build, which compiles by itself", "an empty array"
    ),
    (#"{"isolation": "proces"}"#, "/isolation", #""none" or "process""#, #""proces""#),
    (#"{"timeout": 0}"#, "/timeout", "seconds, more than 0 and at most 86400", "0"),
    (#"{"timeout": "1"}"#, "/timeout", "seconds, more than 0 and at most 86400", #""1""#),
  ])
  func refuses(text: String, at: String, expected: String, found: String) throws {
    #expect(
      throws: PluginError.invalidManifest(
        path: "plugin.json", at: at, expected: expected, found: found)
    ) {
      try PluginManifest(Array(text.utf8), path: "plugin.json")
    }
  }

  @Test func refusesAPatternThatMatchesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      ["A.swift": "", "plugin.json": #"{"sources": ["A.swift", "B*.swift"]}"#], to: "Sample")
    #expect(
      throws: PluginError.invalidManifest(
        path: path + "/plugin.json", at: "/sources/1",
        expected: "a pattern of Swift or C files in the folder", found: "nothing like B*.swift")
    ) {
      try Recipe(try PluginFolder(path))
    }
  }

  @Test(arguments: [
    ("A.swift", "A.swift", true), ("A.swift", "B.swift", false), ("*.swift", "A.swift", true),
    ("*.swift", "Sub/A.swift", false), ("**/*.swift", "A.swift", true),
    ("**/*.swift", "Sub/Deep/A.swift", true), ("Sub", "Sub/Deep/A.swift", true),
    ("Sub", "Subway/A.swift", false), ("Sub/**", "Sub/A.swift", true), ("?.c", "a.c", true),
    ("?.c", "ab.c", false), ("A*B*.c", "AxxBxx.c", true), ("./A.c", "A.c", true),
    ("**/Deep/A.c", "Sub/Deep/A.c", true), ("**/Deep/A.c", "Sub/A.c", false),
  ])
  func matchesPaths(pattern: String, path: String, isMatch: Bool) {
    #expect(SourcePattern(pattern).matches(path) == isMatch)
  }

  @Test func writesAnEntryPointThatPointsIntoTheManifest() {
    let entry = EntryFile(
      features: [
        .init(id: "list", interactor: "List\n()", state: ".init()", summary: #"A "list"\"#)
      ], manifest: "{\n\"features\": {\n\"list\": …")
    #expect(
      entry.text == #"""
        import VVSI

        @_cdecl("vvsi_main")
        public func vvsiMain(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
          Plugin.main(host, features())
        }

        private func features() -> [Feature] {
          var features: [Feature] = []
        #sourceLocation(file: "plugin.json", line: 3)
          features.append(Feature("list", summary: "A \"list\"\\", state: .init()) { List () })
        #sourceLocation()
          return features
        }

        """#)
  }
}
