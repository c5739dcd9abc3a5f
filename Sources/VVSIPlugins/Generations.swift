import VVSIHost

/// The generations of all plugins: which one of each is live, and what it can be rolled back to.
struct Generations {
  /// How many generations back a plugin can be rolled back.
  static let depth = 8

  private var numbers: [String: Int] = [:]
  private var live: [String: Generation] = [:]
  private var previous: [String: [Generation]] = [:]

  /// Whether nothing of this name was ever tried to be loaded.
  func isNew(_ plugin: String) -> Bool { numbers[plugin] == nil }

  /// The number of a plugin's next generation, which is not used again, whatever becomes of it.
  mutating func nextNumber(of plugin: String) -> Int {
    numbers[plugin, default: 0] += 1
    return numbers[plugin, default: 0]
  }

  /// The live generation of a plugin; nil if none is loaded.
  subscript(plugin: String) -> Generation? { live[plugin] }

  /// The live generation of a plugin.
  ///
  /// - Throws: ``PluginError/unknownPlugin(_:known:)``.
  func current(_ plugin: String) throws(PluginError) -> Generation {
    guard let current = live[plugin] else {
      throw .unknownPlugin(plugin, known: live.keys.sorted())
    }
    return current
  }

  /// A plugin's first generation, or its first one after it was forgotten, is live.
  mutating func begin(with first: Generation) {
    live[first.plugin] = first
  }

  /// The next generation of a plugin is live.
  mutating func replace(_ current: Generation, by next: Generation) {
    live[next.plugin] = next
    previous[next.plugin, default: []].append(current)
    if let count = previous[next.plugin]?.count, count > Self.depth {
      previous[next.plugin]?.removeFirst()
    }
  }

  /// The generation before the live one, under a new number.
  ///
  /// - Throws: ``PluginError`` if there is none.
  mutating func back(from plugin: String) throws(PluginError) -> Generation {
    _ = try current(plugin)
    guard var back = previous[plugin]?.last else { throw .noPreviousGeneration(plugin: plugin) }
    back.number = nextNumber(of: plugin)
    back.previous = previous[plugin]?.dropLast().last?.number
    back.stages = []
    back.diagnostics = []
    return back
  }

  /// What ``back(from:)`` returned is live.
  mutating func rollBack(to back: Generation) {
    previous[back.plugin]?.removeLast()
    live[back.plugin] = back
  }

  /// A plugin is no longer loaded, and cannot be rolled back.
  mutating func forget(_ plugin: String) {
    live[plugin] = nil
    previous[plugin] = nil
  }
}
