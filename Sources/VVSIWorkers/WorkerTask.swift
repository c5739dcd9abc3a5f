import VVSIHost
import VVSIPlugins

/// What a worker is started for.
struct WorkerTask: Sendable {
  var plugin: String
  var generation: UInt32
  /// Where the files that belong to the plugin are.
  var place: String
  /// The host's private folder.
  var folder: String
  var content: PackedContent
  var limits: WorkerLimits
  /// How long a state may be.
  var stateBytes: UInt64

  init(
    plugin: String, generation: Int, place: String, folder: String, content: PackedContent,
    limits: WorkerLimits, stateBytes: Int
  ) {
    self.stateBytes = UInt64(clamping: stateBytes)
    self.plugin = plugin
    self.generation = UInt32(truncatingIfNeeded: generation)
    self.place = place
    self.folder = folder
    self.content = content
    self.limits = limits
  }

  func write(to writer: inout FrameWriter) {
    for text in [plugin, place, folder, content.kind] { writer.text(text) }
    writer.number(generation)
    writer.number(stateBytes)
    for limit in limits.all { writer.number(UInt64(clamping: limit ?? 0)) }
    writer.number(UInt32(content.texts.count))
    for text in content.texts { writer.text(text) }
  }

  init(_ reader: inout FrameReader) throws(MalformedFrame) {
    plugin = try reader.string()
    place = try reader.string()
    folder = try reader.string()
    let kind = try reader.string()
    generation = try reader.number()
    stateBytes = try reader.number()
    limits = WorkerLimits()
    for limit in WorkerLimits.members {
      let value = try reader.number(UInt64.self)
      limits[keyPath: limit] = value == 0 ? nil : Int(truncatingIfNeeded: value)
    }
    content = PackedContent(kind: kind, texts: [])
    for _ in 0..<(try reader.number(UInt32.self)) { content.texts.append(try reader.text()) }
  }
}
