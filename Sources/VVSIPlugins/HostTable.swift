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
  private let place: ImmortalTable<vvsi_place>
  private let notebook: Guarded<Notes>
  private let stateBytes: Int

  /// Makes the host's side for one library.
  ///
  /// - Parameters:
  ///   - folder: Where the files that belong to the plugin are.
  ///   - notes: What a library of the same content noted when it was tried.
  ///   - stateBytes: How long a state may be.
  ///   - log: Takes the plugin's log lines, from any thread.
  init(
    folder: String, notes: Notes = Notes(), stateBytes: Int = Limits().stateBytes,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) {
    self.log = log
    self.stateBytes = stateBytes
    notebook = Guarded(notes)
    place = ImmortalTable(
      vvsi_place(
        size: UInt32(MemoryLayout<vvsi_place>.size), reserved: 0, folder: .immortal(folder)))
  }

  /// The names of the extensions that a plugin may ask for.
  static let extensions = [VVSI_EXTENSION_PLACE, VVSI_EXTENSION_NOTES]

  /// What the plugin noted, and what was known before.
  var notes: Notes { notebook.withLock { $0 } }

  /// The C table; it lives as long as the process.
  func table() -> UnsafePointer<vvsi_host> {
    ImmortalTable(
      vvsi_host(
        size: UInt32(MemoryLayout<vvsi_host>.size), major: UInt16(VVSI_ABI_MAJOR),
        minor: UInt16(VVSI_ABI_MINOR), context: Unmanaged.passRetained(self).toOpaque(),
        version: .immortal(Self.version),
        register_feature: registerFeature, log: logLine, extension: findExtension)
    ).pointer
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

  fileprivate func table(of extensionName: String) -> UnsafeRawPointer? {
    switch extensionName {
    case VVSI_EXTENSION_PLACE: UnsafeRawPointer(place.pointer)
    case VVSI_EXTENSION_NOTES: UnsafeRawPointer(notesTable().pointer)
    default: nil
    }
  }

  private func notesTable() -> ImmortalTable<vvsi_notes> {
    ImmortalTable(
      vvsi_notes(
        size: UInt32(MemoryLayout<vvsi_notes>.size), reserved: 0,
        context: Unmanaged.passUnretained(self).toOpaque(), recall: recallNote, note: takeNote))
  }

  fileprivate func recall(_ name: String) -> String? { notebook.withLock { $0.texts[name] } }
  fileprivate func note(_ name: String, _ text: String) {
    notebook.withLock { $0.add(text, as: name) }
  }

  fileprivate func register(_ feature: UnsafePointer<vvsi_feature>?) -> Bool {
    do throws(Fault) {
      let isChecked = registered.withLock { $0.isChecked }
      let provider = try LibraryProvider(
        copying: feature, isChecked: isChecked, stateBytes: stateBytes)
      return registered.withLock { registered in
        if registered.isOpen { registered.features.append(provider) }
        return registered.isOpen
      } || refuseLate(provider)
    } catch {
      let id = feature?.pointee.id.text ?? ""
      registered.withLock { $0.refusals.append((id, error)) }
      return false
    }
  }

  private func refuseLate(_ provider: LibraryProvider) -> Bool {
    log(.error, "it registered '\(provider.description.id)' outside of start (late_registration)")
    return false
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

private func findExtension(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?
) -> UnsafeRawPointer? {
  guard let name else { return nil }
  return hostTable(context)?.table(of: String(cString: name))
}

private func recallNote(
  _ context: UnsafeMutableRawPointer?, _ name: vvsi_bytes, _ sink: UnsafePointer<vvsi_sink>?
) {
  guard let sink = sink?.pointee, let text = hostTable(context)?.recall(name.text) else { return }
  Array(text.utf8).lend { sink.write(sink.context, $0) }
}

private func takeNote(_ context: UnsafeMutableRawPointer?, _ name: vvsi_bytes, _ text: vvsi_bytes) {
  hostTable(context)?.note(name.text, text.text)
}
