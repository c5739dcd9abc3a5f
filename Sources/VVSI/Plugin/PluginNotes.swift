import CVVSI

/// What the host keeps for the plugin for as long as its library's content stays the same.
///
/// Without such a host there is never a note.
final class PluginNotes: @unchecked Sendable {
  private let lock = Lock()
  /// Valid for ever.
  private var table: UnsafePointer<vvsi_notes>?

  func learn(from host: UnsafePointer<vvsi_host>) {
    guard let table = host.pointee.extension(host.pointee.context, VVSI_EXTENSION_NOTES) else {
      return
    }
    use(table.assumingMemoryBound(to: vvsi_notes.self))
  }

  func use(_ notes: UnsafePointer<vvsi_notes>) {
    guard Int(notes.pointee.size) >= MemoryLayout<vvsi_notes>.size else { return }
    lock.withLock { table = notes }
  }

  /// What was noted under a name.
  func recall(_ name: String) -> String? {
    guard let notes = lock.withLock({ table })?.pointee else { return nil }
    var text: String?
    withUnsafeMutablePointer(to: &text) { text in
      var sink = vvsi_sink(
        size: UInt32(MemoryLayout<vvsi_sink>.size), reserved: 0, context: text, write: takeText,
        fail: { _, _ in })
      withBytes(name) { notes.recall(notes.context, $0, &sink) }
    }
    return text
  }

  /// Notes a text; does nothing where the host keeps none.
  func note(_ name: String, _ text: String) {
    guard let notes = lock.withLock({ table })?.pointee else { return }
    withBytes(name) { name in withBytes(text) { notes.note(notes.context, name, $0) } }
  }
}

private func takeText(_ context: UnsafeMutableRawPointer?, _ bytes: vvsi_bytes) {
  context?.assumingMemoryBound(to: String?.self).pointee = bytes.string
}
