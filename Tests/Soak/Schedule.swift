#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Harms one victim after the other, one each 50 ms, whatever the others recover from.
struct Schedule: Sendable {
  static let interval = Duration.milliseconds(50)

  let victims: [Driver]
  let tally: Tally
  let seed: UInt64

  func run(until deadline: ContinuousClock.Instant) async {
    var lot = Lot(seed)
    let began = ContinuousClock.now
    var (due, count) = (began, 0)
    while due < deadline {
      try? await Task.sleep(until: due, clock: .continuous)
      let first = lot.next(below: victims.count)
      var harm = Harm(&lot)
      if case .reload = harm, !tally.beginReload() { harm = .signal(SIGKILL) }
      // The next one in the row that has recovered.
      let order = victims[first...] + victims[..<first]
      if order.contains(where: { $0.take(harm) }) {
        count += 1
        tally.add(harm.name)
      } else {
        if case .reload = harm { tally.endReload() }
        tally.add("no victim at hand")
      }
      due += Self.interval
    }
    let milliseconds = began.duration(to: .now) / .milliseconds(1)
    tally.say("\(count) harms, one each \(milliseconds / Double(max(1, count))) ms")
  }
}
