/// One living copy of a feature, as the host's actor keeps it.
final class Instance {
  let name: InstanceName
  /// Tells this instance, in all its generations, from all others that had its name.
  var id: UInt64
  let plugin: String
  var generation: Int
  var endpoint: any Endpoint
  var port: ReportPort
  var lane: Lane
  /// The version of `state`; 0 is the first one.
  var version: UInt64 = 0
  /// The last committed state: a JSON text.
  var state: [UInt8]
  /// How many actions were given a ticket and have not ended.
  var openCount = 0
  /// What came from the current endpoint while a reload holds the instance; nil when none does.
  var frozen: [Report]?

  /// The generation that a rollback would lead back to, until the first action after a reload has settled.
  var fallback: Int?

  init(
    name: InstanceName, id: UInt64, plugin: String, generation: Int, endpoint: any Endpoint,
    port: ReportPort,
    lane: Lane, state: [UInt8]
  ) {
    self.name = name
    self.id = id
    self.plugin = plugin
    self.generation = generation
    self.endpoint = endpoint
    self.port = port
    self.lane = lane
    self.state = state
  }
}
