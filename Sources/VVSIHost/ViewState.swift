/// The host's centre: who is loaded, what state each instance is in, which actions run, and what everyone is told.
///
/// Actions of one instance run in the order triggered; instances do not wait for each other. The actor never blocks:
/// all calls into plugins are made elsewhere, and it runs on a thread of its own.
public actor ViewState {
  /// The bounds that this host keeps.
  public nonisolated let limits: Limits

  nonisolated let executor: HostExecutor
  /// Where the actor's own tasks run.
  nonisolated let thread: TaskThread
  nonisolated let hub = EventHub()
  nonisolated let inbox = Inbox()

  /// The number of the last event; 0 before the first.
  public private(set) var sequence: UInt64 = 0

  var lastTicket: UInt64 = 0
  var tickets = TicketTable()
  var outcomes = Outcomes()
  var idleWaiters: [CheckedContinuation<Void, Never>] = []
  var loaded: [String: LoadedPlugin] = [:]
  var owners: [String: String] = [:]
  private(set) var instances: [InstanceName: Instance] = [:]
  /// What ``lastInstance(_:)`` found last.
  private var last: Instance?
  private var lastInstanceID: UInt64 = 0
  var lastNumbers: [String: Int] = [:]
  var lastWaiter = 0
  var reloading: Set<String> = []
  /// Whether ``drain()`` is at work; then events wait in `unpublished` and lanes in `idleLanes`.
  var isDraining = false
  private var unpublished: [Event] = []
  var idleLanes: [Lane] = []
  var reloadWaiters: [CheckedContinuation<Void, Never>] = []
  var supervision: Supervision?
  /// The number of the look at calls that goes on; nil before the first action.
  var supervisor: Int?
  var lastSupervisor = 0
  var blockedCalls: [InstanceName: BlockedCall] = [:]
  /// Actions whose calls have returned and that have not settled, as they were looked at last; only if that is bounded.
  var unsettled: [Ticket: UnsettledAction] = [:]
  /// Actions that were ended since they did not settle; what still comes of them is nobody's fault.
  var expired: Set<Ticket> = []

  /// Runs the actor apart from the pool of threads that plugins share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes a host without features.
  ///
  /// - Parameters:
  ///   - limits: The bounds that it keeps.
  ///   - supervision: How calls in this process are watched over; nil if they are not.
  public init(limits: Limits = Limits(), supervision: Supervision? = nil) {
    self.limits = limits
    self.supervision = supervision
    outcomes.limit = limits.outcomes
    let executor = HostExecutor(label: "vvsi.view-state")
    self.executor = executor
    thread = TaskThread(executor)
    inbox.open(isReader: { executor.isCurrent }, wake: { [weak self] in self?.wake() })
  }

  deinit {
    inbox.close()
  }

  /// All that happens from now on, for one reader.
  ///
  /// - Parameters:
  ///   - countLimit: How many events may wait for the reader before the oldest go.
  ///   - byteLimit: How many bytes of JSON may wait for the reader before the oldest events go.
  ///   - interval: If given, at most one state of an instance comes in that time, always the last one. Such a state comes
  ///     late: after events of a higher number.
  /// - Returns: The reader's stream.
  public nonisolated func events(
    countLimit: Int = 65_536, byteLimit: Int = 256 << 20, statesEvery interval: Duration? = nil
  ) -> EventStream {
    hub.subscribe(countLimit: countLimit, byteLimit: byteLimit, statesEvery: interval)
  }

  /// Tells everyone something that did not come from a feature.
  public func publish(_ kind: Event.Kind) {
    announce(kind)
  }

  /// Tells everyone; makes the event only if somebody listens.
  func announce(_ kind: @autoclosure () -> Event.Kind) {
    sequence += 1
    guard hub.hasListeners else { return }
    unpublished.append(Event(sequence: sequence, kind: kind()))
    if !isDraining { flushEvents() }
  }

  /// Hands on what ``drain()`` has published so far.
  func flushEvents() {
    guard !unpublished.isEmpty else { return }
    hub.publish(unpublished)
    unpublished.removeAll(keepingCapacity: true)
  }

  // MARK: The table of instances

  /// A number that no instance had before.
  func nextInstanceID() -> UInt64 {
    lastInstanceID += 1
    return lastInstanceID
  }

  /// Puts an instance in the place of that name; what its port reports reaches it from now on.
  func put(_ instance: Instance) {
    remove(instance.name)
    instances[instance.name] = instance
    instance.port.instance = .passUnretained(instance)
  }

  /// Takes an instance out of the table; what its port reports comes late from now on.
  func remove(_ name: InstanceName) {
    instances.removeValue(forKey: name)?.port.instance = nil
    last = nil
  }

  /// The instance of that name; quick if it is the one that was asked for last.
  func lastInstance(_ name: InstanceName) -> Instance? {
    if let last, last.name == name { return last }
    last = instances[name]
    return last
  }

  private nonisolated func wake() {
    executor.run { [weak self] in
      self?.assumeIsolated { $0.drain() }
    }
  }
}

/// A plugin's live generation.
struct LoadedPlugin {
  var name: String
  var generation: Int
  var path: String
  var providers: [String: any FeatureProvider]
  /// The order in which the plugin registered its features.
  var features: [String]
  var vetting: Vetting
}
