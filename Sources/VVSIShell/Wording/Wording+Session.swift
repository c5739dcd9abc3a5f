import VVSIHost

extension Wording {
  /// A wait that ended before its action.
  static func waitEnded(_ feature: String, _ ticket: Ticket, seconds: Double) -> String {
    "\(feature) has not settled within \(time(seconds)) and goes on (ticket \(ticket)); "
      + ":wait waits on, :cancel \(ticket) asks it to end"
  }

  /// A wait that a person ended.
  static func stillRuns(_ feature: String, _ ticket: Ticket) -> String {
    "\(feature) goes on (ticket \(ticket)); :wait waits for it, :cancel \(ticket) asks it to end"
  }

  /// A wait for all actions that ended before them.
  static func idleWaitEnded(running: Int, seconds: Double) -> String {
    "\(Figures.count(running, "action")) not settled within \(time(seconds)); they go on"
  }

  static func opened(_ name: String) -> String { "\(name) is open" }

  static func closed(_ name: String) -> String { "\(name) is closed" }

  static func watching(_ isOn: Bool) -> String {
    isOn ? "watching: saving rebuilds and reloads" : "not watching"
  }

  /// A route that leads nowhere.
  static func routeFailed(_ reason: String) -> String { "the route leads nowhere: \(reason)" }

  /// What a person sees first.
  static func greeting(_ features: [String]) -> String {
    features.isEmpty
      ? "No feature is loaded; :load PATH loads a plugin, :help tells more"
      : "\(Figures.count(features.count, "feature")): \(list(features)). :help tells how to drive them"
  }

  private static func time(_ seconds: Double) -> String {
    Figures.decimal(seconds, digits: 3) + " s"
  }
}
