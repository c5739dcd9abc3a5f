package import VVSIHost

/// What may be loaded at all: by who can write it, and by its content.
public struct Admission: Sendable {
  /// Whom files may belong to.
  package let trust: Trust
  /// The only content that may be loaded; nil for any.
  package let pins: Pins?

  /// Makes terms of admission; any content of trusted files by default.
  public init(trust: Trust = Trust(), pins: Pins? = nil) {
    self.trust = trust
    self.pins = pins
  }

  /// What was admitted elsewhere.
  package static let everything = Admission(trust: Trust(exceptions: ["/"]))

  /// Whether content matters.
  package var isPinned: Bool { pins != nil }

  /// Compares a part of a plugin's content with what it is pinned to, if anything is.
  package func check(_ bytes: [UInt8], of plugin: String, at path: String) throws(PluginError) {
    try pins?.check(bytes, of: plugin, at: path)
  }

  /// Compares a copy of a library with what it is pinned to, if anything is.
  func check(copy: String, of plugin: String, at path: String) throws(PluginError) {
    if isPinned { try check(try File.read(copy), of: plugin, at: path) }
  }

  /// The same for what was built from sources that were compared.
  package var ofBuilt: Admission { Admission(trust: trust) }
}
