/// What a user can do with plugins: load, unload, reload, roll back, watch.
///
/// The shell speaks to this protocol, so that it needs to know neither libraries nor compilers.
public protocol PluginControl: Sendable {
  /// Gets plugins ready that are about to be loaded; what is wrong with them shows then.
  func prepare(_ paths: [String]) async

  /// Loads a library, a folder of sources (built first), or a manifest; returns the plugin's name.
  func load(_ path: String) async throws(PluginError) -> String

  /// Ends a plugin's instances and forgets its features. Its code stays mapped.
  func unload(_ plugin: String) async throws(PluginError)

  /// Builds a plugin again where it has sources, and makes the new generation live. `reset` gives up the state.
  func reload(_ plugin: String, reset: Bool) async throws(PluginError)

  /// Makes the generation before the current one live again, under a new number.
  func rollback(_ plugin: String) async throws(PluginError)

  /// Starts a plugin again that crashed too often in a process of its own.
  func retry(_ plugin: String) async throws(PluginError)

  /// Turns rebuilding on save on or off.
  func watch(_ on: Bool) async throws(PluginError)

  /// Whether saving rebuilds.
  var isWatching: Bool { get async }
}

extension PluginControl {
  /// Does nothing.
  public func prepare(_ paths: [String]) async {}
}
