/// How plugins in processes of their own are watched over.
public struct Supervision: Sendable, Equatable {
  /// Whether every plugin gets a process of its own, also those that do not ask for it.
  public var isolatesAll: Bool
  /// How many seconds loading a plugin, making an instance or reading a state may take before the process is ended.
  public var startSeconds: Double
  /// After how many seconds people are told of a call that has not returned.
  public var blockedSeconds: Double
  /// How many seconds a call may take before it is cancelled, and its process ended.
  ///
  /// What an action goes on with after its call has returned is bounded by ``settleSeconds``.
  public var deadlineSeconds: Double
  /// How many seconds an action may go on after its call has returned, before it fails and is cancelled, in whichever
  /// process; nil if there is no limit: some actions go on for as long as their feature lives.
  public var settleSeconds: Double?
  /// How many seconds lie between cancelling and terminating, and between terminating and killing.
  public var graceSeconds: Double
  /// After how many seconds without a sign of life a process is ended, whatever its features do.
  public var heartbeatSeconds: Double
  /// How many crashes within ``crashSeconds`` put a plugin in quarantine.
  public var crashes: Int
  /// The time in which crashes are counted, in seconds.
  public var crashSeconds: Double
  /// What a process may use.
  public var limits: WorkerLimits
  /// Whether a process sees the file system read-only, but for its plugin's folder if it has one to itself, no processes but
  /// its own, and no network; takes bubblewrap.
  public var sandboxes: Bool

  /// Makes the terms that `vvsi` runs with.
  public init(
    isolatesAll: Bool = false, startSeconds: Double = 10, blockedSeconds: Double = 1,
    deadlineSeconds: Double = 30, settleSeconds: Double? = nil,
    graceSeconds: Double = 2, heartbeatSeconds: Double = 10, crashes: Int = 3,
    crashSeconds: Double = 300, limits: WorkerLimits = .standard, sandboxes: Bool = false
  ) {
    self.isolatesAll = isolatesAll
    self.startSeconds = startSeconds
    self.blockedSeconds = blockedSeconds
    self.deadlineSeconds = deadlineSeconds
    self.settleSeconds = settleSeconds
    self.graceSeconds = graceSeconds
    self.heartbeatSeconds = heartbeatSeconds
    self.crashes = crashes
    self.crashSeconds = crashSeconds
    self.limits = limits
    self.sandboxes = sandboxes
  }
}

/// What a process of a plugin may use of the machine; nil leaves the system's own limit.
public struct WorkerLimits: Sendable, Equatable {
  /// Memory, in megabytes.
  public var memoryMegabytes: Int?
  /// Processor time of its whole life, in seconds.
  public var processorSeconds: Int?
  /// Open files.
  public var openFiles: Int?
  /// Processes that it has become, itself included; beyond that all of them are ended.
  public var processes: Int?

  /// Makes limits.
  public init(
    memoryMegabytes: Int? = nil, processorSeconds: Int? = nil, openFiles: Int? = nil,
    processes: Int? = nil
  ) {
    self.memoryMegabytes = memoryMegabytes
    self.processorSeconds = processorSeconds
    self.openFiles = openFiles
    self.processes = processes
  }

  /// The limits that `vvsi` runs with.
  public static let standard = WorkerLimits(
    memoryMegabytes: 4_096, openFiles: 1_024, processes: 256)
}
