import VVSIHost

/// What all steps of one build share.
struct BuildContext {
  let plugin: String
  let toolchain: Toolchain
  /// The folder with the SDK's sources.
  let location: SDKLocation
  let cache: BuildCache
  let cancellation: Cancellation
  let log: @Sendable (String) -> Void

  /// What depends on the compiler only.
  var toolchainFolder: String { Path.join(cache.path, "toolchains/\(toolchain.key)") }
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
