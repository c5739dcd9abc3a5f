import VVSIHost

extension ViewState {
  /// How large all states together may be that are tried together with the library; others are tried when they are
  /// carried.
  private static let triedBytes = 1 << 20

  /// The states of a plugin's instances, as far as they are small.
  func states(of plugin: String) -> [Trial.State] {
    var all: [Trial.State] = []
    var bytes = 0
    for feature in features() where feature.plugin == plugin {
      for name in feature.instances {
        guard let text = try? snapshot(of: name).state else { continue }
        bytes += text.count
        all.append(
          Trial.State(
            feature: feature.description.id, fingerprint: feature.description.fingerprint,
            text: text))
      }
    }
    return bytes <= Self.triedBytes ? all : []
  }
}
