/// What waits for the host's actor.
final class Inbox: Sendable {
  enum Message: Sendable {
    case report(ReportPort, Report)
    case rejected(ReportPort, Ticket, Rejection)
    case posted(InstanceName, action: [UInt8])
    case said(Event.Kind)
  }

  private struct State {
    var messages: [Message] = []
    /// Room that was used before.
    var spare: [Message] = []
    var isWoken = false
    var wake: (@Sendable () -> Void)?
    var isReader: (@Sendable () -> Bool)?
    var isClosed = false
  }

  private let state = Guarded(State())
  /// Where those wait who have more to report than there is room for.
  let room = Awaited(())

  /// Names whom to wake, once for any number of messages, until ``take()``; and who can tell whether the thread is the one
  /// that does take.
  func open(
    isReader: @escaping @Sendable () -> Bool, wake: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.wake = wake
      state.isReader = isReader
    }
  }

  /// Whether messages are taken by the thread that asks.
  var isReadHere: Bool { state.withLock { $0.isReader }?() ?? false }

  func post(_ message: Message) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isClosed else { return nil }
      state.messages.append(message)
      guard !state.isWoken else { return nil }
      state.isWoken = true
      return state.wake
    }
    wake?()
  }

  /// Whether nobody takes messages any more.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Nobody takes messages any more: those that wait go, and who waits for room goes on.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.messages = []
    }
    room.change { _ in }
  }

  /// All that waits, in order; give it back when it is worked off.
  func take() -> [Message] {
    state.withLock { state in
      state.isWoken = false
      var messages: [Message] = []
      swap(&messages, &state.spare)
      swap(&messages, &state.messages)
      return messages
    }
  }

  /// Keeps the room of messages that are worked off for others.
  func giveBack(_ messages: consuming [Message]) {
    guard messages.capacity <= 1 << 16 else { return }
    messages.removeAll(keepingCapacity: true)
    state.withLock { $0.spare = messages }
  }
}
