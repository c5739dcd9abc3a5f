package import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A library that the system's loader has mapped, for good.
package struct LoadedLibrary: @unchecked Sendable {
  // The handle is never closed and only passed back to the loader, which any thread may call.

  /// What the loader calls it.
  package let handle: UnsafeMutableRawPointer

  /// Calls the loader, on the process's first thread.
  ///
  /// On Linux, Foundation binds the main queue to the thread that loads it. If that is another one than the one that
  /// serves the main queue, all main-actor code of all plugins stands still.
  ///
  /// - Throws: ``PluginError`` `.undefinedSymbol` or `.loaderRefused`, about `path`.
  @MainActor
  package init(_ file: String, shownAs path: String) throws(PluginError) {
    if let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) {
      self.handle = handle
      return
    }
    let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
    let parts = reason.split(separator: "undefined symbol: ", maxSplits: 1)
    if reason.contains("undefined symbol: "), let symbol = parts.last {
      throw .undefinedSymbol(path: path, symbol: String(symbol.prefix { $0 != " " && $0 != "," }))
    }
    let prefix = "\(file): "
    throw .loaderRefused(
      path: path,
      reason: reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason)
  }

  /// The address of an exported symbol, or nil.
  package func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
}
