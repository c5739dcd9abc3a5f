import Foundation
import Testing
import VVSIJSON

@testable import VVSIHost

@Suite struct ConfigurationTests {
  private func parse(_ text: String) throws(PluginError) -> Configuration {
    try Configuration(parsing: Array(text.utf8), path: "Config/vvsi.json")
  }

  @Test func readsEveryMember() throws {
    let configuration = try parse(
      """
      {"folders": ["../Plugins", "/opt/plugins"], "plugins": ["a.so"], "watch": true,
       "waitSeconds": 1.5, "statesEverySeconds": 0.25, "buildSeconds": 10, "graceSeconds": 0, "drain": "wait",
       "isolation": "process",
       "workers": {"startSeconds": 0.5, "blockedSeconds": 1.5, "deadlineSeconds": 2, "graceSeconds": 3,
                   "heartbeatSeconds": 4, "crashes": 5, "crashSeconds": 6, "memoryMegabytes": 7,
                   "processorSeconds": 8, "openFiles": 0, "processes": 10, "sandbox": true},
       "limits": {"mailbox": 7, "actionBytes": 8, "stateBytes": 9, "instances": 10,
        "notificationsPerSecond": 11, "logLinesPerSecond": 12}}
      """)
    #expect(configuration.folders == ["Plugins", "/opt/plugins"])
    #expect(configuration.plugins == ["Config/a.so"])
    #expect(configuration.watch)
    #expect(configuration.waitSeconds == 1.5)
    #expect(configuration.statesEverySeconds == 0.25)
    #expect(configuration.buildSeconds == 10)
    #expect(configuration.takeover == Takeover(drain: .wait, grace: 0))
    #expect(
      configuration.supervision
        == Supervision(
          isolatesAll: true, startSeconds: 0.5, blockedSeconds: 1.5, deadlineSeconds: 2,
          graceSeconds: 3,
          heartbeatSeconds: 4, crashes: 5, crashSeconds: 6,
          limits: WorkerLimits(
            memoryMegabytes: 7, processorSeconds: 8, openFiles: nil, processes: 10),
          sandboxes: true))
    #expect(
      configuration.limits
        == Limits(
          mailbox: 7, actionBytes: 8, stateBytes: 9, instances: 10, notifications: 11, logLines: 12)
    )
  }

  @Test(arguments: [
    ("Config", "../Plugins", "Plugins"), ("/a/b", "../../c", "/c"), ("/a", "../b", "/b"),
    ("a/b", "../c", "a/c"), ("..", "../c", "../../c"), ("", "../c", "../c"),
    ("a", "b/../c", "a/b/../c"),
    ("/", "../c", "/../c"), ("a", "/b", "/b"),
  ])
  func leavesOutStepsThatLeadNowhere(_ folder: String, _ path: String, _ expected: String) {
    #expect(Configuration.path(path, from: folder) == expected)
  }

  @Test func keepsStepsUpFromALink() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "link-\(UUID())").path()
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: "/usr/lib")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(Configuration.path("../bin", from: folder) == folder + "/../bin")
  }

  @Test func anEmptyObjectIsTheDefaults() throws {
    #expect(try parse("{}") == Configuration())
  }

  @Test(arguments: [
    ("{\"watch\": 3}", "/watch", "true or false", "3"),
    ("{\"wacth\": true}", "/wacth", "'watch'", "wacth"),
    ("{\"limits\": {\"mailbox\": 0}}", "/limits/mailbox", "at least 1", "0"),
    ("{\"waitSeconds\": 1e308}", "/waitSeconds", "at most 31536000", "1e308"),
    (
      "{\"limits\": {\"actionBytes\": 9223372036854775807}}", "/limits/actionBytes",
      "at most 268435456", "9223372036854775807"
    ),
    (
      "{\"workers\": {\"memoryMegabytes\": 8796093022208}}", "/workers/memoryMegabytes",
      "at most 16777216", "8796093022208"
    ),
    ("{\"isolation\": \"thread\"}", "/isolation", "process", "thread"),
    ("{\"workers\": {\"crash\": 1}}", "/workers/crash", "'crashes'", "crash"),
    ("[]", "", "object", "array"),
    ("{\"folders\": [", "line 1, column 14", "a value", "the end of the text"),
  ])
  func namesThePlaceOfAFault(
    _ text: String, at: String, expected: String, found: String
  ) {
    guard
      case .invalidManifest(_, at, let said, _)? = #expect(
        throws: PluginError.self, performing: { try parse(text) })
    else {
      Issue.record("another place")
      return
    }
    #expect(said.contains(expected), "\(said) does not say \(expected)")
  }

  @Test func everyNumberHasABound() {
    func check(_ schema: JSON, _ place: String) {
      if ["number", "integer"].contains(schema["type"]?.stringValue) {
        #expect(schema["minimum"] != nil && schema["maximum"] != nil, "\(place)")
      }
      for (name, inner) in schema["properties"]?.objectValue ?? JSONObject() {
        check(inner, "\(place)/\(name)")
      }
    }
    check(Configuration.schema, "")
    #expect(Configuration.schema["properties"]?["waitSeconds"]?["maximum"] != nil)
  }

  @Test(arguments: [1e308, .infinity, 1e19, -1, .nan])
  func secondsThatNoClockCanReckonWithAreBounded(_ seconds: Double) {
    let duration = Duration.bounded(seconds: seconds)
    #expect(duration >= .zero && duration <= .seconds(1e8))
    #expect(ContinuousClock.now + duration >= ContinuousClock.now - .seconds(1))
    #expect(Awaited(1).wait(atMost: seconds) { $0 } == 1)
  }

  @Test func thePublishedSchemaIsTheOneThatIsUsed() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = try Data(contentsOf: root.appending(path: "Config/vvsi.schema.json"))
    #expect(try JSON(parsing: [UInt8](file)) == Configuration.schema)
    let own = try Data(contentsOf: root.appending(path: "Config/vvsi.json"))
    _ = try Configuration(parsing: [UInt8](own), path: "Config/vvsi.json")
  }
}
