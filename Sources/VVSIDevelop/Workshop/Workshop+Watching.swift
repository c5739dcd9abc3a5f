import VVSIForeign
public import VVSIHost
import VVSIPlugins

/// Saves that go live by themselves.
extension Workshop {
  /// Turns rebuilding on save on or off.
  public func watch(_ on: Bool) async throws(PluginError) {
    guard on != isWatching else { return }
    guard on else {
      watching?.cancel()
      watching = nil
      watcher = nil
      return
    }
    let viewState = viewState
    let watcher = try Watcher { message in
      viewState.post(.log(plugin: "watch", level: .warning, message: message))
    }
    for folder in folders { watcher.add(folder, as: .plugins) }
    for path in sources.values where !isInFolders(path) { watcher.add(path, as: .plugin) }
    self.watcher = watcher
    // Not in the pool: what is to be mended may have taken all of its threads.
    watching = Task(executorPreference: host.thread) { [weak self] in
      for await paths in watcher.changes {
        for path in paths.sorted() { await self?.changed(path) }
      }
    }
    catchUp()
  }

  /// Looks once at everything that is watched: it may have changed since it was loaded.
  private func catchUp() {
    var paths = Set(sources.values)
    for folder in folders { paths.formUnion((try? PluginPath.all(in: folder)) ?? []) }
    for path in paths.sorted() { changed(path) }
  }

  private func isInFolders(_ path: String) -> Bool {
    folders.contains { path.hasPrefix($0 + "/") }
  }

  /// A watched path changed: one build at a time for each, and exactly one more for all changes during it.
  private func changed(_ path: String) {
    guard busy.insert(path).inserted else {
      dirty.insert(path)
      return
    }
    Task(executorPreference: host.thread) { await self.follow(path) }
  }

  private func follow(_ path: String) async {
    repeat {
      dirty.remove(path)
      await bringUpToDate(path)
    } while dirty.contains(path)
    busy.remove(path)
  }

  private func bringUpToDate(_ path: String) async {
    let plugin = sources.first { $0.value == path }?.key
    let kind = File.kind(of: path)
    do throws(PluginError) {
      switch (plugin, kind) {
      case (let plugin?, nil):
        try await host.unload(plugin)
        sources[plugin] = nil
      case (let plugin?, _): try await reload(plugin, reset: false, onlyIfChanged: true)
      case (nil, .folder): _ = try await load(path)
      case (nil, .file)
      where PluginPath.isLibrary(path)
        || (PluginPath.isManifest(path) && ForeignContent.isManifest(path)):
        _ = try await load(path)
      case (nil, nil) where File.isBrokenLink(path): _ = try await load(path)
      case (nil, _): break
      }
    } catch {
      if plugin == nil { await tell(failure: error, of: File.name(of: path)) }
    }
  }
}
