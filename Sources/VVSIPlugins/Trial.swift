public import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is to be tried in a process of its own before it may run in this one.
public struct Trial: Sendable {
  /// A state of an older generation that the plugin may migrate.
  public struct State: Sendable, Equatable, Codable {
    /// The feature's id.
    public let feature: String
    /// The fingerprint of the schema that the state was written for.
    public let fingerprint: String
    /// The state: a JSON text.
    public let text: [UInt8]

    package init(feature: String, fingerprint: String, text: [UInt8]) {
      self.feature = feature
      self.fingerprint = fingerprint
      self.text = text
    }
  }

  /// What is done on trial.
  public enum Kind: String, Sendable {
    /// A plugin is loaded and started, and an instance of each feature made and ended.
    case plugin
    /// A plugin is loaded and started, and only migrates.
    case migration
    /// A library of C is loaded.
    case code
  }

  /// How it went, if it came to its end.
  public enum Answer: Sendable, Equatable, Codable {
    /// All went well; a migration that throws did. The notes are the plugin's.
    case passed(features: [String], notes: [String: String] = [:])
    /// The plugin was refused in good order.
    case refused(PluginError)
  }

  /// The private copy of the library.
  public let library: String
  /// The path to name in errors.
  public let path: String
  /// The plugin's name.
  public let plugin: String
  /// Where the plugin's files are.
  public let place: String
  /// What is done.
  public let kind: Kind
  /// What is migrated.
  public let states: [State]

  package init(
    library: String, path: String, plugin: String, place: String, kind: Kind = .plugin,
    states: [State] = []
  ) {
    self.library = library
    self.path = path
    self.plugin = plugin
    self.place = place
    self.kind = kind
    self.states = states
  }

  /// Makes the trial apart from this process; blocks its thread.
  ///
  /// - Throws: ``TrialFailure`` if it did not come to its end.
  public typealias Runner = @Sendable (Trial) throws(TrialFailure) -> Answer

  /// The variable in the environment that tells a plugin that it is only tried.
  static let variable = "VVSI_TRIAL"

  /// Does in this process what is to be tried.
  ///
  /// - Parameter tell: Is told of every step before it is taken.
  /// - Returns: How it went.
  package func perform(_ tell: @escaping @Sendable (TrialFailure.Step) -> Void) async -> Answer {
    setenv(Self.variable, "1", 1)
    do throws(PluginError) {
      guard kind != .code else {
        tell(.load)
        _ = try await LoadedLibrary(library, shownAs: path)
        return .passed(features: [])
      }
      let host = HostTable(folder: place) { _, _ in }
      let library = try await Library(
        opening: library, shownAs: path, as: plugin, host, .none, tell)
      let features = library.features
      return await offActor {
        for feature in features where kind == .plugin { make(feature, tell) }
        for state in states { migrate(state, features, tell) }
        return .passed(features: features.map(\.description.id), notes: host.notes.texts)
      }
    } catch {
      return .refused(error)
    }
  }

  /// One that cannot be made says so again, in better order, when it is made for good.
  private func make(_ feature: LibraryProvider, _ tell: (TrialFailure.Step) -> Void) {
    tell(.create(feature: feature.description.id))
    guard let endpoint = try? feature.create(state: nil, report: { _ in }) else { return }
    _ = try? endpoint.snapshot()
    endpoint.destroy()
  }

  private func migrate(
    _ state: State, _ features: [LibraryProvider], _ tell: (TrialFailure.Step) -> Void
  ) {
    guard let feature = features.first(where: { $0.description.id == state.feature }) else {
      return
    }
    tell(.migrate(feature: state.feature))
    _ = try? feature.migrate(state.text, from: state.fingerprint)
  }
}
