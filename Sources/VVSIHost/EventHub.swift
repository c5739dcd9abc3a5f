/// Everyone who listens to the host's events.
final class EventHub: Sendable {
  private let streams = Guarded<[EventStream]>([])

  func subscribe(countLimit: Int, byteLimit: Int, statesEvery interval: Duration?) -> EventStream {
    let stream = EventStream(
      countLimit: countLimit, byteLimit: byteLimit, statesEvery: interval)
    streams.withLock { $0.append(stream) }
    return stream
  }

  func publish(_ event: Event) {
    let current = streams.withLock { streams in
      if streams.contains(where: \.isFinished) { streams.removeAll(where: \.isFinished) }
      return streams
    }
    for stream in current { stream.push(event) }
  }
}
