/// What the host talks to for one instance: a library in this process, C functions, or a worker process.
///
/// The host never makes two calls for one instance at the same time, and makes them off its actor: a call may block,
/// and then delays only this instance.
public protocol Endpoint: AnyObject, Sendable {
  /// Decodes and runs an action; returns when the interactor has returned. Work may go on until `settled`.
  ///
  /// An endpoint in another process may return at once, hold the action back until ``flush()``, and report
  /// ``Report/rejected(_:action:_:)`` instead of throwing.
  ///
  /// - Throws: ``Fault`` if the action was not understood. Then nothing happened and no `settled` follows.
  func trigger(_ ticket: Ticket, _ action: [UInt8]) throws(Fault)

  /// No action follows for the moment: those triggered so far must be on their way.
  func flush()

  /// Returns once the calls of ``trigger(_:_:)`` so far have returned where the feature runs.
  func finish()

  /// The state as of now.
  func snapshot() throws(Fault) -> [UInt8]

  /// Asks that what runs for a ticket, or for every ticket, come to an end soon. May be called at any time.
  func cancel(_ ticket: Ticket?)

  /// Whether its own side watches over calls that do not return.
  var isSupervised: Bool { get }

  /// The oldest action that was handed over by ``trigger(_:_:)`` and whose call has not returned where the feature runs; nil
  /// if there is none.
  var oldestCall: Ticket? { get }

  /// Frees the instance; the last call. Nothing is reported after it returns.
  func destroy()
}

extension Endpoint {
  /// For endpoints that run in the host's process.
  public var isSupervised: Bool { false }

  /// For endpoints whose `trigger` returns when the feature's has.
  public var oldestCall: Ticket? { nil }

  /// For endpoints that hold no action back.
  public func flush() {}

  /// For endpoints whose `trigger` returns when the feature's has.
  public func finish() {}
}

/// What an endpoint reports, from any thread, in the order in which it happens.
public enum Report: Sendable {
  /// The state changed.
  case committed(Ticket?, state: [UInt8])
  /// A notification was sent.
  case notified(Ticket?, notification: [UInt8])
  /// The action was not understood after all: nothing happened, and no `settled` follows.
  case rejected(Ticket, action: [UInt8], Fault)
  /// Nothing more comes of the action.
  case settled(Ticket)
  /// The action failed.
  case failed(Ticket?, Fault)
  /// The feature asks to be led elsewhere.
  case routed(Ticket?, Route)
  /// The feature triggers itself.
  case triggered(action: [UInt8])
  /// The plugin broke a rule of the boundary; what it did had no other effect.
  case misbehaved(Fault)
}

/// Takes an endpoint's reports.
///
/// Never calls back. A thread that reports faster than the host can work off waits in it, for at most a second.
public typealias Reporter = @Sendable (Report) -> Void

/// One feature of one generation of a plugin: what it looks like, and a factory of endpoints.
public protocol FeatureProvider: AnyObject, Sendable {
  /// What the feature is.
  var description: FeatureDescription { get }

  /// Where its code runs.
  var residence: Residence { get }

  /// Makes an instance that begins with `state`, or with the feature's own initial state.
  ///
  /// - Throws: ``Fault`` if the state does not decode or the feature cannot be made.
  func create(state: [UInt8]?, report: @escaping Reporter) throws(Fault) -> any Endpoint

  /// Decodes a state and encodes it again.
  ///
  /// - Throws: ``Fault`` if the text is no state of this feature.
  func recodeState(_ state: [UInt8]) throws(Fault) -> [UInt8]

  /// The author's own way from an older state, or nil if there is none for that fingerprint.
  func migrate(_ state: [UInt8], from fingerprint: String) throws(Fault) -> [UInt8]?
}

extension FeatureProvider {
  /// For features in the host's process.
  public var residence: Residence { .host }
}
