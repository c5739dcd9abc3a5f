import VVSIForeign
import VVSIHost
import VVSIPlugins

/// What can be loaded, and what it took to get it.
struct ReadyPlugin: Sendable {
  enum Content: Sendable, Equatable {
    /// A library with the entry point of `vvsi.h`.
    case library(String)
    /// Functions of C.
    case foreign(ForeignContent)
  }

  var plugin: String
  /// Whether it was built from a folder that was admitted.
  var isBuilt = false
  var content: Content
  /// The name of the library's content, if it is kept where nobody writes to it any more.
  var keptAs: String?
  var isIsolated = false
  var stages: [Reload.Stage] = []
  var diagnostics: [Diagnostic] = []
  /// The library where it was started already.
  var started: Library?

  var loadable: any PluginContent {
    switch content {
    case .library(let path):
      LibraryContent(path, keptAs: keptAs, isBuilt: isBuilt, started: started)
    case .foreign(let content): content
    }
  }

  /// The library, if it is one with the entry point of `vvsi.h`.
  var library: LibraryContent? {
    guard case .library(let path) = content else { return nil }
    return LibraryContent(path, keptAs: keptAs, isBuilt: isBuilt)
  }
}
