import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder with the sources that every plugin is built with: `CVVSI`, `VVSIJSON` and `VVSI`.
struct SDKLocation: Sendable, Equatable {
  /// The folder that holds the three.
  let path: String

  /// The folder given, or the one that `VVSI_SDK` names; else the one of the checkout or of the installed copy that the running
  /// executable belongs to.
  ///
  /// - Throws: ``PluginError/buildImpossible(plugin:reason:remedy:)`` if there is none.
  static func find(_ given: String?, for plugin: String) throws(PluginError) -> SDKLocation {
    if let path = given ?? getenv("VVSI_SDK").map({ String(cString: $0) }) {
      if isSDK(path) { return SDKLocation(path: path) }
      throw .buildImpossible(
        plugin: plugin,
        reason: "VVSI_SDK names \(path), which does not hold VVSI/, VVSIJSON/ and CVVSI/",
        remedy: "set it to the Sources folder of a checkout, or unset it")
    }
    let executable = executablePath()
    var folder = executable.flatMap(Path.parent)
    while let place = folder {
      for candidate in ["Sources", "share/vvsi/Sources"] {
        let path = Path.join(place, candidate)
        if isSDK(path) { return SDKLocation(path: path) }
      }
      folder = Path.parent(place)
    }
    throw .buildImpossible(
      plugin: plugin, reason: "the SDK's sources are not beside \(executable ?? "the executable")",
      remedy: "set VVSI_SDK to the Sources folder of a checkout")
  }

  private static func isSDK(_ path: String) -> Bool {
    Files.exists(Path.join(path, "CVVSI/vvsi.h")) && Files.exists(Path.join(path, "VVSI"))
      && Files.exists(Path.join(path, "VVSIJSON"))
  }

  static func executablePath() -> String? {
    #if os(Linux)
      return try? Files.resolve("/proc/self/exe")
    #else
      return CommandLine.arguments.first.flatMap { try? Files.resolve($0) }
    #endif
  }
}
