import VVSIJSON

extension Supervision {
  /// What `workers` in a configuration may hold.
  static let schema: JSON = [
    "type": "object",
    "properties": [
      "startSeconds": ["type": "number", "minimum": 0.01, "maximum": 31_536_000],
      "blockedSeconds": ["type": "number", "minimum": 0.01, "maximum": 31_536_000],
      "deadlineSeconds": ["type": "number", "minimum": 0.01, "maximum": 31_536_000],
      "settleSeconds": ["type": "number", "minimum": 0, "maximum": 31_536_000],
      "graceSeconds": ["type": "number", "minimum": 0.01, "maximum": 31_536_000],
      "heartbeatSeconds": ["type": "number", "minimum": 0.1, "maximum": 31_536_000],
      "crashes": ["type": "integer", "minimum": 1, "maximum": 1_000_000],
      "crashSeconds": ["type": "number", "minimum": 0, "maximum": 31_536_000],
      "memoryMegabytes": ["type": "integer", "minimum": 0, "maximum": 16_777_216],
      "processorSeconds": ["type": "integer", "minimum": 0, "maximum": 31_536_000],
      "openFiles": ["type": "integer", "minimum": 0, "maximum": 1_048_576],
      "processes": ["type": "integer", "minimum": 0, "maximum": 4_194_304],
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
