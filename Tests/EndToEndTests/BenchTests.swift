import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// The benchmarks that the README names print their figures; what the figures are is no test's business.
@Suite struct BenchTests {
  #if os(Linux)
    private static let counted = [
      "allocations_per_action", "routed_allocations_per_action",
      "routed_with_subscriber_allocations_per_action",
    ]
  #else
    private static let counted: [String] = []
  #endif

  @Test(arguments: [
    (
      [
        "Tests/Fixtures/Redux", "--feature", "redux", "--action", #"{"add":{}}"#, "--count", "2000",
      ],
      ["actions_per_second", "mean_ns", "processor_ns", "median_ns", "p99_ns", "routed_ns"]
        + Self.counted
    ),
    (
      [
        "Tests/Fixtures/Redux", "--feature", "published-redux", "--action", #"{"add":{}}"#,
        "--count", "2000",
      ],
      [
        "actions_per_second", "routed_with_subscriber_ns", "routed_eight_instances_ns",
        "awaited_median_ns", "awaited_p99_ns", "awaited_with_subscriber_median_ns",
        "awaited_with_subscriber_p99_ns",
      ]
    ),
    (
      [
        "Plugins/Timer", "--feature", "timer", "--action", #"{"add":{"seconds":1}}"#, "--count",
        "2000", "--isolation", "process",
      ],
      [
        "echo_ns", "in_process_ns", "actions_per_second", "mean_ns", "median_ns", "p99_ns",
        "start_to_first_action_ns", "crash_to_answer_ns", "one_core_ns", "one_core_echo_ns",
      ]
    ),
    (["--reload", "Plugins/Timer"], ["live_seconds", "swiftc_seconds", "ratio"]),
    (
      ["--start", "Plugins/Timer", "Plugins/zlib.json", "--count", "2"],
      ["start_ms", "start_processor_ms_best", "bare_ms", "trial_ms"]
    ),
    (
      [
        "--reload", "Plugins/Timer", "--generations", "3", "--feature", "timer", "--action",
        #"{"stop":{}}"#,
      ], ["live_seconds_last", "action_ns_first", "action_ns_last", "bytes_per_generation"]
    ),
  ])
  func prints(_ arguments: [String], _ figures: [String]) throws {
    var all = ["bench"] + arguments
    all.append("--json")
    let outcome = try Vvsi().run(all, input: Data())
    #expect(outcome.status == 0, "\(outcome.errors)")
    let object = try JSON(parsing: outcome.output)
    for figure in figures {
      guard case .number = object[figure] else {
        Issue.record("no \(figure) in \(outcome.output)")
        continue
      }
    }
    for (figure, target) in object["targets"]?.objectValue ?? JSONObject() {
      #expect(object[figure]?.numberValue != nil && target.numberValue != nil, "\(figure)")
    }
  }

  @Test(arguments: [("redux", "beside_ratio"), ("published-redux", "mean_ns")])
  func tellsTargetsBesideFigures(_ feature: String, _ figure: String) throws {
    let outcome = try Vvsi().run(
      "bench", "Tests/Fixtures/Redux", "--feature", feature, "--action", #"{"add":{}}"#, "--count",
      "100", "--beside", "echo 1000 ns", "--json")
    let object = try JSON(parsing: outcome.output)
    #expect(object["targets"]?[figure]?.numberValue != nil, "\(outcome.output)")
    #expect(object["targets"]?["awaited_eight_instances_gain"]?.numberValue?.double == 1.7)
    #expect(object["targets"]?["memory_bytes_after"] == object["memory_bytes"])
  }

  @Test func namesTheNearestActionOfOneThatIsRefused() throws {
    let outcome = try Vvsi().run(
      "bench", "Tests/Fixtures/Redux", "--feature", "redux", "--action", #"{"ad":{}}"#)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("did you mean 'add'?"), "\(outcome.errors)")
  }

  #if os(Linux)
    /// The run that counts allocations has as many actions as were asked for, and ends with the one that started it.
    @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
    func leavesNoRunBehind(_ signal: Int32) throws {
      let process = Process()
      process.executableURL = Vvsi.executable
      process.arguments = [
        "bench", "Tests/Fixtures/Redux", "--feature", "published-redux", "--action",
        #"{"add":{}}"#, "--count", "3000",
      ]
      process.currentDirectoryURL = Fixture.root
      (process.standardOutput, process.standardError) = (
        FileHandle.nullDevice, FileHandle.nullDevice
      )
      try process.run()
      let deadline = Date.now + 240
      var child: Proc?
      while child == nil, process.isRunning, Date.now < deadline {
        // Until it is its own program, it has the words of its parent.
        child = Proc.children(of: process.processIdentifier).first {
          $0.arguments.contains("--json")
        }
        usleep(1_000)
      }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      let run = try #require(child, "it was never started")
      #expect(run.arguments.suffix(3) == ["--count", "3000", "--json"])
      while run.isRunning, Date.now < deadline { usleep(1_000) }
      #expect(!run.isRunning)
    }

    /// A process, as the system tells of it.
    private struct Proc {
      let number: Int32
      let arguments: [String]

      init?(_ number: Int32) {
        self.number = number
        guard let line = try? Data(contentsOf: URL(filePath: "/proc/\(number)/cmdline")) else {
          return nil
        }
        arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      }

      /// Whether it is there, and not only waiting for somebody to take note of its end.
      var isRunning: Bool { Proc.fields(number).map { !["Z", "X"].contains($0[0]) } ?? false }

      static func children(of process: Int32) -> [Proc] {
        let threads =
          (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        let lists = threads.compactMap {
          try? String(contentsOfFile: "/proc/\(process)/task/\($0)/children", encoding: .utf8)
        }
        return lists.flatMap { $0.split(separator: " ") }.compactMap { Int32($0) }
          .compactMap { Proc($0) }
      }

      /// State, parent and the rest, which stand behind the name in parentheses.
      private static func fields(_ number: Int32) -> [Substring]? {
        guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
          let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 1 ? fields : nil
      }
    }
  #endif

  @Test(arguments: [
    ["--start"], ["--reload"], ["--reload", "Plugins/Timer", "--generations", "3"], [],
  ])
  func saysHowItIsUsed(_ arguments: [String]) throws {
    let outcome = try Vvsi().run(["bench"] + arguments, input: Data())
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--generations N --feature ID --action JSON"))
  }
}
