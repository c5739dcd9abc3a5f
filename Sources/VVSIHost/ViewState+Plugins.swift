extension ViewState {
  /// Every loaded feature, by id.
  public func features() -> [FeatureStatus] {
    owners.sorted { $0.key < $1.key }.compactMap { feature, owner in
      guard let plugin = loaded[owner], let provider = plugin.providers[feature] else { return nil }
      return FeatureStatus(
        description: provider.description, plugin: owner, generation: plugin.generation,
        instances: openInstances(of: feature))
    }
  }

  /// Every loaded plugin, by name.
  public func plugins() -> [PluginStatus] {
    loaded.values.sorted { $0.name < $1.name }.map { plugin in
      PluginStatus(
        name: plugin.name, generation: plugin.generation, path: plugin.path,
        features: plugin.features, running: running(of: plugin.name),
        residence: plugin.providers.values.first?.residence ?? .host, vetting: plugin.vetting)
    }
  }

  /// Makes a plugin's features known and opens one instance of each: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - name: The plugin's name.
  ///   - generation: The number of this build.
  ///   - path: Where it came from, for people.
  ///   - providers: Its features, in the order registered.
  ///   - states: States to begin with instead of the initial ones, by instance.
  ///   - vetting: What was looked at before it was loaded.
  /// - Throws: ``PluginError`` if the name or a feature's id is taken, or an instance cannot be made.
  public func install(
    plugin name: String, generation: Int, path: String, providers: [any FeatureProvider],
    states: [InstanceName: [UInt8]] = [:], vetting: Vetting = Vetting()
  ) async throws(PluginError) {
    let features = providers.map(\.description.id)
    try checkFree(name, features)
    let plugin = LoadedPlugin(
      name: name, generation: generation, path: path,
      providers: Dictionary(zip(features, providers)) { first, _ in first }, features: features,
      vetting: vetting)
    reserve(plugin)
    do throws(PluginError) {
      let made = try await makeAll(of: plugin, states: states)
      publish(.loaded(plugin: name, generation: generation, features: features))
      for instance in made { install(instance) }
    } catch {
      forget(name)
      throw error
    }
  }

  /// Ends a plugin's instances and forgets its features.
  ///
  /// - Returns: The last committed state of each instance.
  /// - Throws: ``PluginError/unknownPlugin(_:known:)``.
  @discardableResult
  public func uninstall(plugin name: String) async throws(PluginError) -> [InstanceName: [UInt8]] {
    guard let plugin = loaded[name] else {
      throw .unknownPlugin(name, known: loaded.keys.sorted())
    }
    let ended = instances.values.filter { $0.plugin == name }.sorted { $0.name < $1.name }
    for instance in ended { remove(instance.name) }
    forget(plugin.name)
    for instance in ended { await retire(instance) }
    publish(.unloaded(plugin: name))
    return Dictionary(ended.map { ($0.name, $0.state) }) { first, _ in first }
  }

  private func checkFree(_ name: String, _ features: [String]) throws(PluginError) {
    if let other = loaded[name] { throw .alreadyLoaded(plugin: name, path: other.path) }
    for feature in features {
      if let owner = owners[feature] {
        throw .duplicateFeature(id: feature, plugin: name, owner: owner)
      }
    }
    for feature in Set(features) where features.count(where: { $0 == feature }) > 1 {
      throw .duplicateFeature(id: feature, plugin: name, owner: name)
    }
  }

  /// Takes the names, so that nobody else does while the instances are made.
  private func reserve(_ plugin: LoadedPlugin) {
    loaded[plugin.name] = plugin
    for feature in plugin.features { owners[feature] = plugin.name }
  }

  private func forget(_ name: String) {
    loaded[name] = nil
    owners = owners.filter { $0.value != name }
  }

  private func makeAll(
    of plugin: LoadedPlugin, states: [InstanceName: [UInt8]]
  ) async throws(PluginError) -> [Instance] {
    var names = plugin.features.map { InstanceName(feature: $0) }
    names += states.keys.filter { plugin.features.contains($0.feature) && $0.number > 1 }.sorted()
    var made: [Instance] = []
    for name in names {
      guard let provider = plugin.providers[name.feature] else { continue }
      do throws(Fault) {
        made.append(try await make(name, of: plugin, with: provider, state: states[name]))
      } catch {
        for instance in made { await discard(instance) }
        throw .createFailed(feature: name.feature, error)
      }
    }
    return made
  }

  func running(of plugin: String) -> Int {
    instances.values.reduce(0) { $1.plugin == plugin ? $0 + $1.openCount : $0 }
  }
}

extension ViewState {
  /// The factory of a loaded feature, for measuring it apart from the host.
  package func provider(of feature: String) -> (any FeatureProvider)? {
    owners[feature].flatMap { loaded[$0]?.providers[feature] }
  }
}
