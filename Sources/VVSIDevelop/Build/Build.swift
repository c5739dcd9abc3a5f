public import VVSIHost

/// A plugin's library, built or found in the cache.
public struct Build: Sendable, Equatable {
  /// The plugin's name.
  public var plugin: String
  /// The library's absolute path.
  ///
  /// It stays for a while only: load it soon.
  public var library: String
  /// Equal for equal content, whatever the time stamps say.
  public var contentHash: String
  /// What the folder's `plugin.json` says.
  public var manifest: PluginManifest
  /// How long compiling and linking took; empty if nothing was built.
  public var stages: [Reload.Stage]
  /// The compiler's warnings, also those of the build that is in the cache.
  public var diagnostics: [Diagnostic]
  /// Whether the library was there already.
  public var wasCached: Bool
  /// A name of what is in the library, which nobody writes to any more; nil if that was not looked at.
  package var content: String?
}

/// How to build.
public struct BuildOptions: Sendable, Equatable {
  /// Compile for speed of the plugin instead of speed of the build.
  public var optimise: Bool
  /// How long a build may take before it is stopped.
  public var secondsLimit: Double

  /// Makes options; a build may take two minutes.
  public init(optimise: Bool = false, secondsLimit: Double = 120) {
    self.optimise = optimise
    self.secondsLimit = secondsLimit
  }
}
