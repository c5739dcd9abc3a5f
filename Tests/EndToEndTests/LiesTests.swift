import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// A plugin that floods or breaks the rules of the boundary is told of; the host, its state and other features go on.
@Suite struct LiesTests {
  struct Lie: Sendable, CustomTestStringConvertible {
    var action: String
    var said: [String]
    var testDescription: String { action }
  }

  static let lies = [
    Lie(
      action: "unknown-ticket",
      said: [
        "fixture: ticket 999 is not open and cannot be reported on (unknown_ticket)",
        "fixture: ticket 999 is not open and cannot be settled (unknown_ticket)",
      ]),
    Lie(
      action: "null",
      said: ["fixture: commit was called with bytes that cannot be read (invalid_bytes)"]),
    Lie(
      action: "absurd",
      said: ["fixture: commit was called with bytes that cannot be read (invalid_bytes)"]),
    Lie(action: "small-fault", said: []),
    Lie(action: "elsewhere", said: []),
    Lie(action: "commit", said: []),
    Lie(
      action: "late", said: ["it registered 'late' outside of start (late_registration)"]),
    Lie(
      action: "log",
      said: ["more than 1000 log lines within a second; the excess is dropped"]),
    Lie(
      action: "trigger",
      said: ["fixture: it triggered itself in vain: more than 100 actions wait (mailbox_full)"]),
    Lie(
      action: "notify",
      said: [
        "fixture: more than 10000 notifications within a second; the excess is dropped "
          + "(too_many_notifications)"
      ]),
  ]

  /// One for all of them, and written once.
  private static let config = Result {
    let config = Fixture.folder.appending(path: "lies.json")
    try Data(#"{"limits":{"mailbox":100}}"#.utf8).write(to: config)
    return config
  }

  @Test(arguments: lies, ["none", "process"])
  func isToldOfAndTheHostGoesOn(_ lie: Lie, isolation: String) throws {
    let config = try Self.config.get()
    let start = ContinuousClock.now
    let outcome = try Vvsi().run(
      "--config", config.path, "--isolation", isolation, "--json", try Fixture.library("lies"),
      try Fixture.library("counting", "FIXTURE_ID=\"good\""),
      "-c", #"{"feature":"fixture","action":{"\#(lie.action)":{}}}"#, "-c", "good.up {}",
      "-c", "fixture.up {}", "-c", ":state fixture", "-c", ":state good")
    // A second that has begun counts, and so does the one in which the flood ends.
    let seconds = Int(start.duration(to: .now).components.seconds) + 2
    let told = try outcome.events("log").compactMap { $0["message"]?.stringValue }
    for line in lie.said { #expect(told.contains(line), "\(Set(told)) \(outcome.errors)") }
    #expect(try outcome.events("settled").contains { $0["feature"] == "good" }, "\(outcome.errors)")
    #expect(try outcome.events("state").last { $0["feature"] == "good" }?["state"] == 1)
    #expect(try outcome.events("notification").count <= 10_000 * seconds)
    let last = try outcome.events("state").last { $0["feature"] == "fixture" }?["state"]
    #expect(try #require(last?.intValue) >= 2, "\(outcome.errors)")
    #expect(told.filter { $0 == "a line" }.count <= 1_000 * seconds)
  }
}
