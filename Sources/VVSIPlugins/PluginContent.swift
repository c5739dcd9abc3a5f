public import VVSIHost

/// What one generation of a plugin is made from: a library, or functions of C that a manifest describes.
public protocol PluginContent: Sendable {
  /// Loads it.
  ///
  /// - Throws: ``PluginError``; then nothing of it is in use.
  func features(_ loading: Loading) async throws(PluginError) -> [any FeatureProvider]

  /// Itself as texts, from which another process makes it again.
  ///
  /// - Throws: ``PluginError`` if what it is made from cannot be had.
  func packed(_ loading: Loading) async throws(PluginError) -> PackedContent
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
  /// Takes log lines, from any thread.
  package let log: @Sendable (LogLevel, String) -> Void
  /// Where copies go.
  package let folder: PrivateFolder
  /// Tries migrations before they run here, if there is one.
  let trial: MigrationTrial.Runner?

  package init(
    plugin: String, generation: Int, place: String, folder: PrivateFolder,
    trial: MigrationTrial.Runner? = nil,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) {
    self.plugin = plugin
    self.generation = generation
    self.place = place
    self.folder = folder
    self.trial = trial
    self.log = log
  }

  /// Checks a library and copies it under a name that is used only once, unless it is a copy already.
  ///
  /// - Throws: ``PluginError`` if it cannot be read or is no library for this machine.
  package func copy(_ library: String) async throws(PluginError) -> String {
    if library.hasPrefix("\(folder.path)/") { return library }
    return try await offActor { [self] () throws(PluginError) in
      try folder.copy(try LibraryFile(library).bytes, plugin: plugin, generation: generation)
    }
  }
}

/// A library with the entry point of `vvsi.h`.
package struct LibraryContent: PluginContent {
  private static let kind = "library"

  let library: String
  let shown: String

  /// Names the library, and the path that people know it by.
  package init(_ library: String, shownAs shown: String? = nil) {
    self.library = library
    self.shown = shown ?? library
  }

  /// Makes what ``packed(_:)`` packed; nil if it is something else.
  package init?(_ packed: PackedContent) {
    guard packed.kind == Self.kind, packed.texts.count == 2 else { return nil }
    let texts = packed.texts.map { String(decoding: $0, as: UTF8.self) }
    self.init(texts[0], shownAs: texts[1])
  }

  package func features(_ loading: Loading) async throws(PluginError) -> [any FeatureProvider] {
    try await Library(library, shownAs: shown, loading).features
  }

  package func packed(_ loading: Loading) async throws(PluginError) -> PackedContent {
    let copy = try await loading.copy(library)
    return PackedContent(kind: Self.kind, texts: [Array(copy.utf8), Array(shown.utf8)])
  }
}
