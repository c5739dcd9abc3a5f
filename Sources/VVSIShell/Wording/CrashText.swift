public import VVSIHost

/// What is said of a host that came to its end in a plugin.
public enum CrashText {
  /// What is said while it does.
  public static let wording = CrashWording(
    action: "\n%p (generation %g) ended the host: %s in its feature '%f', ticket %t: %a\n\(next)\n",
    call: "\n%p (generation %g) ended the host: %s in a call to its feature '%f'\n\(next)\n",
    thread: "\n%p (generation %g) ended the host: %s on a thread of its own\n\(next)\n")

  private static let next =
    "the next start runs it in a process of its own, until it is built anew; vvsi check --clear forgets it"

  /// What is said at the next start.
  static func message(_ crash: Crash) -> String {
    guard !crash.plugin.isEmpty else {
      return "the last host ended by \(crash.end), and no plugin was at work"
    }
    var place = "on a thread of its own"
    if crash.ticket != nil {
      place = "in \(crash.feature), action \(crash.action)"
    } else if !crash.feature.isEmpty {
      place = "in a call to \(crash.feature)"
    }
    return "generation \(crash.generation) ended the last host: \(crash.end) \(place); "
      + "it runs in a process of its own until it is built anew; vvsi check --clear forgets it"
  }
}
