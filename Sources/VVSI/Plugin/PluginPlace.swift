import CVVSI

/// Where the plugin came from, as the host tells it.
final class PluginPlace: @unchecked Sendable {
  private let lock = Lock()
  private var known: String?

  var folder: String? { lock.withLock { known } }

  func learn(from host: UnsafePointer<vvsi_host>) {
    guard let table = host.pointee.extension(host.pointee.context, VVSI_EXTENSION_PLACE) else {
      return
    }
    let place = table.assumingMemoryBound(to: vvsi_place.self)
    guard Int(place.pointee.size) >= MemoryLayout<vvsi_place>.size else { return }
    let folder = place.pointee.folder.string
    lock.withLock { known = folder }
  }
}
