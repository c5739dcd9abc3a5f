/// How a host came to its end during a call into a plugin, as the next one finds it written down.
public struct Crash: Sendable, Equatable {
  /// The signal's name, or `exit`.
  public var end: String
  /// The plugin's name; empty if none was at work.
  public var plugin: String
  /// The feature's id; empty if it is not known.
  public var feature: String
  /// What the plugin was made from, by name.
  public var content: String
  /// The plugin's generation.
  public var generation: Int
  /// The action's number; nil if none was being run.
  public var ticket: Ticket?
  /// The beginning of the action's text.
  public var action: String

  /// Writes down a crash.
  public init(
    end: String, plugin: String, feature: String, content: String, generation: Int,
    ticket: Ticket?, action: String
  ) {
    self.end = end
    self.plugin = plugin
    self.feature = feature
    self.content = content
    self.generation = generation
    self.ticket = ticket
    self.action = action
  }
}

/// What is said on standard error at a crash, in one line each.
///
/// `%p` stands for the plugin, `%g` for its generation, `%f` for the feature, `%t` for the ticket, `%a` for the action and
/// `%s` for the signal's name, or `exit`.
public struct CrashWording: Sendable {
  /// An action was being run.
  public var action: String
  /// Another call was being made into the feature.
  public var call: String
  /// A thread of the plugin's own was at work.
  public var thread: String

  /// Makes a wording.
  public init(action: String, call: String, thread: String) {
    self.action = action
    self.call = call
    self.thread = thread
  }
}
