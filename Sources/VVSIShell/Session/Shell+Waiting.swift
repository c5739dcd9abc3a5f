import VVSIHost

extension Shell {
  /// Waits until an action has settled and all that came of it was shown, for as long as a line waits.
  func wait(for ticket: Ticket, of feature: String) async {
    switch await transcript.progress.end(of: ticket, within: settings.waitSeconds) {
    case .ended:
      isShown = !hasArrived
      return
    case .unknown: if await hasSettled(ticket) { return }
    case .expired, .cancelled: break
    }
    hasGivenUp = true
    if Task.isCancelled {
      await sayToPerson(Wording.stillRuns(feature, ticket))
    } else {
      let message = Wording.waitEnded(feature, ticket, seconds: settings.waitSeconds)
      await viewState.publish(.error(code: "still_running", message: message))
    }
  }

  /// Asks the host itself, after events were dropped.
  private func hasSettled(_ ticket: Ticket) async -> Bool {
    let viewState = viewState
    let settlement = await first(within: settings.waitSeconds) {
      await viewState.settlement(of: ticket)
    }
    return settlement != nil && settlement != .unfinished
  }

  /// Waits until no action waits or runs, for at most so many seconds.
  func waitForIdle(_ seconds: Double) async {
    let viewState = viewState
    if await viewState.isIdle { return }
    let isIdle = await first(within: seconds) { () -> Bool in
      await viewState.idle()
      return true
    }
    await tell(isIdle, seconds)
  }

  /// At the end of a script: waits for what still runs, but not again for what was waited for in vain.
  func waitAtTheEnd() async {
    guard hasGivenUp else {
      await waitForIdle(settings.waitSeconds)
      await showAll()
      return
    }
    let (viewState, tickets) = (viewState, background)
    let isIdle = await first(within: settings.waitSeconds) { () -> Bool in
      for ticket in tickets { _ = await viewState.settlement(of: ticket) }
      return true
    }
    await tell(isIdle, settings.waitSeconds)
    await showAll()
  }

  private func tell(_ isIdle: Bool?, _ seconds: Double) async {
    guard isIdle == nil else { return }
    hasGivenUp = true
    let running = await viewState.plugins().reduce(0) { $0 + $1.running }
    let message = Wording.idleWaitEnded(running: running, seconds: seconds)
    if Task.isCancelled {
      await sayToPerson(message)
    } else {
      await viewState.publish(.error(code: "still_running", message: message))
    }
  }

  /// Says what became of a wait that was given up; where nobody types, all ends with it.
  private func sayToPerson(_ message: String) async {
    if isInteractive { await transcript.say(message + "\n") }
  }

  /// Returns once all that was told until now has been shown, and what following a route told besides.
  func showAll() async {
    repeat {
      hasArrived = false
      // Asking the host makes sure that the stream has all that it has told so far.
      _ = await viewState.sequence
      await transcript.progress.hasShown(events.lastSequence)
    } while hasArrived
  }

  /// What a wait returns; nil if it takes longer, or the task is cancelled meanwhile.
  private func first<Value: Sendable>(
    within seconds: Double, _ wait: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await race(
      on: thread,
      [
        { await wait() },
        {
          await Timers.shared.sleep(for: seconds)
          return nil
        },
      ])
  }
}
