import VVSIForeign
import VVSIHost
import VVSIPlugins

/// Where ready plugins come from: they are built where they have sources, and taken as they are where not.
struct PluginSupply: Sendable {
  let driver: BuildDriver
  var options = BuildOptions()
  /// What may be built.
  let admission: Admission

  /// Builds what must be built; a library and a manifest are ready as they are.
  ///
  /// - Parameter path: A library, a folder of sources, or a manifest.
  /// - Returns: What can be loaded.
  /// - Throws: ``PluginError`` if it cannot be built or read.
  nonisolated(nonsending) func ready(_ path: String) async throws(PluginError) -> ReadyPlugin {
    // The driver says what is wrong with a link that leads nowhere.
    guard File.kind(of: path) == .folder || File.isBrokenLink(path), !PluginPath.isManifest(path)
    else { return try Self.asIs(path) }
    try await offActor { () throws(PluginError) in try admission.check(folder: path) }
    let build = try await driver.build(path, options)
    if admission.isPinned, build.manifest.foreign == nil {
      // A compiler reads on its own: what it made is what is pinned if that is the same before and after.
      try await offActor { () throws(PluginError) in try admission.check(folder: path) }
    }
    return try ready(build, at: path)
  }

  /// A library or a manifest.
  static func asIs(_ path: String) throws(PluginError) -> ReadyPlugin {
    if PluginPath.isManifest(path) {
      let name = String(File.name(of: path).dropLast(".json".count))
      return ReadyPlugin(plugin: name, content: .foreign(try ForeignContent(path)))
    }
    return ReadyPlugin(plugin: PluginPath.name(ofLibrary: path), content: .library(path))
  }

  /// What was built and needs no look at its sources, since none was written; nil if there is no such thing, or what is in
  /// the sources matters.
  func recall(_ path: String) -> ReadyPlugin? {
    guard !admission.isPinned, !PluginPath.isManifest(path), File.kind(of: path) == .folder,
      (try? admission.trust.checkTree(path)) != nil, let build = driver.recall(path, options)
    else { return nil }
    return try? ready(build, at: path)
  }

  private func ready(_ build: Build, at path: String) throws(PluginError) -> ReadyPlugin {
    let manifest = "\(path)/\(ForeignContent.file)"
    let isForeign = File.kind(of: manifest) == .file
    return ReadyPlugin(
      plugin: build.plugin, isBuilt: true,
      content: isForeign
        ? .foreign(try ForeignContent(manifest, library: build.library)) : .library(build.library),
      keptAs: build.content, isIsolated: build.manifest.isIsolated, stages: build.stages,
      diagnostics: build.diagnostics)
  }
}
