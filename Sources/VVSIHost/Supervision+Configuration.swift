import VVSIJSON

extension Supervision {
  /// What `workers` in a configuration may hold.
  static let schema: JSON = [
    "type": "object",
    "properties": [
      "startSeconds": .seconds(from: 0.01),
      "blockedSeconds": .seconds(from: 0.01),
      "deadlineSeconds": .seconds(from: 0.01),
      "settleSeconds": .seconds(),
      "graceSeconds": .seconds(from: 0.01),
      "heartbeatSeconds": .seconds(from: 0.1),
      "crashes": .integer(from: 1, to: 1_000_000),
      "crashSeconds": .seconds(),
      "memoryMegabytes": .integer(from: 0, to: 16_777_216),
      "processorSeconds": .integer(from: 0, to: 31_536_000),
      "openFiles": .integer(from: 0, to: 1_048_576),
      "processes": .integer(from: 0, to: 4_194_304),
      "sandbox": ["type": "boolean"],
    ],
    "additionalProperties": false,
  ]

  /// Takes over what a configuration says; a limit of 0 is none.
  mutating func apply(_ value: JSON) {
    func set(_ member: WritableKeyPath<Supervision, Double>, _ name: String) {
      if let number = value[name]?.numberValue?.double { self[keyPath: member] = number }
    }
    set(\.startSeconds, "startSeconds")
    set(\.blockedSeconds, "blockedSeconds")
    set(\.deadlineSeconds, "deadlineSeconds")
    set(\.graceSeconds, "graceSeconds")
    set(\.heartbeatSeconds, "heartbeatSeconds")
    set(\.crashSeconds, "crashSeconds")
    if let number = value["settleSeconds"]?.numberValue?.double {
      settleSeconds = number == 0 ? nil : number
    }
    sandboxes = value["sandbox"]?.boolValue ?? sandboxes
    crashes = value["crashes"]?.intValue ?? crashes
    func set(_ member: WritableKeyPath<WorkerLimits, Int?>, _ name: String) {
      if let number = value[name]?.intValue { limits[keyPath: member] = number == 0 ? nil : number }
    }
    set(\.memoryMegabytes, "memoryMegabytes")
    set(\.processorSeconds, "processorSeconds")
    set(\.openFiles, "openFiles")
    set(\.processes, "processes")
  }
}
