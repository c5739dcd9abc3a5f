import CDigest
public import VVSIHost
import VVSIJSON

/// The only content that plugins may be loaded from, by SHA-256: `Config/plugins.lock`.
public struct Pins: Sendable, Equatable {
  /// The file's path.
  public let path: String
  /// For each plugin, by name, the digests of its library, of its manifest and the libraries that this names, or of all
  /// that its folder is built from.
  public private(set) var digests: [String: [String]] = [:]

  /// The file's name, beside the configuration.
  public static let file = "plugins.lock"

  /// Pins nothing: no plugin may be loaded.
  public init(path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Throws: ``PluginError/invalidManifest(path:at:expected:found:)`` with the place.
  public init(parsing text: [UInt8], path: String) throws(PluginError) {
    self.path = path
    let value = try JSON(parsing: text, of: path, against: Self.schema)
    for (plugin, pinned) in value["plugins"]?.objectValue ?? JSONObject() {
      digests[plugin] = pinned.arrayValue?.compactMap(\.stringValue)
    }
  }

  /// Pins a plugin to this content.
  public mutating func pin(_ plugin: String, to parts: [[UInt8]]) {
    digests[plugin] = parts.map(Self.digest)
  }

  /// Writes the file, whole or not at all; where it is a link, what that leads to.
  ///
  /// - Throws: ``PluginError`` if it cannot be written.
  public func write() throws(PluginError) {
    let plugins = digests.sorted { $0.key < $1.key }.map { name, digests in
      "    \(JSON.string(name).text()): [\(digests.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
    let text = "{\n  \"plugins\": {\n\(plugins.joined(separator: ",\n"))\n  }\n}\n"
    try File.write(Array(text.utf8), to: File.destination(of: path), mode: 0o644)
  }

  /// Compares a part of a plugin's content with what it is pinned to.
  ///
  /// - Throws: ``PluginError/notPinned(plugin:lock:)`` or ``PluginError/pinMismatch(plugin:path:expected:found:)``.
  func check(_ bytes: [UInt8], of plugin: String, at path: String) throws(PluginError) {
    guard let expected = digests[plugin] else { throw .notPinned(plugin: plugin, lock: self.path) }
    let found = Self.digest(bytes)
    guard expected.contains(found) else {
      throw .pinMismatch(plugin: plugin, path: path, expected: expected, found: found)
    }
  }

  private static func digest(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    digest_sha256(bytes, bytes.count, &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static let schema: JSON = [
    "type": "object",
    "properties": [
      "plugins": [
        "type": "object",
        "additionalProperties": [
          "type": "array",
          "items": ["type": "string"],
        ],
      ]
    ],
    "required": ["plugins"],
    "additionalProperties": false,
  ]
}
