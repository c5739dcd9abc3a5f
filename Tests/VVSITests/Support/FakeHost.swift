import CVVSI
import VVSI

/// A host that speaks to a plugin through the C tables only.
final class FakeHost: @unchecked Sendable {
  struct Refused: Error, Equatable {
    var code: String
    var path: String
    var message: String
  }

  private(set) var features: [String: UnsafePointer<vvsi_feature>] = [:]
  let plugin: UnsafePointer<vvsi_plugin>
  let hasStarted: Bool

  init(
    major: UInt16 = UInt16(VVSI_ABI_MAJOR), size: Int = MemoryLayout<vvsi_host>.size,
    folder: String? = nil,
    _ main: (UnsafeRawPointer) -> UnsafeRawPointer?
  ) throws {
    let registered = Registered(folder)
    let table = UnsafeMutablePointer<vvsi_host>.allocate(capacity: 1)
    table.initialize(
      to: vvsi_host(
        size: UInt32(size), major: major, minor: UInt16(VVSI_ABI_MINOR),
        context: Unmanaged.passRetained(registered).toOpaque(),
        version: vvsi_bytes(data: nil, count: 0),
        register_feature: { context, feature in
          guard let context, let feature else { return false }
          let registered = Unmanaged<Registered>.fromOpaque(context).takeUnretainedValue()
          registered.features[text(feature.pointee.id)] = feature
          return true
        },
        log: { _, _, _ in },
        extension: { context, name in
          guard let context, let name, String(cString: name) == VVSI_EXTENSION_PLACE else {
            return nil
          }
          return UnsafeRawPointer(
            Unmanaged<Registered>.fromOpaque(context).takeUnretainedValue().place)
        }))
    guard let plugin = main(UnsafeRawPointer(table)) else {
      throw Refused(code: "load_failed", path: "", message: "")
    }
    self.plugin = plugin.assumingMemoryBound(to: vvsi_plugin.self)
    hasStarted = self.plugin.pointee.start(self.plugin.pointee.context, table)
    features = registered.features
  }

  convenience init(_ features: @autoclosure @escaping @Sendable () -> [Feature]) throws {
    try self.init { Plugin.main($0, features()) }
  }

  func feature(_ id: String) throws -> vvsi_feature {
    guard let feature = features[id] else {
      throw Refused(code: "unknown_feature", path: "", message: id)
    }
    return feature.pointee
  }

  func create(_ id: String, state: String = "") throws -> FakeInstance {
    let feature = try feature(id)
    let recorder = Recorder()
    let host = makeInstanceHost(recorder)
    let sink = Sink()
    let instance = lend(state) { feature.create(feature.context, host, $0, sink.table) }
    guard let instance else { throw sink.refusal }
    return FakeInstance(feature: feature, pointer: instance, recorder: recorder)
  }

  func schemas(_ id: String) throws -> (action: String, state: String, notification: String) {
    let feature = try feature(id)
    return (
      text(feature.action_codec.pointee.schema), text(feature.state_codec.pointee.schema),
      text(feature.notification_schema)
    )
  }

  func recodeState(_ id: String, _ state: String) throws -> String {
    let codec = try feature(id).state_codec.pointee
    return try answer { sink in lend(state) { codec.recode(codec.context, $0, sink) } }
  }

  func recodeAction(_ id: String, _ action: String) throws -> String {
    let codec = try feature(id).action_codec.pointee
    return try answer { sink in lend(action) { codec.recode(codec.context, $0, sink) } }
  }

  func migrate(_ id: String, from fingerprint: String, _ state: String) throws -> String? {
    let feature = try feature(id)
    guard let migrate = feature.migrate else { return nil }
    return try optionalAnswer { sink in
      lend(fingerprint) { fingerprint in
        lend(state) { migrate(feature.context, fingerprint, $0, sink) }
      }
    }
  }

  /// What the host's functions find behind their context.
  ///
  /// Lives as long as the process.
  private final class Registered {
    var features: [String: UnsafePointer<vvsi_feature>] = [:]
    private(set) var place: UnsafePointer<vvsi_place>?

    init(_ folder: String?) {
      guard let folder else { return }
      let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: folder.utf8.count)
      _ = text.initialize(from: folder.utf8)
      let place = UnsafeMutablePointer<vvsi_place>.allocate(capacity: 1)
      place.initialize(
        to: vvsi_place(
          size: UInt32(MemoryLayout<vvsi_place>.size), reserved: 0,
          folder: vvsi_bytes(data: text.baseAddress, count: text.count)))
      self.place = UnsafePointer(place)
    }
  }
}

/// One instance behind the C functions.
///
/// Calls are serialized, as a host must.
final class FakeInstance: @unchecked Sendable {
  private let feature: vvsi_feature
  private let pointer: UnsafeMutableRawPointer
  private let calls = Guarded<UInt64>(0)
  /// Touched while `calls` is locked.
  private var isDestroyed = false
  let recorder: Recorder

  init(feature: vvsi_feature, pointer: UnsafeMutableRawPointer, recorder: Recorder) {
    self.feature = feature
    self.pointer = pointer
    self.recorder = recorder
  }

  /// Triggers under the next ticket, and returns it.
  @discardableResult
  func trigger(_ action: String) throws(FakeHost.Refused) -> UInt64 {
    try calls.withLock { ticket throws(FakeHost.Refused) in
      ticket += 1
      let sink = Sink()
      let isTaken = lend(action) { feature.trigger(pointer, ticket, $0, sink.table) }
      guard isTaken else { throw sink.refusal }
      return ticket
    }
  }

  /// Triggers and waits until settled.
  func run(_ actions: String...) async throws {
    for action in actions { await recorder.settled(try trigger(action)) }
  }

  var state: String {
    get throws {
      try calls.withLock { _ in
        try answer { feature.snapshot(pointer, $0) }
      }
    }
  }

  func cancel(_ ticket: UInt64) {
    feature.cancel?(pointer, ticket)
  }

  func destroy() {
    calls.withLock { _ in
      if !isDestroyed { feature.destroy(pointer) }
      isDestroyed = true
    }
  }

  deinit {
    destroy()
  }
}
