import VVSIForeign
public import VVSIHost
package import VVSIPlugins

/// Tries plugins in a process of their own, and loads nothing.
public struct PluginCheck: Sendable {
  private let folder: PrivateFolder
  private let driver: BuildDriver
  private let probation: Probation
  private let admission: Admission

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - folder: Where libraries are copied to.
  ///   - driver: Builds what must be built.
  ///   - admission: What may be built and tried.
  ///   - probation: Tries, and remembers what comes of it.
  package init(
    folder: PrivateFolder, driver: BuildDriver, admission: Admission, probation: Probation
  ) {
    self.folder = folder
    self.driver = driver
    self.probation = probation
    self.admission = admission
  }

  /// Tries a plugin, whatever is known of it.
  ///
  /// - Parameter path: A library, a folder of sources, or a manifest.
  /// - Returns: What came of it; nil if there is nothing to try.
  /// - Throws: ``PluginError`` if it cannot be built or read.
  public func run(_ path: String) async throws(PluginError) -> Verdict? {
    let ready = try await PluginSupply(driver: driver, admission: admission).ready(path)
    let admission = ready.isBuilt ? admission.ofBuilt : admission
    return try await offActor { () throws(PluginError) in
      switch ready.content {
      case .library(let library):
        return try probation.check(library, as: ready.plugin, from: path, in: folder, admission)
      case .foreign(let content):
        try admission.trust.check(path)
        try admission.check(content.text, of: ready.plugin, at: path)
        guard let (library, isBrought) = try content.found() else { return nil }
        return try probation.check(
          code: library, as: ready.plugin, from: path, in: isBrought ? folder : nil, admission)
      }
    }
  }
}
