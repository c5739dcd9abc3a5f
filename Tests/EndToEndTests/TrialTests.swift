import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// A library is tried in a process of its own before it is loaded here.
@Suite struct TrialTests {
  private let cache = Fixture.folder.appending(path: "cache-\(UUID().uuidString)")

  /// A host with a memory of its own.
  private var vvsi: Vvsi {
    var vvsi = Vvsi()
    vvsi.environment["XDG_CACHE_HOME"] = cache.path
    return vvsi
  }

  private func config(_ text: String) throws -> String {
    let path = Fixture.folder.appending(path: "trial-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: path)
    return path.path
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var fixture: String
    var says: String
    var testDescription: String { fixture }
  }

  static let bad = [
    Bad(fixture: "constructor_crashes", says: "crashed (SIGSEGV) while the library was loaded"),
    Bad(
      fixture: "constructor_exits",
      says: "ended its process with status 0 while the library was loaded"),
    Bad(
      fixture: "constructor_blocks",
      says: "did not return within 0.5 s while the library was loaded"
    ),
    Bad(
      fixture: "create_aborts",
      says: "crashed (SIGABRT) while its feature 'fixture' was made and ended"),
    Bad(
      fixture: "destroy_traps",
      says: "crashed (SIGILL) while its feature 'fixture' was made and ended"
    ),
    Bad(fixture: "kills_its_group", says: "crashed (SIGKILL) while the library was loaded"),
  ]

  @Test(arguments: bad) func aPluginThatDoesNotComeThroughIsNotLoaded(_ bad: Bad) throws {
    let library = try Fixture.library(bad.fixture)
    let good = try Fixture.library("counting", "FIXTURE_ID=\"good\"")
    let outcome = try vvsi.run(
      "--config", try config(#"{"trialSeconds":0.5}"#), library, good, "-c", "good.up {}", "-c",
      "good")
    #expect(
      outcome.errors.contains("error[trial_failed]: \(library) \(bad.says)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("vvsi check \(library)"))
    #expect(outcome.output.contains("1"), "\(outcome.output)")
    #expect(outcome.status == 3)
  }

  @Test func whatItPrintedBeforeItFailedIsShown() throws {
    let outcome = try vvsi.run("--json", try Fixture.library("create_aborts"), "-c", ":plugins")
    let lines = try outcome.events("log").compactMap { $0["message"]?.stringValue }
    #expect(lines.contains("last words"), "\(outcome.output)")
  }

  @Test func aPluginThatPrintsAMegabyteLoads() throws {
    let outcome = try vvsi.run(
      "--json", try Fixture.library("constructor_floods"), "-c", "fixture.up {}")
    #expect(try outcome.events("settled").count == 1)
    #expect(outcome.status == 0)
  }

  #if os(Linux)
    @Test func tooMuchThreadLocalStorageIsTheLoadersToRefuse() throws {
      let outcome = try vvsi.run(try Fixture.library("static_tls"), "-c", ":plugins")
      #expect(outcome.errors.hasPrefix("error[load_failed]: "), "\(outcome.errors)")
      #expect(outcome.errors.contains("TLS"), "\(outcome.errors)")
      #expect(outcome.status == 3)
    }
  #endif
}
