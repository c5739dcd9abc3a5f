public import VVSIHost

/// Tells which plugins' files changed.
///
/// A save is reported 5 ms after the file was complete, a burst of them 15 ms after the first, and what goes away
/// 60 ms later, since most often something else is about to take its place. What changes while the receiver is busy
/// comes as one more report. Files that editors and builds leave behind are not looked at; see ``WatchFilter``.
public final class Watcher: Sendable {
  /// What a watched path is.
  public enum Kind: Sendable {
    /// A folder of plugins: each of its entries is one.
    case plugins
    /// A plugin: a folder of sources, or a single file.
    case plugin
  }

  private let loop: WatchLoop

  /// Watches nothing yet.
  ///
  /// - Parameter log: Takes what a user should know about folders that cannot be watched.
  /// - Throws: ``PluginError/unreadable(path:reason:)`` if the system has no more watchers.
  public init(log: @escaping @Sendable (String) -> Void = { _ in }) throws(PluginError) {
    do throws(SystemError) {
      loop = try WatchLoop(log: log)
    } catch {
      throw .unreadable(path: "", reason: error.reason)
    }
    guard startThread("vvsi.watcher", { [loop] in loop.run() }) else {
      throw .unreadable(path: "", reason: "the system has no more threads")
    }
  }

  deinit {
    loop.stop()
  }

  /// The plugins that changed, came or went away, as paths: those that were given, with the entry's name behind them
  /// where a folder of plugins was given.
  ///
  /// For one receiver at a time. Ends with the watcher.
  public var changes: AsyncStream<Set<String>> {
    AsyncStream { [loop] in await loop.reports.next() }
  }

  /// Watches a path as well.
  ///
  /// It need not be there: it is reported when it comes.
  public func add(_ path: String, as kind: Kind) {
    loop.add(path, kind)
  }

  /// Watches a path no more.
  public func remove(_ path: String) {
    loop.remove(path)
  }
}
