public import VVSIHost

/// What one generation of a plugin is made from: a library, or functions of C that a manifest describes.
public protocol PluginContent: Sendable {
  /// Loads it.
  ///
  /// - Throws: ``PluginError``; then nothing of it is in use.
  func features(_ loading: Loading) async throws(PluginError) -> [any FeatureProvider]
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
  let folder: PrivateFolder
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

  /// Checks a library and copies it under a name that is used only once.
  ///
  /// - Throws: ``PluginError`` if it cannot be read or is no library for this machine.
  package func copy(_ library: String) async throws(PluginError) -> String {
    try await offActor { [self] () throws(PluginError) in
      try folder.copy(try LibraryFile(library).bytes, plugin: plugin, generation: generation)
    }
  }
}

/// A library with the entry point of `vvsi.h`.
package struct LibraryContent: PluginContent {
  let library: String

  /// Names the library.
  package init(_ library: String) {
    self.library = library
  }

  package func features(_ loading: Loading) async throws(PluginError) -> [any FeatureProvider] {
    try await Library(library, loading).features
  }
}
