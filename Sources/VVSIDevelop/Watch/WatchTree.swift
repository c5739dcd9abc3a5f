import VVSIPlugins

/// Which folders are watched, and which plugin each belongs to.
struct WatchTree {
  /// Plugins by what happened to their files.
  struct Changes: Equatable {
    var saved: Set<String> = []
    var removed: Set<String> = []
  }

  private struct Root {
    let given: String
    let kind: Watcher.Kind
    var isThere = false
  }

  /// A watched folder, seen from one root.
  private struct Place: Equatable {
    let root: String
    let path: String
    /// The plugin that the folder belongs to; nil for a folder of plugins.
    let plugin: String?
    /// The only name that matters; nil for all.
    var only: String?
  }

  private let events: FolderEvents
  private let log: @Sendable (String) -> Void
  private var roots: [String: Root] = [:]
  /// A folder may be reached in several ways, but is watched once.
  private var places: [Int32: [Place]] = [:]

  init(events: FolderEvents, log: @escaping @Sendable (String) -> Void) {
    self.events = events
    self.log = log
  }

  /// Whether anything is to be looked for.
  var hasMissing: Bool { roots.values.contains { !$0.isThere } }

  func path(of folder: Int32) -> String? { places[folder]?.first?.path }

  mutating func add(_ path: String, _ kind: Watcher.Kind) {
    guard roots[path] == nil else { return }
    roots[path] = Root(given: path, kind: kind)
    var found = Changes()
    attach(path, &found)
  }

  mutating func remove(_ path: String) {
    roots[path] = nil
    drop { $0.root == path }
  }

  /// Works through events and looks for what was missing.
  mutating func changes(of events: [FolderEvent]) -> Changes {
    var changes = Changes()
    for event in events {
      switch event.kind {
      case .lost: rescan(&changes)
      case .selfGone: lose(event.folder, &changes)
      default: take(event, &changes)
      }
    }
    for root in roots.values where !root.isThere { attach(root.given, &changes) }
    return changes
  }

  // MARK: Events

  private mutating func take(_ event: FolderEvent, _ changes: inout Changes) {
    for place in places[event.folder] ?? [] where place.only ?? event.name == event.name {
      let path = Path.join(place.path, event.name)
      switch event.kind {
      case .folderCame:
        if WatchFilter.takesFolder(event.name) {
          enter(path, child(of: place, event.name), &changes)
        }
      case .removed:
        changes.removed.formUnion(drop { $0.root == place.root && $0.path.isAtOrBelow(path) })
        if takes(event.name, in: place), WatchFilter.takesFolder(event.name) {
          changes.removed.insert(plugin(event.name, in: place))
        }
      default:
        if takes(event.name, in: place) || isBrokenLink(path, event.name, in: place) {
          changes.saved.insert(plugin(event.name, in: place))
        }
      }
    }
  }

  private func takes(_ name: String, in place: Place) -> Bool {
    if place.only != nil { return true }
    return place.plugin == nil ? WatchFilter.takesPlugin(name) : WatchFilter.takesFile(name)
  }

  /// A link in a folder of plugins that was meant to be one.
  private func isBrokenLink(_ path: String, _ name: String, in place: Place) -> Bool {
    place.plugin == nil && WatchFilter.takesFolder(name) && File.isBrokenLink(path)
  }

  private func plugin(_ name: String, in place: Place) -> String {
    place.plugin ?? Path.join(place.root, name)
  }

  private func child(of place: Place, _ name: String) -> Place {
    Place(root: place.root, path: Path.join(place.path, name), plugin: plugin(name, in: place))
  }

  /// A folder is gone without its parent's saying so: a root, or one that was reached through a link.
  private mutating func lose(_ folder: Int32, _ changes: inout Changes) {
    for place in places[folder] ?? [] {
      let dropped = drop { $0.root == place.root && $0.path.isAtOrBelow(place.path) }
      changes.removed.formUnion(dropped)
      if roots[place.root]?.isThere ?? false, !isWatched(place.root) {
        roots[place.root]?.isThere = false
      }
    }
  }

  private func isWatched(_ root: String) -> Bool {
    places.values.contains { $0.contains { $0.root == root } }
  }

  /// Begins anew: every plugin may have changed.
  private mutating func rescan(_ changes: inout Changes) {
    drop { _ in true }
    for root in roots.keys {
      roots[root]?.isThere = false
      attach(root, &changes)
    }
  }

  // MARK: Folders

  private mutating func attach(_ root: String, _ changes: inout Changes) {
    guard let kind = roots[root]?.kind, let status = try? Files.status(root) else { return }
    if status.isFolder {
      enter(
        root, Place(root: root, path: root, plugin: kind == .plugin ? root : nil), &changes)
    } else {
      // A file is watched through its folder: those who save often replace it.
      let folder = Path.parent(root) ?? "."
      let place = Place(root: root, path: folder, plugin: root, only: Path.name(root))
      if watch(folder, place) { changes.saved.insert(root) }
    }
    let isThere = isWatched(root)
    roots[root]?.isThere = isThere
  }

  /// Watches a folder and those in it; what is there already counts as saved.
  private mutating func enter(_ path: String, _ place: Place, _ changes: inout Changes) {
    let isNew = watch(path, place)
    guard isNew, let names = try? Files.names(in: path) else { return }
    for name in names {
      let entry = Path.join(path, name)
      if (try? Files.status(entry))?.isFolder ?? false {
        if WatchFilter.takesFolder(name) { enter(entry, child(of: place, name), &changes) }
      } else if takes(name, in: place) {
        changes.saved.insert(plugin(name, in: place))
      }
    }
  }

  /// False if the folder is watched for the plugin already, perhaps on another way to it, or cannot be watched.
  private mutating func watch(_ path: String, _ place: Place) -> Bool {
    do throws(SystemError) {
      let folder = try events.watch(path)
      let isKnown = places[folder, default: []].contains {
        $0.root == place.root && $0.plugin == place.plugin
      }
      guard !isKnown else { return false }
      places[folder, default: []].append(place)
      return true
    } catch {
      if !error.isMissing { log("changes in \(path) are not seen: \(error.reason)") }
      return false
    }
  }

  /// Forgets places and tells which plugins they belonged to.
  @discardableResult
  private mutating func drop(_ isDropped: (Place) -> Bool) -> Set<String> {
    var plugins: Set<String> = []
    for (folder, list) in places {
      let dropped = list.filter(isDropped)
      guard !dropped.isEmpty else { continue }
      plugins.formUnion(dropped.compactMap(\.plugin))
      let kept = list.filter { !isDropped($0) }
      places[folder] = kept.isEmpty ? nil : kept
      if kept.isEmpty { events.unwatch(folder) }
    }
    return plugins
  }
}

extension String {
  fileprivate func isAtOrBelow(_ folder: String) -> Bool {
    self == folder || hasPrefix(folder + "/")
  }
}
