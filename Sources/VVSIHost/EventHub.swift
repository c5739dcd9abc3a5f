import Synchronization

/// Everyone who listens to the host's events.
final class EventHub: Sendable {
  private let streams = Guarded<[EventStream]>([])
  private let count = Atomic(0)

  /// Whether somebody listens.
  var hasListeners: Bool { count.load(ordering: .acquiring) > 0 }

  func subscribe(countLimit: Int, byteLimit: Int, statesEvery interval: Duration?) -> EventStream {
    let stream = EventStream(
      countLimit: countLimit, byteLimit: byteLimit, statesEvery: interval)
    streams.withLock { streams in
      streams.append(stream)
      count.store(streams.count, ordering: .releasing)
    }
    return stream
  }

  func publish(_ events: [Event]) {
    var hasEnded = false
    for stream in streams.withLock({ $0 }) where !stream.push(events) { hasEnded = true }
    guard hasEnded else { return }
    streams.withLock { streams in
      streams.removeAll(where: \.isFinished)
      count.store(streams.count, ordering: .releasing)
    }
  }
}
