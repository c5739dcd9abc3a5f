import VVSIJSON

extension Supervision {
  /// What `workers` in a configuration may hold.
  static let schema: JSON = [
    "type": "object",
    "properties": [
      "startSeconds": ["type": "number", "minimum": 0.01],
      "blockedSeconds": ["type": "number", "minimum": 0.01],
      "deadlineSeconds": ["type": "number", "minimum": 0.01],
      "graceSeconds": ["type": "number", "minimum": 0.01],
      "heartbeatSeconds": ["type": "number", "minimum": 0.1],
      "crashes": ["type": "integer", "minimum": 1],
      "crashSeconds": ["type": "number", "minimum": 0],
      "memoryMegabytes": ["type": "integer", "minimum": 0],
      "processorSeconds": ["type": "integer", "minimum": 0],
      "openFiles": ["type": "integer", "minimum": 0],
      "processes": ["type": "integer", "minimum": 0],
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
