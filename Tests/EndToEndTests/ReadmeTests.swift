import FixtureSupport
import Foundation
import Testing
import VVSIJSON

@testable import VVSIHost

/// What README says is what there is.
@Suite struct ReadmeTests {
  private let readme: String

  init() throws {
    readme = try String(contentsOf: Fixture.root.appending(path: "README.md"), encoding: .utf8)
  }

  /// The blocks of one language, in order.
  private func blocks(_ language: String) -> [String] {
    readme.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  @Test func isShort() {
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count < 200)
  }

  @Test func showsTheSampleAsItIs() throws {
    let timer = try String(
      contentsOf: Fixture.root.appending(path: "Plugins/Timer/Timer.swift"), encoding: .utf8)
    #expect(blocks("swift") == [timer])
    #expect(timer.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
  }

  @Test func itsConfigurationIsValid() throws {
    let text = try #require(blocks("json").first)
    let configuration = try Configuration(parsing: Array(text.utf8), path: "Config/vvsi.json")
    #expect(configuration.watch)
  }

  @Test func itsTranscriptIsWhatTheShellSays() throws {
    let transcript = try #require(blocks("console").first)
    let lines = transcript.split(separator: "\n").map(String.init)
    let typed = lines.filter { $0.hasPrefix("vvsi> ") }.map { String($0.dropFirst(6)) }
    #expect(typed.count == 5)
    let outcome = try Vvsi().run(typed.flatMap { ["-c", $0] }, input: Data())
    let shown = lines.dropFirst().filter { !$0.hasPrefix("vvsi> ") }.map(Self.withoutChance)
    let said = (outcome.output + outcome.errors).split(separator: "\n").map(String.init)
      .map(Self.withoutChance)
    #expect(said == shown)
  }

  /// A line without what differs from run to run: random words, and where the checkout is.
  private static func withoutChance(_ line: String) -> String {
    line.replacing(/"[a-z]{3}"/, with: "\"…\"").replacing(/"\/[^"]*\/Plugins/, with: "\"…/Plugins")
  }

  @Test func itsEventsAreWhatTheHostWrites() throws {
    let transcript = try #require(blocks("console").last)
    let shown = transcript.split(separator: "\n").dropFirst()
    let outcome = try Vvsi().run(
      "--json", input: #"{"feature":"counter","action":{"valueUp":{}}}"# + "\n")
    let events = try outcome.events().suffix(shown.count)
    for (line, event) in zip(shown, events) {
      let expected = try JSON(parsing: line)
      #expect(event.objectValue?.names == expected.objectValue?.names)
      for name in ["event", "feature", "ticket", "action", "version", "state"] {
        #expect(event[name] == expected[name])
      }
    }
  }

  @Test func theFilesThatItNamesAreThere() throws {
    let words = readme.split { " `,;()".contains($0) || $0 == "\n" }
    let folders = ["Plugins/", "Config/", "Sources/", "Tests/"]
    let paths = words.filter { word in
      folders.contains { word.hasPrefix($0) && word.count > $0.count }
    }
    #expect(paths.count > 5)
    for path in paths {
      let path = path.hasSuffix(".") ? String(path.dropLast()) : String(path)
      #expect(
        FileManager.default.fileExists(atPath: Fixture.root.appending(path: path).path), "\(path)")
    }
  }
}
