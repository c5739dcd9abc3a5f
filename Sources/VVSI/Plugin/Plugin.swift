import CVVSI

/// What a plugin's one exported function returns.
///
/// ```swift
/// @_cdecl("vvsi_main")
/// public func main(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
///   Plugin.main(host, [Feature("list", state: .init()) { ListView.Interactor() }])
/// }
/// ```
public enum Plugin {
  /// Describes the plugin to the host, which then decides whether to start it.
  ///
  /// `features` is evaluated when the host starts the plugin, and not before.
  public static func main(
    _ host: UnsafeRawPointer, _ features: @autoclosure @escaping @Sendable () -> [Feature]
  ) -> UnsafeRawPointer? {
    let table = UnsafeMutablePointer<vvsi_plugin>.allocate(capacity: 1)
    table.initialize(
      to: vvsi_plugin(
        size: UInt32(MemoryLayout<vvsi_plugin>.size), major: UInt16(VVSI_ABI_MAJOR),
        minor: UInt16(VVSI_ABI_MINOR),
        context: Unmanaged.passRetained(Contents(features)).toOpaque(),
        compiler: .permanent(String(cString: vvsi_swift_compiler())),
        requires: .permanent(""), start: start, extension: nil))
    return UnsafeRawPointer(table)
  }

  /// The folder that holds the plugin's own files: the one that it was built from, or the one that its library came from.
  ///
  /// Nil before the host starts the plugin, without a host, and in a host that does not tell.
  public static var folder: String? { place.folder }

  fileprivate static let place = PluginPlace()
  static let notes = PluginNotes()

  fileprivate final class Contents: Sendable {
    let features: @Sendable () -> [Feature]

    init(_ features: @escaping @Sendable () -> [Feature]) {
      self.features = features
    }
  }
}

/// The host has compared versions before this; a table that is shorter than ours is refused all the same, because what
/// lies beyond its end is not ours to read.
private func start(_ context: UnsafeMutableRawPointer?, _ host: UnsafePointer<vvsi_host>?) -> Bool {
  guard let context, let host, Int(host.pointee.size) >= MemoryLayout<vvsi_host>.size,
    host.pointee.major == UInt16(VVSI_ABI_MAJOR)
  else { return false }
  Plugin.place.learn(from: host)
  Plugin.notes.learn(from: host)
  let features = Unmanaged<Plugin.Contents>.fromOpaque(context).takeUnretainedValue().features()
  return features.allSatisfy { feature in
    host.pointee.register_feature(host.pointee.context, FeatureTable.make(feature))
  }
}
