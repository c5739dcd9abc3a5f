import VVSIHost

/// What all steps of one build share.
struct BuildContext {
  let plugin: String
  let ground: BuildGround
  let cache: BuildCache
  let cancellation: Cancellation
  let log: @Sendable (String) -> Void

  var toolchain: Toolchain { ground.toolchain }
  /// The folder with the SDK's sources.
  var location: SDKLocation { ground.location }
  /// What depends on the compiler only.
  var toolchainFolder: String { ground.folder }
  /// Where the compiler keeps C modules.
  var moduleCache: String { Path.join(toolchainFolder, "modules") }

  /// Does something with the cache.
  func cached<Result>(_ body: () throws(SystemError) -> Result) throws(PluginError) -> Result {
    do {
      return try body()
    } catch {
      throw .cacheUnusable(cache, for: plugin, error)
    }
  }
}
