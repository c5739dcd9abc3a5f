import VVSIHost
import VVSIPlugins

/// A folder that a plugin is built from.
struct PluginFolder {
  /// As the user gave it.
  let given: String
  /// Absolute, without symbolic links.
  let path: String
  /// The folder's own name, links and dots resolved only where it is given by dots.
  let name: String

  init(_ given: String) throws(PluginError) {
    self.given = given
    do throws(SystemError) {
      path = try Files.resolve(given)
      guard try Files.status(path).isFolder else { throw SystemError.notAFolder }
      _ = try Files.names(in: path)
    } catch {
      guard Files.isThere(given) else { throw .missing(path: given, near: File.near(given)) }
      let reason = error.isMissing ? "it is a link that leads nowhere" : error.reason
      throw .unreadable(path: given, reason: reason)
    }
    let last = Path.name(given)
    name = [".", "..", "/"].contains(last) ? Path.name(path) : last
  }
}
