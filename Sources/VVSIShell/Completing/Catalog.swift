import VVSIHost

/// What names there are to complete, as of some moment.
struct Catalog: Sendable {
  /// The loaded features.
  var features: [FeatureStatus] = []
  /// The names of the loaded plugins.
  var plugins: [String] = []

  func feature(_ name: String) -> FeatureStatus? {
    let id = InstanceName(name)?.feature
    return features.first { $0.description.id == id }
  }

  /// The names of all open instances, and of features that have none.
  var instances: [String] {
    features.flatMap { status in
      status.instances.isEmpty ? [status.description.id] : status.instances.map(\.description)
    }
  }
}
