public import VVSIHost

/// What one generation of a plugin is made from: a library, or functions of C that a manifest describes.
public protocol PluginContent: Sendable {
  /// Loads it.
  ///
  /// - Throws: ``PluginError``; then nothing of it is in use.
  nonisolated(nonsending) func features(
    _ loading: Loading
  ) async throws(PluginError) -> [any FeatureProvider]

  /// Itself as texts, from which another process makes it again.
  ///
  /// - Throws: ``PluginError`` if what it is made from cannot be had.
  nonisolated(nonsending) func packed(
    _ loading: Loading
  ) async throws(PluginError) -> PackedContent

  /// All that it is made from, as far as it is files of its own.
  ///
  /// - Throws: ``PluginError`` if one cannot be read.
  func parts() throws(PluginError) -> [[UInt8]]
}

/// The content of a plugin as texts.
public struct PackedContent: Sendable, Equatable {
  /// Which content it is.
  public var kind: String
  /// What the kind makes it again from.
  public var texts: [[UInt8]]

  /// Packs content.
  public init(kind: String, texts: [[UInt8]]) {
    self.kind = kind
    self.texts = texts
  }
}

/// Where and as what the content of a plugin is loaded.
public struct Loading: Sendable {
  /// The plugin's name.
  package let plugin: String
  /// The generation's number.
  package let generation: Int
  /// Where the files that belong to the plugin are.
  package let place: String
  /// Whether that is a folder of the plugin's own, and not one that a file lies in beside others.
  package let ownsPlace: Bool
  /// Takes log lines, from any thread.
  package let log: @Sendable (LogLevel, String) -> Void
  /// Where copies go.
  package let folder: PrivateFolder
  /// Tries libraries and migrations before they run here, if there is one.
  let probation: Probation?
  /// The states of the generation before.
  let states: [Trial.State]
  /// What may be loaded.
  private(set) var admission: Admission
  /// How long a state may be.
  let stateBytes: Int

  package init(
    plugin: String, generation: Int, place: String, ownsPlace: Bool = false,
    folder: PrivateFolder,
    probation: Probation? = nil, states: [Trial.State] = [],
    admission: Admission = .everything, stateBytes: Int = Limits().stateBytes,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) {
    self.plugin = plugin
    self.generation = generation
    self.place = place
    self.ownsPlace = ownsPlace
    self.folder = folder
    self.probation = probation
    self.states = states
    self.admission = admission
    self.stateBytes = stateBytes
    self.log = log
  }

  /// The same for what was built from sources that were compared with what is pinned.
  package var ofBuilt: Loading {
    var loading = self
    loading.admission = admission.ofBuilt
    return loading
  }

  /// Checks a library and copies it under a name that is used only once, unless it is a copy already.
  ///
  /// - Throws: ``PluginError`` if it cannot be read, may not be loaded, or is no library for this machine.
  package nonisolated(nonsending) func copy(_ library: String) async throws(PluginError)
    -> PrivateCopy
  {
    try await offActor { [self] () throws(PluginError) in try copyAndWait(library) }
  }

  /// Copies a library, and tries the copy in a process of its own, unless it is known to come through.
  ///
  /// - Returns: The copy, the states that were migrated on trial, and what a library of this content noted.
  /// - Throws: ``PluginError`` if the library must not be loaded.
  nonisolated(nonsending) func copy(
    _ content: LibraryContent
  ) async throws(PluginError) -> (PrivateCopy, tried: [Trial.State], notes: Notes) {
    try await offActor { [self] () throws(PluginError) in
      let copy = try (content.isBuilt ? ofBuilt : self).copyAndWait(content.library)
      let (tried, notes) = try admitAndWait(copy, from: content.shown, as: .plugin)
      return (copy, tried, notes)
    }
  }

  /// A copy of a library that is known to come through, and what one of this content noted.
  typealias Known = (copy: PrivateCopy, notes: Notes)

  /// Copies a library that is kept and known to come through.
  ///
  /// - Returns: The copy; nil for any other library.
  /// - Throws: ``PluginError`` if the library must not be loaded.
  func copyKnown(
    _ content: LibraryContent
  ) throws(PluginError) -> Known? {
    guard let name = content.content, !admission.isPinned else { return nil }
    var notes = Notes()
    if let probation {
      let kept = PrivateCopy(path: content.library, content: name)
      guard let known = probation.verdicts.notes(of: kept, .plugin) else { return nil }
      notes = known
    }
    let copy = try copyAndWait(content.library)
    guard copy.content == name else {
      File.remove(copy.path)
      return nil
    }
    return (copy, notes)
  }

