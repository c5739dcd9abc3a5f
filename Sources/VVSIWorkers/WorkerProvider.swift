import CSpawn
public import VVSIHost

/// One feature of a plugin in a process of its own.
public final class WorkerProvider: FeatureProvider {
  /// What the feature is.
  public let description: FeatureDescription
  private let index: UInt32
  private let lease: WorkerLease

  init(_ description: FeatureDescription, index: UInt32, lease: WorkerLease) {
    self.description = description
    self.index = index
    self.lease = lease
  }

  /// How the process fares.
  public var residence: Residence { .process(lease.worker.tenancy) }

  /// Makes an instance, and starts the process if it does not run.
  public func create(
    state: [UInt8]?, report: @escaping Reporter
  ) throws(Fault) -> any Endpoint {
    try WorkerEndpoint(of: index, lease: lease, state: state, report: report)
  }

  /// Decodes a state and encodes it again, in the process.
  public func recodeState(_ state: [UInt8]) throws(Fault) -> [UInt8] {
    let index = index
    return try lease.worker.call { .recode(call: $0, feature: index, state: state) } ?? []
  }

  /// The author's own way from an older state; one that crashes takes down only the process.
  public func migrate(
    _ state: [UInt8], from fingerprint: String
  ) throws(Fault) -> [UInt8]? {
    let index = index
    do throws(Fault) {
      return try lease.worker.call(atMost: Self.secondsLimit) {
        .migrate(call: $0, feature: index, fingerprint: fingerprint, state: state)
      }
    } catch {
      throw Fault(code: "migration_failed", message: "its migration \(reason(error))")
    }
  }

  /// How long a migration may take, in seconds.
  private static let secondsLimit = 10.0

  private func reason(_ fault: Fault) -> String {
    switch fault.code {
    case "unresponsive": "did not return within \(Int(Self.secondsLimit)) s"
    case "worker_crashed":
      lease.worker.lastEnding.map { ending in
        if case .exited(let status) = ending {
          "ended its process with status \(status)"
        } else {
          ending.description
        }
      } ?? fault.message
    default: "failed: \(fault.message)"
    }
  }

  /// How often the process was started.
  var launches: Int { lease.worker.state.withLock { $0.launches } }

  /// Sends the process a signal.
  package func end(by signal: Int32) { lease.worker.end(by: signal) }

  /// Waits until no process runs.
  func waitForEnd() { lease.worker.waitForEnd() }

  /// Forgets that the plugin has crashed too often, and starts it again.
  ///
  /// - Returns: Whether it was in quarantine.
  @discardableResult
  public func retry() -> Bool { lease.worker.retry() }
}

extension Worker {
  /// How the process fares.
  var tenancy: Residence.Tenancy {
    state.withLock { state in
      var tenancy = Residence.Tenancy(process: nil, crashes: state.crashCount, cause: cause)
      switch state.phase {
      case .up(let process): tenancy.process = process.number
      case .idle, .down: break
      case .quarantined: tenancy.isQuarantined = true
      }
      return tenancy
    }
  }
}
