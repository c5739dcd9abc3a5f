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
        "echo_ns", "in_process_ns", "action_ns", "action_target_ns", "pipelined_per_second",
        "start_to_first_action_ns", "crash_to_answer_ns",
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
  }

  @Test(arguments: [
    ["--start"], ["--reload"], ["--reload", "Plugins/Timer", "--generations", "3"], [],
  ])
  func saysHowItIsUsed(_ arguments: [String]) throws {
    let outcome = try Vvsi().run(["bench"] + arguments, input: Data())
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--generations N --feature ID --action JSON"))
  }
}
