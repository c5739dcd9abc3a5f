import VVSIHost

extension Library {
  /// A library that the system's loader has mapped, and that has not begun yet.
  struct Opened: Sendable {
    private let main: EntryPoint
    private let copy: PrivateCopy
    private let path: String
    private let notes: Notes
    private let tried: [Trial.State]
    private let loading: Loading
    private let crumb: Crumb

    /// Calls the loader.
    ///
    /// - Throws: ``PluginError`` if it refuses the library, or that has no entry point.
    @MainActor
    init(
      _ copy: PrivateCopy, _ path: String, _ notes: Notes, _ tried: [Trial.State],
      _ loading: Loading
    ) throws(PluginError) {
      self.copy = copy
      self.path = path
      self.notes = notes
      self.tried = tried
      self.loading = loading
      crumb = Crumb(
        plugin: loading.plugin, feature: "", content: copy.content, generation: loading.generation)
      main = try Library.entryPoint(copy.path, path: path, crumb)
    }

    /// Shakes hands with the library and has it register its features; may block.
    ///
    /// - Throws: ``PluginError`` with what was expected and what was found.
    func start() throws(PluginError) -> Library {
      let host = HostTable(
        folder: loading.place, notes: notes, stateBytes: loading.stateBytes, log: loading.log)
      let features = try crumb.during { () throws(PluginError) in
        try Library.start(main, path: path, plugin: loading.plugin, host: host)
      }
      for feature in features {
        feature.tryMigrations(in: copy, tried, loading)
        feature.leaveCrumbs(loading.plugin, generation: loading.generation, content: copy.content)
      }
      Crumb.warnOfReplacedHandlers(loading)
      return Library(features: features)
    }
  }

  /// Loads libraries that are kept and known to come through: they are copied and started side by side, and the loader has
  /// them in one turn.
  ///
  /// - Parameters:
  ///   - isolation: Who asks.
  ///   - candidates: The libraries; nil for none.
  /// - Returns: What came of each; nil for those that must be tried first.
  static func known(
    isolation: isolated (any Actor)? = #isolation,
    _ candidates: [(content: LibraryContent, loading: Loading)?]
  ) async -> [Result<Library, PluginError>?] {
    let copies = await offActor(
      each: candidates.map { candidate in
        { @Sendable () -> Result<Loading.Known?, PluginError> in
          Result { () throws(PluginError) in
            try candidate.flatMap { (content, loading) throws(PluginError) in
              try loading.copyKnown(content)
            }
          }
        }
      })
    let opened = await open(zip(candidates, copies).map { ($0, $1) })
    return await offActor(
      each: opened.map { opened in
        { @Sendable () -> Result<Library, PluginError>? in
          opened?.flatMap { library in
            Result { () throws(PluginError) in try library.start() }
          }
        }
      })
  }

  @MainActor
  private static func open(
    _ copies: [(
      candidate: (content: LibraryContent, loading: Loading)?,
      known: Result<Loading.Known?, PluginError>
    )]
  ) -> [Result<Opened, PluginError>?] {
    copies.map { candidate, known in
      guard let (content, loading) = candidate else { return nil }
      do throws(PluginError) {
        guard let (copy, notes) = try known.get() else { return nil }
        return .success(try Opened(copy, content.shown, notes, [], loading))
      } catch {
        return .failure(error)
      }
    }
  }
}
