import CVVSI
import VVSIHost

/// The host's side of one loaded library: the functions in `vvsi_host` and what they reach.
///
/// Never freed.
final class HostTable: Sendable {
  /// What `start` registered, or why the host refused something of it.
  struct Registered {
    var isOpen = false
    var isChecked = false
    var features: [LibraryProvider] = []
    var refusals: [(feature: String, fault: Fault)] = []
  }

  static let version = "vvsi 1.0"

  private let registered = Guarded(Registered())
  private let log: @Sendable (LogLevel, String) -> Void

  init(log: @escaping @Sendable (LogLevel, String) -> Void) {
    self.log = log
  }

  /// The C table; it lives as long as the process.
  func table() -> UnsafePointer<vvsi_host> {
    let version = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.version.utf8.count)
    _ = version.initialize(from: Self.version.utf8)
    let table = UnsafeMutablePointer<vvsi_host>.allocate(capacity: 1)
    table.initialize(
      to: vvsi_host(
        size: UInt32(MemoryLayout<vvsi_host>.size), major: UInt16(VVSI_ABI_MAJOR),
        minor: UInt16(VVSI_ABI_MINOR), context: Unmanaged.passRetained(self).toOpaque(),
        version: vvsi_bytes(data: version.baseAddress, count: version.count),
        register_feature: registerFeature, log: logLine, extension: findExtension))
    return UnsafePointer(table)
  }

  /// Takes registrations while `body` runs.
  ///
  /// - Parameters:
  ///   - isChecked: Whether the texts of the features registered are checked to be JSON.
  ///   - body: The call of the plugin's `start`.
  /// - Returns: What was registered, and what `body` returned.
  func collect<Returned>(
    isChecked: Bool, _ body: () -> Returned
  ) -> (Registered, Returned) {
    registered.withLock { registered in
      registered.isOpen = true
      registered.isChecked = isChecked
    }
    let returned = body()
    let all = registered.withLock { registered in
      registered.isOpen = false
      return registered
    }
    return (all, returned)
  }

  fileprivate func register(_ feature: UnsafePointer<vvsi_feature>?) -> Bool {
    do throws(Fault) {
      let isChecked = registered.withLock { $0.isChecked }
      let provider = try LibraryProvider(copying: feature, isChecked: isChecked)
      return registered.withLock { registered in
        if registered.isOpen { registered.features.append(provider) }
        return registered.isOpen
      }
    } catch {
      let id = feature?.pointee.id.text ?? ""
      registered.withLock { $0.refusals.append((id, error)) }
      return false
    }
  }

  fileprivate func write(_ level: Int32, _ message: vvsi_bytes) {
    log(LogLevel(rawValue: level) ?? .information, message.text)
  }
}

private func hostTable(_ context: UnsafeMutableRawPointer?) -> HostTable? {
  context.map { Unmanaged<HostTable>.fromOpaque($0).takeUnretainedValue() }
}

private func registerFeature(
  _ context: UnsafeMutableRawPointer?, _ feature: UnsafePointer<vvsi_feature>?
) -> Bool {
  hostTable(context)?.register(feature) ?? false
}

private func logLine(_ context: UnsafeMutableRawPointer?, _ level: Int32, _ message: vvsi_bytes) {
  hostTable(context)?.write(level, message)
}

/// No extension exists yet; a plugin that asks for one learns that it is absent.
private func findExtension(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?
) -> UnsafeRawPointer? {
  nil
}
