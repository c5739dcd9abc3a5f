import VVSIHost

/// A folder that a plugin is built from.
struct PluginFolder {
  /// As the user gave it.
  let given: String
  /// Absolute, without symbolic links.
  let path: String
  /// The plugin's name.
  let name: String

  static func locate(_ given: String) throws(PluginError) -> PluginFolder {
    let path: String
    do throws(SystemError) {
      path = try Files.resolve(given)
      guard try Files.status(path).isFolder else { throw SystemError(number: 20) }
      _ = try Files.names(in: path)
    } catch {
      throw error.isMissing && !Files.exists(given)
        ? .missing(path: given, near: []) : .unreadable(path: given, reason: error.reason)
    }
    return PluginFolder(given: given, path: path, name: Path.name(path))
  }

  /// A Swift module name that no other content has.
  func moduleName(_ hash: String) -> String {
    let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    let start = letters.first.map { $0.isNumber } ?? true ? "P" : ""
    return start + String(letters) + "_" + hash.prefix(16)
  }
}
