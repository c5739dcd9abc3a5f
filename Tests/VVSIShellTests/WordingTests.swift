import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite struct WordingTests {
  static let list = InstanceName(feature: "list")
  static let second = InstanceName(feature: "list", number: 2)

  static let rejections: [(Rejection, String)] = [
    (.unknownFeature("lits", known: []), "no feature 'lits': no plugin is loaded; :load PATH"),
    (
      .unknownFeature("lits", known: ["counter", "list"]),
      "no feature 'lits'; did you mean 'list'? (features: counter, list)"
    ),
    (.unknownInstance(second, open: []), "'list#2' is not open (open: none); :open list"),
    (
      .unknownAction("zzz", known: ["add", "remove"]),
      "list has no action 'zzz' (actions: add, remove)"
    ),
    (
      .unknownAction("add", known: []),
      #"list has no named actions; write {"feature":"list","action":…}"#
    ),
    (
      .unknownField(path: "/add/a~1b", known: []), "no field 'a/b' at /add/a~1b; nothing goes there"
    ),
    (
      .unknownField(path: "/add/itm", known: ["item"]),
      "no field 'itm' at /add/itm; did you mean 'item'? (known: item)"
    ),
    (
      .missingField(path: "/add/item", expected: "a string"),
      "missing field /add/item: expected a string"
    ),
    (
      .invalidPayload(path: "", expected: "an object", found: "5"), "expected an object, found 5"
    ),
    (
      .invalidPayload(path: "/a", expected: "at most 9", found: "10"),
      "at /a: expected at most 9, found 10"
    ),
    (
      .invalidJSON(json("invalid_json")),
      "invalid JSON at line 2, column 3: expected ':', found ','"
    ),
    (.invalidJSON(json("too_deep")), "JSON too deep at line 2, column 3: expected ':', found ','"),
    (.invalidJSON(json("too_large")), "JSON too large: expected ':', found ','"),
    (
      .mailboxFull(second, limit: 5),
      "5 actions wait for list#2 already, and no more are taken; :wait until some have settled"
    ),
    (
      .tooLarge(bytes: 20_000_000, limit: 16_000),
      "the action has 20 MB, and at most 16 kB are taken; send less at a time"
    ),
    (.closed(second), "list#2 was closed before the action ran; :open list"),
    (
      .tooManyInstances(feature: "list", limit: 1),
      "list has 1 instance open, and no more are allowed; :close one first"
    ),
    (.fault(Fault(code: "x", path: "/a", message: "no")), "at /a: no"),
  ]

  @Test(arguments: rejections)
  func wordsRejections(reason: Rejection, message: String) {
    #expect(Wording.message(reason, feature: "list") == message)
  }

  static let errors: [(PluginError, String)] = [
    (.missing(path: "p", near: []), "no file or folder at p"),
    (.missing(path: "p", near: ["q", "r"]), "no file or folder at p; is it q, r?"),
    (.unreadable(path: "p", reason: "Permission denied"), "cannot read p: Permission denied"),
    (
      .notALibrary(path: "p", found: "an empty file"),
      "p is no dynamic library: expected an ELF or Mach-O library, found an empty file"
    ),
    (
      .notTrusted(path: "p", culprit: "p", .everyone),
      "p is not loaded: it can be written to by everyone; chmod o-w p, or name it under \"trusted\" in "
        + "the configuration"
    ),
    (
      .setupNotTrusted(path: "vvsi.json", culprit: "/f", .group(7)),
      "vvsi.json is not used, so that no plugin is loaded: /f can be written to by group 7; chmod "
        + "g-w /f; the configuration cannot except itself"
    ),
    (
      .withoutConfiguration(path: "p", configuration: "vvsi.json"),
      "p is not loaded: vvsi.json says what may be, and cannot be used; correct it, then start again"
    ),
    (
      .wrongMachine(path: "p", expected: "x86-64", found: "aarch64"),
      "p is for another machine: expected x86-64, found aarch64; build it for this one"
    ),
    (
      .cutOff(path: "p", expected: 20_000, found: 1),
      "p is cut off: expected 20 kB, found 1 byte; build or copy it again"
    ),
    (
      .undefinedSymbol(path: "p", symbol: "f"),
      "p needs the symbol 'f', which nothing offers; link it into the plugin"
    ),
    (.loaderRefused(path: "p", reason: "no"), "the system cannot load p: no"),
    (
      .noEntryPoint(path: "p", symbol: "vvsi_main"),
      "p is no plugin: expected an exported function 'vvsi_main', found none; "
        + "functions of plain C need a manifest, in a folder of sources a feature.json"
    ),
    (
      .abiMismatch(path: "p", subject: "major version", expected: "1", found: "2"),
      "p does not fit this host in its major version: expected 1, found 2; "
        + "build the plugin with this host's SDK"
    ),
    (.refusedToStart(path: "p"), "p refused to start"),
    (
      .invalidFeature(plugin: "P", feature: "X", reason: "no"),
      "P registers the feature 'X' against the rules: no"
    ),
    (
      .duplicateFeature(id: "list", plugin: "P", owner: "P"), "P registers the feature 'list' twice"
    ),
    (
      .duplicateFeature(id: "list", plugin: "P", owner: "Q"),
      "P has a feature 'list', which Q has already; :unload Q or change the id"
    ),
    (
      .alreadyLoaded(plugin: "P", path: "p"),
      "a plugin named 'P' is loaded already, from p; :reload P"
    ),
    (
      .createFailed(feature: "list", Fault(code: "x", message: "no")), "list cannot be made: no"
    ),
    (.unknownPlugin("P", known: []), "no plugin 'P': none is loaded; :load PATH"),
    (
      .unknownPlugin("lst", known: ["List"]),
      "no plugin 'lst'; did you mean 'List'? (plugins: List)"
    ),
    (
      .invalidManifest(path: "p", at: "/a", expected: "an array", found: "5"),
      "p at /a: expected an array, found 5"
    ),
    (
      .nothingToBuild(path: "p"),
      "p holds nothing to build: expected Swift or C files, or a plugin.json; found none"
    ),
    (.buildFailed(plugin: "P", diagnostics: []), "P does not compile"),
    (
      .buildFailed(
        plugin: "P",
        diagnostics: [warning, FakePlugins.diagnostic, FakePlugins.diagnostic]),
      "P does not compile: List.swift:3:7: cannot find 'x' in scope (and 1 more error)"
    ),
    (
      .buildImpossible(plugin: "P", reason: "no compiler", remedy: "install Swift"),
      "P cannot be built: no compiler; install Swift"
    ),
    (
      .featuresLost(plugin: "P", features: ["a", "b"]),
      "the new P lacks a, b, which has instances; :close them, or :reload P --reset"
    ),
    (
      .carryFailed(plugin: "P", feature: second, Fault(code: "x", path: "/a", message: "no")),
      "the state of list#2 has no place in the new P: at /a: no; "
        + ":reload P --reset gives the state up"
    ),
    (
      .notQuarantined(plugin: "P"), "plugin 'P' is not in quarantine; there is nothing to retry"
    ),
    (.noPreviousGeneration(plugin: "P"), "P has no earlier generation to go back to"),
    (
      .notBuiltHere(plugin: "P"),
      "P was loaded as a library and has no sources to build; :unload P, then :load it"
    ),
  ]

  @Test(arguments: errors)
  func wordsPluginErrors(error: PluginError, message: String) {
    #expect(Wording.message(error) == message)
  }

  static let lines: [(LineError, String)] = [
    (
      .unclosed("{", column: 5), "{ at column 5 has no end: expected '}' before the end of the line"
    ),
    (
      .unclosed("\"", column: 5),
      "\" at column 5 has no end: expected \" before the end of the line"
    ),
    (.unexpected("x", column: 2), "expected a space at column 2, found 'x'"),
    (
      .missingAction(feature: "list"),
      "expected an action after 'list.', found nothing; :describe list lists them"
    ),
    (
      .invalidName("x..y", column: 5),
      "expected a field's name before '=' at column 5, found 'x..y'"
    ),
    (
      .tooLong(bytes: 20_000, limit: 9), "the line has 20 kB, and at most 9 bytes are taken"
    ),
    (
      .unreadableFile(path: "p", reason: "Is a directory"),
      "cannot read lines from p: Is a directory"
    ),
  ]

  @Test(arguments: lines)
  func wordsLineErrors(error: LineError, message: String) {
    #expect(Wording.message(error) == message)
  }

  @Test func cutsLongLists() {
    let names = (1...14).map { "n\($0)" }
    #expect(Wording.list(names).hasSuffix("n11, n12 and 2 more"))
    #expect(Wording.list(Array(names.prefix(2))) == "n1, n2")
  }

  private static func json(_ code: String) -> JSONError {
    JSONError(code: code, path: "", line: 2, column: 3, expected: "':'", found: "','")
  }

  private static let warning = Diagnostic(
    severity: .warning, file: "", line: 0, column: 0, message: "unused", source: "")
}
