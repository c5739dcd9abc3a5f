import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What all folders are built with: the compiler, and the SDK as it is.
struct BuildGround {
  let toolchain: Toolchain
  let location: SDKLocation
  /// Names the SDK's sources and the compiler.
  let sdk: String
  /// Where in the cache is what depends on the compiler only.
  let folder: String

  /// What was seen a moment ago: plugins that are built at once look only once.
  private struct Look {
    let moment: Moment
    let place: [String?]
    let ground: BuildGround
  }

  private static let last = Guarded<Look?>(nil)
  /// How long a look holds, in milliseconds: no longer than it takes to save one file and then another.
  private static let holds = 100.0

  /// Looks for the compiler and at the SDK's sources.
  ///
  /// - Throws: ``PluginError/buildImpossible(plugin:reason:remedy:)`` if one of them is missing.
  static func look(
    _ setting: BuildDriver.Setting, for plugin: String
  ) throws(PluginError) -> BuildGround {
    let variables = ["PATH", "VVSI_SWIFTC", "VVSI_SDK"].map { (name: String) in
      getenv(name).map { String(cString: $0) }
    }
    let place = [setting.compiler, setting.sdk, setting.cache.path] + variables
    return try last.withLock { (last) throws(PluginError) in
      if let last, last.place == place, last.moment.millisecondsSince < holds { return last.ground }
      let ground = try BuildGround(setting, for: plugin)
      last = Look(moment: .now, place: place, ground: ground)
      return ground
    }
  }

  private init(_ setting: BuildDriver.Setting, for plugin: String) throws(PluginError) {
    toolchain = try Toolchain.find(setting.compiler, for: plugin, cache: setting.cache)
    location = try SDKLocation.find(setting.sdk, for: plugin)
    folder = Path.join(setting.cache.path, "toolchains/\(toolchain.key)")
    sdk = try SDK.hash(location, toolchain, in: folder, setting.cache)
  }
}
