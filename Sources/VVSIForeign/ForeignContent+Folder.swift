import VVSIHost
import VVSIJSON
import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ForeignContent {
  /// Whether the manifest is marked as optional and none of the libraries that it names is installed.
  ///
  /// What else may be wrong with it shows when it is loaded.
  public var isLeftOut: Bool {
    guard let json = try? JSON(parsing: text), json["optional"] == true else { return false }
    let names = json["library"]?.arrayValue ?? [json["library"] ?? .null]
    return names.allSatisfy { name in
      guard let name = name.stringValue, !name.contains("/") else { return false }
      return switch NamedLibrary(name, in: "") {
      case .system, .file: false
      case .absent: true
      case .unknown: dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) == nil
      }
    }
  }

  /// Whether the manifest asks for a process of its own.
  ///
  /// What else it may say there is told of when it is loaded.
  package var asksForProcess: Bool {
    guard let json = try? JSON(parsing: text) else { return false }
    return json["isolation"]?.stringValue == Isolation.process.rawValue
  }

  /// Whether a file claims to be a manifest: it is an object with `library` or `actions`, or was meant to be one.
  ///
  /// Other JSON may lie about in a folder of plugins, such as a compiler's list of commands.
  public static func isManifest(_ path: String) -> Bool {
    guard let text = try? File.read(path) else { return false }
    let words = ["library", "actions"]
    guard let json = try? JSON(parsing: text) else {
      let text = String(decoding: text, as: UTF8.self)
      return words.contains { text.contains("\"\($0)\"") }
    }
    return words.contains { json[$0] != nil }
  }
}
