/// When changes are reported: soon after a save, together with what follows at once.
struct WatchDue {
  /// How long it must be quiet after a save.
  static let quiet = Duration.milliseconds(5)
  /// How long a save is held back at most.
  static let longest = Duration.milliseconds(15)
  /// How long something that went away is held back, if nothing takes its place.
  static let removal = Duration.milliseconds(60)

  private(set) var time: ContinuousClock.Instant?
  private var waiting: Set<String> = []
  private var firstSave: ContinuousClock.Instant?

  mutating func add(_ changes: WatchTree.Changes, at now: ContinuousClock.Instant) {
    waiting.formUnion(changes.saved)
    waiting.formUnion(changes.removed)
    if !changes.saved.isEmpty {
      let first = firstSave ?? now
      firstSave = first
      time = min(now + Self.quiet, first + Self.longest)
    } else if !changes.removed.isEmpty, time == nil {
      time = now + Self.removal
    }
  }

  /// What is due; nothing if it is too early.
  mutating func take(at now: ContinuousClock.Instant) -> Set<String> {
    guard let time, now >= time else { return [] }
    defer { self = WatchDue() }
    return waiting
  }
}
