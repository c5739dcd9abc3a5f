import Foundation
import Testing
import VVSIJSON

/// The JSON test suite, if it is at hand: where `VVSI_JSON_TEST_SUITE` says, or beside the package.
@Suite struct JSONTestSuiteTests {
  private static let folder =
    ProcessInfo.processInfo.environment["VVSI_JSON_TEST_SUITE"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../shared/json-test-suite"
    ).standardized

  private static func files(_ name: String) -> [URL] {
    let folder = folder.appending(path: name)
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  private static let isAbsent: Comment =
    "there is no ../shared/json-test-suite, and VVSI_JSON_TEST_SUITE names none"

  /// Texts that RFC 8259 leaves in doubt and the suite takes, but this project refuses.
  private static let repeated: Set<String> = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  @Test(.enabled(if: !files("test_parsing").isEmpty, isAbsent))
  func takesWhatIsJSONAndNothingElse() throws {
    let files = Self.files("test_parsing")
    #expect(files.count > 300)
    let names = Set(files.map(\.lastPathComponent).filter { $0.hasPrefix("i_") })
    #expect(names == Set(Self.indeterminate.keys))
    for file in files {
      let name = file.lastPathComponent
      let text = Array(try Data(contentsOf: file))
      let value = Result { try JSON(parsing: text) }
      let isTaken = (try? value.get()) != nil
      switch name.prefix(2) {
      case "y_": #expect(isTaken != Self.repeated.contains(name), "\(name): \(value)")
      case "n_": #expect(!isTaken, "\(name): \(value)")
      default: #expect(Self.outcome(value, text) == Self.indeterminate[name], "\(name)")
      }
      if let value = try? value.get() {
        #expect(try JSON(parsing: value.bytes()) == value, "\(name)")
      }
      #expect(
        ((try? JSONTextDecoder().decode(Anything.self, from: text)) != nil) == isTaken, "\(name)")
    }
  }

  /// Texts that parsers are known to change: what comes of them, or why they are refused.
  private static let transformed: [String: String] = [
    "number_-9223372036854775808.json": "[-9223372036854775808]",
    "number_-9223372036854775809.json": "[-9223372036854775809]", "number_1.0.json": "[1.0]",
    "number_1.000000000000000005.json": "[1.000000000000000005]",
    "number_1000000000000000.json": "[1000000000000000]",
    "number_10000000000000000999.json": "[10000000000000000999]", "number_1e-999.json": "[1E-999]",
    "number_1e6.json": "[1E6]", "number_9223372036854775807.json": "[9223372036854775807]",
    "number_9223372036854775808.json": "[9223372036854775808]",
    "object_key_nfc_nfd.json": "{\"\u{E9}\":\"NFC\",\"e\u{301}\":\"NFD\"}",
    "object_key_nfd_nfc.json": "{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}",
    "object_same_key_different_values.json": "each name once",
    "object_same_key_same_value.json": "each name once",
    "object_same_key_unclear_values.json": "each name once",
    "string_1_escaped_invalid_codepoint.json": "a pair of surrogates",
    "string_1_invalid_codepoint.json": "UTF-8",
    "string_2_escaped_invalid_codepoints.json": "a pair of surrogates",
    "string_2_invalid_codepoints.json": "UTF-8",
    "string_3_escaped_invalid_codepoints.json": "a pair of surrogates",
    "string_3_invalid_codepoints.json": "UTF-8", "string_with_escaped_NULL.json": #"["A\u0000B"]"#,
  ]

  @Test(.enabled(if: !files("test_transform").isEmpty, isAbsent))
  func changesNothing() throws {
    let files = Self.files("test_transform")
    #expect(files.count == Self.transformed.count)
    for file in files {
      let name = file.lastPathComponent
      let text = Array(try Data(contentsOf: file))
      let outcome = Result { try JSON(parsing: text) }
        .map { $0.text() }
        .flatMapError {
          .success(($0 as? JSONError)?.expected ?? "\($0)") as Result<String, any Error>
        }
      let expected = Self.transformed[name] ?? ""
      // Not by `String`'s own comparison, which does not tell composed from decomposed letters.
      #expect(Array(try outcome.get().utf8) == Array(expected.utf8), "\(name)")
    }
  }
}

/// Reads a text of any form, through containers.
private struct Anything: Decodable {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      for key in container.allKeys { _ = try container.decode(Anything.self, forKey: key) }
    } else if var container = try? decoder.unkeyedContainer() {
      while !container.isAtEnd { _ = try container.decode(Anything.self) }
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() || (try? container.decode(Bool.self)) != nil { return }
      if (try? container.decode(String.self)) != nil { return }
      _ = try? container.decode(Double.self)
    }
  }
}
