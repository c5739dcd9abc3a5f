import CVVSI
import VVSIHost

/// A library that was checked, copied, loaded, and has registered its features.
///
/// It stays mapped for ever, since Swift code must not be unmapped: after `dlclose` the runtime still walks the image's conformances and crashes.
package struct Library: Sendable {
  let features: [LibraryProvider]

  /// Loads a private copy of a library, after it was tried, and shakes hands with it.
  ///
  /// Reading, copying and the plugin's start happen on a thread of their own; only the loader itself runs on the main
  /// actor.
  ///
  /// - Throws: ``PluginError`` with what was expected and what was found.
  nonisolated(nonsending) init(
    _ content: LibraryContent, _ loading: Loading
  ) async throws(PluginError) {
    let (copy, tried, notes) = try await loading.copy(content)
    let opened = try await Opened(copy, content.shown, notes, tried, loading)
    self = try await offActor { () throws(PluginError) in try opened.start() }
  }

  /// Loads a library as it is and shakes hands with it.
  ///
  /// - Parameters:
  ///   - library: The file.
  ///   - path: What to call it in errors.
  ///   - plugin: The plugin's name.
  ///   - host: What the library gets to know of the host.
  ///   - crumb: What is said of it if it crashes on the way.
  ///   - tell: Is told of every step before it is taken.
  /// - Throws: ``PluginError`` with what was expected and what was found.
  nonisolated(nonsending) init(
    opening library: String, shownAs path: String, as plugin: String, _ host: HostTable,
    _ crumb: Crumb,
    _ tell: @escaping @Sendable (TrialFailure.Step) -> Void
  ) async throws(PluginError) {
    tell(.load)
    let main = try await Self.entryPoint(library, path: path, crumb)
    tell(.start)
    features = try await offActor { () throws(PluginError) in
      try crumb.during { () throws(PluginError) in
        try Self.start(main, path: path, plugin: plugin, host: host)
      }
    }
  }

  init(features: [LibraryProvider]) {
    self.features = features
  }

  typealias EntryPoint =
    @convention(c) @Sendable (UnsafePointer<vvsi_host>) -> UnsafePointer<vvsi_plugin>?

  @MainActor
  static func entryPoint(
    _ copy: String, path: String, _ crumb: Crumb
  ) throws(PluginError) -> EntryPoint {
    let library = try crumb.during { () throws(PluginError) in
      try LoadedLibrary(copy, shownAs: path)
    }
    guard let symbol = library.symbol(VVSI_ENTRY_POINT) else {
      throw .noEntryPoint(path: path, symbol: VVSI_ENTRY_POINT)
    }
    return unsafeBitCast(symbol, to: EntryPoint.self)
  }

  static func start(
    _ main: EntryPoint, path: String, plugin: String, host: HostTable
  ) throws(PluginError) -> [LibraryProvider] {
    let table = host.table()
    guard let description = main(table) else { throw .refusedToStart(path: path) }
    try Handshake(path: path).check(description)
    let (registered, isStarted) = host.collect(isChecked: description.pointee.compiler.count == 0) {
      description.pointee.start(description.pointee.context, table)
    }
    if let refusal = registered.refusals.first {
      throw .invalidFeature(
        plugin: plugin, feature: refusal.feature, reason: refusal.fault.message)
    }
    guard isStarted else { throw .refusedToStart(path: path) }
    guard !registered.features.isEmpty else {
      throw .invalidFeature(plugin: plugin, feature: "", reason: "it registered no feature")
    }
    return registered.features
  }
}

/// Compares what host and plugin were compiled with, before anything of the plugin is called.
struct Handshake {
  let path: String

  func check(_ plugin: UnsafePointer<vvsi_plugin>) throws(PluginError) {
    let size = Int(plugin.pointee.size)
    let least = MemoryLayout<vvsi_plugin>.offset(of: \.extension) ?? 0
    guard size >= least, size <= 1 << 16 else {
      throw mismatch("size of the plugin's table", "at least \(least) bytes", "\(size)")
    }
    let (major, minor) = (plugin.pointee.major, plugin.pointee.minor)
    guard major == VVSI_ABI_MAJOR, minor <= VVSI_ABI_MINOR else {
      throw mismatch(
        "version of vvsi.h", "\(VVSI_ABI_MAJOR).0 to \(VVSI_ABI_MAJOR).\(VVSI_ABI_MINOR)",
        "\(major).\(minor)")
    }
    let compiler = plugin.pointee.compiler.text
    let own = String(cString: vvsi_swift_compiler())
    guard compiler.isEmpty || compiler == own else {
      throw mismatch("Swift compiler", own, compiler)
    }
    let required = plugin.pointee.requires.text.split(separator: " ")
    if let name = required.first(where: { !HostTable.extensions.contains(String($0)) }) {
      let known = HostTable.extensions.joined(separator: ", ")
      throw mismatch("extension", "one of this host's (\(known))", String(name))
    }
    guard plugin.pointee.start != nil else {
      throw mismatch("start function", "a function", "NULL")
    }
  }

  private func mismatch(_ subject: String, _ expected: String, _ found: String) -> PluginError {
    .abiMismatch(path: path, subject: subject, expected: expected, found: found)
  }
}
