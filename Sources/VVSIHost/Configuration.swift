import VVSIJSON

/// What a host is set up with: a JSON file, all of whose members may be absent.
///
/// Paths in it are relative to the folder that holds the file.
public struct Configuration: Sendable, Equatable {
  /// Folders of plugins: every folder, library and manifest in them is one.
  public var folders: [String] = []
  /// Single plugins besides.
  public var plugins: [String] = []
  /// Files and folders that plugins may be loaded from although others can write to them.
  public var trusted: [String] = []
  /// Whether saving rebuilds and reloads.
  public var watch = false
  /// How long the shell waits for an action to settle before it goes on, in seconds.
  public var waitSeconds = 30.0
  /// In how many seconds at most one state of an instance is shown, always the last one; 0 if all are.
  public var statesEverySeconds = 0.0
  /// How long a build may take, in seconds.
  public var buildSeconds = 120.0
  /// How long a library may take when it is tried before it is loaded, in seconds; 0 if it is not to be tried.
  public var trialSeconds = 10.0
  /// How a new generation takes over.
  public var takeover = Takeover()
  /// How plugins in processes of their own are watched over.
  public var supervision = Supervision()
  /// The bounds that the host keeps.
  public var limits = Limits()

  /// The defaults: no plugins.
  public init() {}

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - text: The file's content.
  ///   - path: Where it was read, for messages and for the paths in it.
  /// - Throws: ``PluginError/invalidManifest(path:at:expected:found:)`` with the place and the nearest valid name.
  public init(parsing text: [UInt8], path: String) throws(PluginError) {
    let value = try JSON(parsing: text, of: path, against: Self.schema)
    apply(value, folder: Self.folder(of: path))
  }

  private mutating func apply(_ value: JSON, folder: String) {
    func paths(_ name: String) -> [String] {
      let all = value[name]?.arrayValue?.compactMap(\.stringValue) ?? []
      return all.map { Self.path($0, from: folder) }
    }
    folders = paths("folders")
    plugins = paths("plugins")
    trusted = paths("trusted")
    watch = value["watch"]?.boolValue ?? watch
    waitSeconds = value["waitSeconds"]?.numberValue?.double ?? waitSeconds
    statesEverySeconds = value["statesEverySeconds"]?.numberValue?.double ?? statesEverySeconds
    buildSeconds = value["buildSeconds"]?.numberValue?.double ?? buildSeconds
    trialSeconds = value["trialSeconds"]?.numberValue?.double ?? trialSeconds
    takeover.grace = value["graceSeconds"]?.numberValue?.double ?? takeover.grace
    takeover.drain = value["drain"]?.stringValue.flatMap(Takeover.Drain.init) ?? takeover.drain
    if let isolation = value["isolation"] { supervision.isolatesAll = isolation == "process" }
    if let workers = value["workers"] { supervision.apply(workers) }
    let bounds = value["limits"]
    limits.mailbox = bounds?["mailbox"]?.intValue ?? limits.mailbox
    limits.actionBytes = bounds?["actionBytes"]?.intValue ?? limits.actionBytes
    limits.stateBytes = bounds?["stateBytes"]?.intValue ?? limits.stateBytes
    limits.instances = bounds?["instances"]?.intValue ?? limits.instances
    limits.notifications =
      bounds?["notificationsPerSecond"]?.intValue ?? limits.notifications
    limits.logLines = bounds?["logLinesPerSecond"]?.intValue ?? limits.logLines
  }
}

extension Configuration {
  /// What the file may hold, as a JSON Schema; `Config/vvsi.schema.json` is the same.
  static let schema: JSON = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "The configuration of vvsi",
    "type": "object",
    "properties": [
      "$schema": ["type": "string"],
      "folders": ["type": "array", "items": ["type": "string"]],
      "plugins": ["type": "array", "items": ["type": "string"]],
      "trusted": ["type": "array", "items": ["type": "string"]],
      "watch": ["type": "boolean"],
      "waitSeconds": .seconds(),
      "statesEverySeconds": .seconds(to: 86_400),
      "buildSeconds": .seconds(),
      "trialSeconds": .seconds(),
      "graceSeconds": .seconds(),
      "drain": ["enum": ["drop", "wait"]],
      "isolation": ["enum": ["none", "process"]],
      "workers": Supervision.schema,
      "limits": [
        "type": "object",
        "properties": [
          "mailbox": .integer(from: 1, to: 100_000_000),
          "actionBytes": .integer(from: 1, to: 268_435_456),
          "stateBytes": .integer(from: 1, to: 268_435_456),
          "instances": .integer(from: 1, to: 1_000_000),
          "notificationsPerSecond": .integer(from: 1, to: 1_000_000_000),
          "logLinesPerSecond": .integer(from: 1, to: 1_000_000_000),
        ],
        "additionalProperties": false,
      ],
    ],
    "additionalProperties": false,
  ]
}

extension JSON {
  /// The schema of a time in seconds; as a rule up to a year.
  static func seconds(from minimum: JSON = 0, to maximum: JSON = 31_536_000) -> JSON {
    ["type": "number", "minimum": minimum, "maximum": maximum]
  }

  /// The schema of a whole number within bounds.
  static func integer(from minimum: JSON, to maximum: JSON) -> JSON {
    ["type": "integer", "minimum": minimum, "maximum": maximum]
  }
}
