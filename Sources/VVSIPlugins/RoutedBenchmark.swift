public import VVSIHost

/// Measures the whole way of an action: trigger, the host's actor, the lane, the boundary, and the events back.
public struct RoutedBenchmark: Sendable {
  private let viewState: ViewState
  private let features: [InstanceName]
  private let actions: [[UInt8]]
  private let count: Int

  /// Makes a benchmark of `count` actions for each of these instances, all at once.
  public init(
    of features: [InstanceName], in viewState: ViewState, actions: [[UInt8]], count: Int
  ) {
    self.viewState = viewState
    self.features = features
    self.actions = actions
    self.count = count
  }

  /// How the actions of an instance follow each other.
  public enum Pace: Sendable {
    /// As fast as the host takes them.
    case posted
    /// The next one when the one before has settled, as a person or a script does it.
    case awaited
  }

  /// What was measured.
  public struct Figures: Sendable {
    /// Nanoseconds an action, all instances taken together.
    public var mean: Double
    /// From trigger to the news of the settlement, in nanoseconds; nobody waits for that where actions are posted.
    public var latencies: Latencies
    /// How many blocks of memory an action asks for; nil where nothing counts them.
    public var allocations: Double?
  }

  /// Runs it.
  ///
  /// - Parameters:
  ///   - pace: How the actions of an instance follow each other.
  ///   - subscribers: How many readers receive every event meanwhile.
  /// - Returns: What was measured.
  public func run(_ pace: Pace, subscribers: Int = 0) async -> Figures {
    let streams = (0..<subscribers).map { _ in viewState.events() }
    let readers = streams.map { stream in
      Task {
        var states = 0
        for await event in stream { if case .state = event.kind { states += 1 } }
        return states
      }
    }
    defer { for stream in streams { stream.finish() } }
    let clock = ContinuousClock()
    let allocated = AllocationCount.current
    let began = clock.now
    let latencies = await withTaskGroup(of: [Double].self) { group in
      for feature in features { group.addTask { await drive(feature, pace) } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    await viewState.idle()
    let seconds = (clock.now - began) / .seconds(1)
    for stream in streams { stream.finish() }
    for reader in readers { _ = await reader.value }
    let all = Double(count * features.count)
    return Figures(
      mean: seconds * 1e9 / all, latencies: Latencies(latencies),
      allocations: AllocationCount.current.map { Double($0 - (allocated ?? 0)) / all })
  }

  private func drive(_ feature: InstanceName, _ pace: Pace) async -> [Double] {
    switch pace {
    case .posted:
      await post(to: feature)
      return []
    case .awaited: return await trigger(feature)
    }
  }

  private func trigger(_ feature: InstanceName) async -> [Double] {
    var latencies: [Double] = []
    latencies.reserveCapacity(count)
    for number in 0..<count {
      let action = actions[number % actions.count]
      let began = Moment.now
      guard let ticket = try? await viewState.trigger(feature, action: action) else { break }
      _ = await viewState.settlement(of: ticket)
      latencies.append(began.millisecondsSince * 1e6)
    }
    return latencies
  }

  /// Posts in batches that a mailbox holds.
  private func post(to feature: InstanceName) async {
    let batch = viewState.limits.mailbox / 2
    for number in 0..<count {
      viewState.post(feature, action: actions[number % actions.count])
      if number % batch == batch - 1 { await viewState.idle() }
    }
  }
}
