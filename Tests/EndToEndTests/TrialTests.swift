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
    vvsi.mayIsolate = false
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
    var seconds = 60.0
    var testDescription: String { fixture }
  }

  static let bad = [
    Bad(fixture: "constructor_crashes", says: "crashed (SIGSEGV) while the library was loaded"),
    Bad(
      fixture: "constructor_exits",
      says: "ended its process with status \(Sanitizer.status(ofExitWhileLoading: 0)) while the"
        + " library was loaded"),
    Bad(
      fixture: "constructor_blocks",
      says: "did not return within 0.5 s while the library was loaded",
      seconds: 0.5
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
    // It is known then, and needs no trial that the short time might not do for.
    #expect(try vvsi.run(good, "-c", ":quit").status == 0)
    let outcome = try vvsi.run(
      "--config", try config("{\"trialSeconds\":\(bad.seconds)}"), library, good, "-c",
      "good.up {}", "-c",
      "good")
    #expect(
      outcome.errors.contains("error[trial_failed]: \(library) \(bad.says)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("vvsi check \(library)"))
    #expect(outcome.output.contains("1"), "\(outcome.output)")
    #expect(outcome.status == 3)
  }

  @Test func whatAPluginNotedOnTrialIsThereWhenItIsLoaded() throws {
    let library = try Fixture.library("notes")
    for _ in 0..<2 {
      let outcome = try vvsi.run(library, "-c", "fixture")
      #expect(outcome.output.contains("7"), "\(outcome.output) \(outcome.errors)")
    }
    let other = try Fixture.library("notes", "FIXTURE_NOTE=\"8\"")
    let changed = try vvsi.run(other, "-c", "fixture")
    #expect(changed.output.contains("8"), "\(changed.output) \(changed.errors)")
    let untried = try vvsi.run(
      "--config", try config(#"{"trialSeconds":0}"#), library, "-c", "fixture")
    #expect(untried.output.contains("0"), "\(untried.output) \(untried.errors)")
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

  @Test func whatAPluginLeavesBehindOnTrialIsEnded() throws {
    let library = try Fixture.library("constructor_forks")
    let outcome = try vvsi.run(library, "-c", "fixture.up {}", "-c", "fixture")
    #expect(outcome.output.contains("1"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.status == 0)
    #if os(Linux)
      let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter {
        let line = FileManager.default.contents(atPath: "/proc/\($0)/cmdline") ?? Data()
        return line.range(of: Data(library.utf8)) != nil
      }
      #expect(left.isEmpty, "\(left)")
    #endif
  }

  #if os(Linux)
    @Test func aTrialEndsWithItsHost() throws {
      let library = try Fixture.library("constructor_blocks", "FIXTURE_ID=\"orphan\"")
      let config = try config(#"{"trialSeconds":3600}"#)
      let host = try LiveVvsi(
        "--isolation", "none", "--config", config, library,
        environment: ["XDG_CACHE_HOME": cache.path])
      try wait("it is on trial") { try trials(of: library) == 1 }
      host.kill()
      try wait("its trial has ended") { try trials(of: library) == 0 }
    }

    private func trials(of library: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").count { name in
        let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
        return [library, "try-plugin"].allSatisfy { line.range(of: Data($0.utf8)) != nil }
      }
    }

    private func wait(_ what: String, until isSo: () throws -> Bool) throws {
      let deadline = Date(timeIntervalSinceNow: 300)
      while try !isSo() {
        try #require(Date.now < deadline, "\(what)")
        usleep(20_000)
      }
    }
  #endif

  @Test func verdictsAreShownRememberedAndForgotten() throws {
    let library = try Fixture.library("counting")
    let bad = try Fixture.library("create_aborts")
    #expect(try vvsi.run(library, "-c", ":quit").status == 0)
    let known = try vvsi.run("check")
    #expect(known.output.contains("counting  passed in "), "\(known.output)")
    #expect(known.output.contains(": fixture  \(library)"))
    let checked = try vvsi.run("check", library, bad)
    #expect(checked.status == 3)
    #expect(checked.output.contains("create_aborts  crashed (SIGABRT)"), "\(checked.output)")
    #expect(checked.output.contains("\n  last words\n"))
    #expect(try vvsi.run("check", "--clear").errors == "forgot 2 verdicts\n")
    #expect(try vvsi.run("check").output.isEmpty)
  }

  @Test func aVerdictThatIsCutOffOrHalfWrittenHindersNobody() throws {
    let library = try Fixture.library("counting")
    #expect(try vvsi.run(library, "-c", ":quit").status == 0)
    let verdicts = cache.appending(path: "vvsi/verdicts")
    let names = try FileManager.default.contentsOfDirectory(atPath: verdicts.path)
    #expect(names.count == 1)
    for name in names {
      try Data(#"{"plugin":"#.utf8).write(to: verdicts.appending(path: name))
      try Data().write(to: verdicts.appending(path: "\(name).1.new"))
    }
    let again = try vvsi.run(library, "-c", "fixture.up {}")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try vvsi.run("check").output.contains("counting  passed"))
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
