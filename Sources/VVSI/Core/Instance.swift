import Synchronization

/// What is known of one instance's actions, whatever the type of its state.
class Instance: @unchecked Sendable {
  /// How many actions are open, in the upper 16 bits, and the sum of their tickets in the lower ones: where there is one
  /// action, the sum is its ticket.
  private let open = Atomic<UInt64>(0)
  private static let one: UInt64 = 1 << 48

  private let ledger = Lock()
  /// Tasks that have lost their action, such as detached ones, but were seen using what it was handed.
  private var strays: [(task: Int, ticket: UInt64)] = []
  /// Whether there may be some.
  private let hasStrays = Atomic(false)
  private var outlet: any Outlet

  /// The thread that is inside a change of the state, or 0.
  private let changer = Atomic<UInt>(0)
  /// The action that the change belongs to.
  ///
  /// Touched only by the thread that `changer` names.
  private var changing: UInt64 = 0
  /// What is to be done when the change is over.
  ///
  /// Touched only by the thread that `changer` names.
  var followUps: [() -> Void] = []

  init(outlet: any Outlet) {
    self.outlet = outlet
  }

  // MARK: Actions

  /// Begins an action that may go on after `execute` has returned.
  func issue(_ ticket: UInt64) -> Token {
    open.wrappingAdd(Self.one &+ ticket, ordering: .relaxed)
    return Token(ticket, of: self)
  }

  /// Called when the last copy of a token is gone.
  func tokenReleased(_ ticket: UInt64) {
    open.wrappingSubtract(Self.one &+ ticket, ordering: .relaxed)
    if hasStrays.load(ordering: .acquiring) {
      ledger.withLock {
        strays.removeAll { $0.ticket == ticket }
        hasStrays.store(!strays.isEmpty, ordering: .releasing)
      }
    }
    settle(ticket)
  }

  func settle(_ ticket: UInt64) {
    outlet.settle(ticket)
  }

  func fail(_ ticket: UInt64, _ error: any Error) {
    outlet.fail(ticket, error)
  }

  /// Replaces the outlet, before the first action.
  func connect(_ outlet: any Outlet) {
    self.outlet = outlet
  }

  // MARK: Attribution

  /// The action that the calling code acts for: the one whose change this thread is making, else the one whose task
  /// this is, else the only one under way, else 0.
  var currentTicket: UInt64 {
    if isChangingHere { return changing }
    if let token = Token.current, token.instance === self { return token.ticket }
    return strayTicket ?? onlyTicket
  }

  private var strayTicket: UInt64? {
    guard hasStrays.load(ordering: .acquiring), let task = currentTask else { return nil }
    return ledger.withLock { strays.last { $0.task == task }?.ticket }
  }

  private var onlyTicket: UInt64 {
    let open = open.load(ordering: .relaxed)
    return open / Self.one == 1 ? open % Self.one : 0
  }

  /// Takes note that the running task acts for an action, unless the task knows that itself.
  func noteTask(_ token: Token) {
    guard Token.current !== token, let task = currentTask else { return }
    ledger.withLock {
      strays.removeAll { $0.task == task }
      strays.append((task, token.ticket))
      hasStrays.store(true, ordering: .releasing)
    }
  }

  private var currentTask: Int? {
    withUnsafeCurrentTask { $0?.hashValue }
  }

  /// Whether the calling thread is inside a change of the state.
  var isChangingHere: Bool { changer.load(ordering: .relaxed) == currentThread }

  /// Does something now or, if the calling thread is making a change, as soon as that is over and nothing is locked.
  func outsideOfChange(_ work: @escaping () -> Void) {
    if isChangingHere { followUps.append(work) } else { work() }
  }

  /// Marks the calling thread as inside a change.
  ///
  /// The caller holds the state's lock.
  @inline(__always)
  func beginChange(_ ticket: UInt64) {
    changing = ticket
    changer.store(currentThread, ordering: .relaxed)
  }

  @inline(__always)
  func endChange() {
    changer.store(0, ordering: .relaxed)
  }
}
