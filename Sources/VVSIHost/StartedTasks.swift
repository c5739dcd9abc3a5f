import CTasks
import Synchronization

/// Runs the tasks that calls into a feature start on the thread that makes the calls, as soon as each has returned.
///
/// A task would otherwise go to the pool, one of whose threads has to be woken for it: that takes several times what most
/// tasks take. A task runs here until it suspends; what it does after that, it does elsewhere.
///
/// A thread that is a moment later still in the same call, or in the tasks that it started, keeps nobody waiting: what
/// waits goes to the pool, and another thread makes the next calls.
package final class StartedTasks: @unchecked Sendable {
  private struct State {
    /// What the call has started.
    var jobs: [Job] = []
    /// How many of them were begun.
    var begun = 0
    var isRunning = false
    /// The turn that may have no more tasks here.
    var spent = 0
    var isLost = false
    var isWatched = false
  }

  /// A task of the runtime's that is ready to run.
  typealias Job = UnsafeMutableRawPointer

  /// How many tasks of one call run here: a task that yields in a loop is no reason to keep others waiting.
  private static let most = 32

  private let state = Guarded(State())
  private let moveOn: @Sendable () -> Void
  private let taker: UnsafeMutablePointer<tasks_taker>
  /// Rises with each call; only the thread that makes the calls changes it.
  private let turn = Atomic(0)
  /// How many tasks of this turn were taken; touched only by the thread that makes the calls.
  private let taken = Atomic(0)
  /// The turn that was seen last by whoever watches.
  private let seen = Atomic(0)

  private static let canTake = tasks_install()

  /// Has tasks run by the thread that calls ``call(_:)``.
  ///
  /// - Parameter moveOn: Must have further calls made by another thread, with another one of these.
  package init(moveOn: @escaping @Sendable () -> Void) {
    self.moveOn = moveOn
    taker = .allocate(capacity: 1)
    taker.initialize(to: tasks_taker(context: nil, take: offer))
    taker.pointee.context = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    taker.deallocate()
  }

  /// Makes a call, and keeps the tasks that it starts for ``run()``.
  package func call<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    turn.store(turn.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    taken.store(0, ordering: .relaxed)
    if Self.canTake { tasks_offer(taker) }
    defer { tasks_offer(nil) }
    try body()
  }

  /// Runs what the call has started.
  ///
  /// - Returns: Whether the thread may make the next call; if not, another one does.
  package func run() -> Bool {
    guard taken.load(ordering: .relaxed) > 0 else { return true }
    tasks_offer(taker)
    defer { tasks_offer(nil) }
    while true {
      switch next() {
      case .job(let job): tasks_run(job)
      case .none(let goesOn): return goesOn
      }
    }
  }

  private enum Next {
    case job(Job)
    case none(goesOn: Bool)
  }

  private func next() -> Next {
    state.withLock { state in
      guard state.begun < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.begun = 0
        state.isRunning = false
        return .none(goesOn: !state.isLost)
      }
      state.isRunning = true
      state.begun += 1
      return .job(state.jobs[state.begun - 1])
    }
  }

  fileprivate func take(_ job: Job) -> Bool {
    guard taken.load(ordering: .relaxed) < Self.most else { return false }
    let (isTaken, isNew) = state.withLock { state in
      guard !state.isLost, state.spent != turn.load(ordering: .relaxed) else {
        return (false, false)
      }
      state.jobs.append(job)
      defer { state.isWatched = true }
      return (true, !state.isWatched)
    }
    if isTaken { taken.wrappingAdd(1, ordering: .relaxed) }
    if isNew { TaskWatch.shared.add(self) }
    return isTaken
  }

  /// Looks whether the thread gets on with its work, and helps if it does not.
  ///
  /// - Returns: Whether that is to be looked at again.
  func look() -> Bool {
    let turn = turn.load(ordering: .relaxed)
    let seen = seen.exchange(turn, ordering: .relaxed)
    let (isBusy, isLost, jobs) = state.withLock { state -> (Bool, Bool, [Job]) in
      guard state.isRunning || state.begun < state.jobs.count else {
        state.isWatched = false
        return (false, false, [])
      }
      guard turn == seen else { return (true, false, []) }
      let jobs = Array(state.jobs[state.begun...])
      state.jobs = []
      state.begun = 0
      state.spent = turn
      state.isLost = state.isRunning
      state.isWatched = false
      return (false, state.isLost, jobs)
    }
    for job in jobs { tasks_pass_on(job) }
    if isLost { moveOn() }
    return isBusy
  }
}

private func offer(_ context: UnsafeMutableRawPointer?, _ job: UnsafeMutableRawPointer?) -> Bool {
  guard let context, let job else { return false }
  return Unmanaged<StartedTasks>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.take(job) }
}
