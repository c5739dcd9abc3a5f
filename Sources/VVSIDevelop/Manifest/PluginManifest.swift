/// What `plugin.json` in a plugin's folder says; without that file, its defaults.
///
/// ```json
/// { "features": { "list": "ListView.Interactor()" }, "flags": ["-D", "DEMO"] }
/// ```
public struct PluginManifest: Sendable, Equatable {
  /// The file's name.
  public static let file = "plugin.json"

  /// The plugin's name; nil for the folder's.
  public var name: String?
  /// Features to register by a generated entry point; if there are none, the sources have the entry point.
  public var features: [Feature] = []
  /// The Swift language mode, 5 or 6.
  public var languageMode = 6
  /// Flags for `swiftc`, the linker's included (`-l`, `-L`, `-Xlinker`).
  ///
  /// Relative paths are the folder's.
  public var flags: [String] = []
  /// Flags for `clang`.
  public var cFlags: [String] = []
  /// Patterns of the files to compile; nil for all Swift and C files.
  public var sources: [String]?
  /// A C header that the Swift sources see.
  public var bridgingHeader: String?
  /// A build system to run instead of the compiler.
  public var foreign: Foreign?
  /// Whether the plugin runs in a process of its own.
  public var isIsolated = false
  /// How long a build may take, in seconds; nil for the driver's limit.
  public var timeout: Double?

  /// Makes the manifest of a folder without one.
  public init() {}

  /// A feature of the generated entry point.
  public struct Feature: Sendable, Equatable {
    /// The feature's id.
    public var id: String
    /// A Swift expression that makes the interactor.
    public var interactor: String
    /// A Swift expression for the initial state; nil if the interactor has it.
    public var state: String?
    /// One line for people.
    public var summary: String?
  }

  /// Another build system.
  public struct Foreign: Sendable, Equatable {
    /// The command and its arguments, run in the folder.
    public var command: [String]
    /// The library that the command makes, below the folder.
    public var product: String
  }
}
