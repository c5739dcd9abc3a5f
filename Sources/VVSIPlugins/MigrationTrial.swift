public import VVSIHost

/// What is needed to try a migration where it can do no harm.
public struct MigrationTrial: Sendable {
  /// The library that holds it.
  public let library: String
  /// Where the plugin's files are.
  public let place: String
  /// The feature's id.
  public let feature: String
  /// The fingerprint of the schema that the state comes from.
  public let fingerprint: String
  /// The state: a JSON text.
  public let state: [UInt8]

  /// Describes a migration.
  public init(
    library: String, place: String, feature: String, fingerprint: String, state: [UInt8]
  ) {
    self.library = library
    self.place = place
    self.feature = feature
    self.fingerprint = fingerprint
    self.state = state
  }

  /// Tries a migration apart from this process; blocks its thread.
  ///
  /// - Throws: ``Fault`` if it did not return. One that throws returned: it throws here as well.
  public typealias Runner = @Sendable (MigrationTrial) throws(Fault) -> Void
}
