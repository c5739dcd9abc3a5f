import CVVSI
import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A library that was checked, copied, loaded, and has registered its features.
///
/// It stays mapped for ever, since Swift code must not be unmapped: after `dlclose` the runtime still walks the image's conformances and crashes.
struct Library {
  let features: [LibraryProvider]

  /// Loads a private copy of a library and shakes hands with it.
  ///
  /// Reading, copying and the plugin's start happen on a thread of their own; only the loader itself runs on the main
  /// actor.
  ///
  /// - Parameters:
  ///   - path: The library, as the user gave it.
  ///   - place: Where the files that belong to the plugin are.
  ///   - plugin: The plugin's name.
  ///   - generation: The number of this build.
  ///   - folder: Where the copy goes.
  ///   - log: Takes the plugin's log lines, from any thread.
  /// - Throws: ``PluginError`` with what was expected and what was found.
  init(
    _ path: String, from place: String, plugin: String, generation: Int, folder: PrivateFolder,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) async throws(PluginError) {
    let copy = try await offActor { () throws(PluginError) in
      try folder.copy(try LibraryFile(path).bytes, plugin: plugin, generation: generation)
    }
    let main = try await Self.open(copy, path: path)
    features = try await offActor { () throws(PluginError) in
      try Self.start(main, path: path, plugin: plugin, host: HostTable(folder: place, log: log))
    }
  }

  private typealias EntryPoint =
    @convention(c) @Sendable (UnsafePointer<vvsi_host>) -> UnsafePointer<vvsi_plugin>?

  /// Calls the loader, on the process's first thread.
  ///
  /// On Linux, Foundation binds the main queue to the thread that loads it. If that is another one than the one that
  /// serves the main queue, all main-actor code of all plugins stands still.
  @MainActor
  private static func open(_ copy: String, path: String) throws(PluginError) -> EntryPoint {
    if let handle = dlopen(copy, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) {
      guard let symbol = dlsym(handle, VVSI_ENTRY_POINT) else {
        throw .noEntryPoint(path: path, symbol: VVSI_ENTRY_POINT)
      }
      return unsafeBitCast(symbol, to: EntryPoint.self)
    }
    let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
    let parts = reason.split(separator: "undefined symbol: ", maxSplits: 1)
    if reason.contains("undefined symbol: "), let symbol = parts.last {
      throw .undefinedSymbol(path: path, symbol: String(symbol.prefix { $0 != " " && $0 != "," }))
    }
    let prefix = "\(copy): "
    throw .loaderRefused(
      path: path,
      reason: reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason)
  }

  private static func start(
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