  private func copyAndWait(_ library: String) throws(PluginError) -> PrivateCopy {
    if library.hasPrefix("\(folder.path)/") { return PrivateCopy(path: library, content: "") }
    try admission.trust.check(library)
    return try folder.copy(library, plugin: plugin, generation: generation) {
      (copy) throws(PluginError) in try admission.check(copy: copy, of: plugin, at: library)
    }
  }

  /// Checks a library that is loaded from where it is.
  ///
  /// - Throws: ``PluginError`` if it cannot be read, may not be loaded, or is no library for this machine.
  package nonisolated(nonsending) func inspect(_ library: String) async throws(PluginError)
    -> PrivateCopy
  {
    try await offActor { [self] () throws(PluginError) in
      try admission.trust.check(library)
      let bytes = try LibraryFile.read(library)
      try admission.check(bytes, of: plugin, at: library)
      return PrivateCopy(path: library, content: PrivateCopy.content(of: bytes))
    }
  }

  /// Takes a library of which nobody can say what the system's loader will find, unless its content is pinned.
  ///
  /// - Throws: ``PluginError/loaderRefused(path:reason:)``.
  package func takeUnseen(_ name: String) throws(PluginError) {
    guard admission.pins != nil else { return }
    throw .loaderRefused(
      path: name,
      reason: "only the system knows the file, so that it cannot be compared with what is pinned;"
        + " name it by its path")
  }

  /// Checks a manifest after it was read.
  ///
  /// - Throws: ``PluginError`` if it may not be loaded.
  package func check(_ manifest: [UInt8], at path: String) throws(PluginError) {
    try admission.trust.check(path)
    try admission.check(manifest, of: plugin, at: path)
  }

  /// Tries a copy of a library in a process of its own, unless it is known to come through.
  ///
  /// - Parameters:
  ///   - copy: The copy.
  ///   - path: What to call it in errors.
  ///   - kind: What is tried.
  /// - Throws: ``PluginError`` if the library must not be loaded.
  package nonisolated(nonsending) func admit(
    _ copy: PrivateCopy, from path: String, as kind: Trial.Kind
  ) async throws(PluginError) {
    try await offActor { [self] () throws(PluginError) in
      _ = try admitAndWait(copy, from: path, as: kind)
    }
  }

  private func admitAndWait(
    _ copy: PrivateCopy, from path: String, as kind: Trial.Kind
  ) throws(PluginError) -> (tried: [Trial.State], notes: Notes) {
    guard let probation else { return ([], Notes()) }
    let trial = Trial(
      library: copy.path, path: path, plugin: plugin, place: place, kind: kind, states: states)
    do throws(PluginError) {
      return try probation.admit(copy, trial)
    } catch {
      if case .trialFailed(_, let failure) = error { show(failure.output) }
      throw error
    }
  }

  /// Shows what a plugin printed before it failed.
  private func show(_ output: String) {
    let lines = output.split(separator: "\n")
    for line in lines.prefix(Self.linesShown) { log(.information, String(line)) }
    guard lines.count > Self.linesShown else { return }
    log(.information, "… and \(lines.count - Self.linesShown) more lines")
  }

  /// How many lines of what a plugin printed on trial are shown.
  private static let linesShown = 20
}

/// A library with the entry point of `vvsi.h`.
package struct LibraryContent: PluginContent {
  private static let kind = "library"

  let library: String
  let shown: String
  /// The name of its content, if it is kept where nobody writes to it any more.
  let content: String?
  /// Whether it was built from a folder, so that what is pinned is that.
  let isBuilt: Bool
  /// The library where it was started already, for nobody else; nil if it was not.
  let started: Library?

  /// Names the library, and the path that people know it by.
  package init(
    _ library: String, shownAs shown: String? = nil, keptAs content: String? = nil,
    isBuilt: Bool = false, started: Library? = nil
  ) {
    self.library = library
    self.content = content
    self.isBuilt = isBuilt
    self.started = started
    self.shown = shown ?? library
  }

  /// Makes what ``packed(_:)`` packed; nil if it is something else.
  package init?(_ packed: PackedContent) {
    guard packed.kind == Self.kind, packed.texts.count == 2 else { return nil }
    let texts = packed.texts.map { String(decoding: $0, as: UTF8.self) }
    self.init(texts[0], shownAs: texts[1])
  }

  package nonisolated(nonsending) func features(
    _ loading: Loading
  ) async throws(PluginError) -> [any FeatureProvider] {
    if let started { return started.features }
    return try await Library(self, loading).features
  }

  package func parts() throws(PluginError) -> [[UInt8]] { [try File.read(library)] }

  package nonisolated(nonsending) func packed(
    _ loading: Loading
  ) async throws(PluginError) -> PackedContent {
    let copy = try await (isBuilt ? loading.ofBuilt : loading).copy(library)
    return PackedContent(kind: Self.kind, texts: [Array(copy.path.utf8), Array(shown.utf8)])
  }
}
