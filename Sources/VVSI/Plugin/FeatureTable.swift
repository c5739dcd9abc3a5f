import CVVSI

/// A feature's tables for the host.
///
/// Made once and never freed, as the boundary wants it.
final class FeatureTable: Sendable {
  let blueprint: any Blueprint

  private init(_ blueprint: any Blueprint) {
    self.blueprint = blueprint
  }

  /// The instance behind a pointer that `create` gave out.
  final class Handle {
    let instance: any HostedInstance

    init(_ instance: any HostedInstance) {
      self.instance = instance
    }

    @inline(__always)
    static func at(_ pointer: UnsafeMutableRawPointer?) -> (any HostedInstance)? {
      pointer.map { Unmanaged<Handle>.fromOpaque($0).takeUnretainedValue().instance }
    }
  }

  static func at(_ pointer: UnsafeMutableRawPointer?) -> (any Blueprint)? {
    pointer.map { Unmanaged<FeatureTable>.fromOpaque($0).takeUnretainedValue().blueprint }
  }

  static func make(_ feature: Feature) -> UnsafePointer<vvsi_feature> {
    let blueprint = feature.blueprint
    let context = Unmanaged.passRetained(FeatureTable(blueprint)).toOpaque()
    let action = codec(context, blueprint.actionSchema) { context, text, sink in
      FeatureTable.answer(sink) { try FeatureTable.at(context)?.recodeAction(text.buffer) }
    }
    let state = codec(context, blueprint.stateSchema) { context, text, sink in
      FeatureTable.answer(sink) { try FeatureTable.at(context)?.recodeState(text.buffer) }
    }
    let table = UnsafeMutablePointer<vvsi_feature>.allocate(capacity: 1)
    table.initialize(
      to: vvsi_feature(
        size: UInt32(MemoryLayout<vvsi_feature>.size), reserved: 0, context: context,
        id: .permanent(feature.id), style: .permanent(feature.style),
        summary: .permanent(feature.summary), action_codec: action, state_codec: state,
        notification_schema: .permanent(blueprint.notificationSchema), create: create,
        snapshot: snapshot, trigger: trigger, cancel: cancel, destroy: destroy,
        migrate: blueprint.canMigrate ? migrate : nil))
    return UnsafePointer(table)
  }

  private static func codec(
    _ context: UnsafeMutableRawPointer, _ schema: String,
    _ recode:
      @escaping @convention(c) (
        UnsafeMutableRawPointer?, vvsi_bytes, UnsafePointer<vvsi_sink>?
      ) -> Void
  ) -> UnsafePointer<vvsi_codec> {
    let table = UnsafeMutablePointer<vvsi_codec>.allocate(capacity: 1)
    table.initialize(
      to: vvsi_codec(
        size: UInt32(MemoryLayout<vvsi_codec>.size), reserved: 0, context: context,
        schema: .permanent(schema), recode: recode))
    return UnsafePointer(table)
  }

  /// Writes what `body` returns, or why it does not.
  fileprivate static func answer(
    _ sink: UnsafePointer<vvsi_sink>?, _ body: () throws -> [UInt8]?
  ) {
    guard let sink = sink?.pointee else { return }
    do {
      if let bytes = try body() { sink.write(bytes) }
    } catch {
      sink.fail(error)
    }
  }
}

// The functions of the table. Nonisolated and without captures, so that any thread may call them.

private func create(
  _ context: UnsafeMutableRawPointer?, _ host: UnsafePointer<vvsi_instance_host>?,
  _ state: vvsi_bytes, _ fault: UnsafePointer<vvsi_sink>?
) -> UnsafeMutableRawPointer? {
  guard let blueprint = FeatureTable.at(context), let host = host?.pointee else { return nil }
  do {
    guard Int(host.size) >= MemoryLayout<vvsi_instance_host>.size else {
      throw Fault(
        code: "abi_mismatch",
        message: "expected an instance host of \(MemoryLayout<vvsi_instance_host>.size) bytes, "
          + "found \(host.size)")
    }
    let instance = try blueprint.create(host, state.buffer)
    return Unmanaged.passRetained(FeatureTable.Handle(instance)).toOpaque()
  } catch {
    fault?.pointee.fail(error)
    return nil
  }
}

private func snapshot(_ instance: UnsafeMutableRawPointer?, _ sink: UnsafePointer<vvsi_sink>?) {
  guard let sink = sink?.pointee else { return }
  FeatureTable.Handle.at(instance)?.snapshot(sink)
}

private func trigger(
  _ instance: UnsafeMutableRawPointer?, _ ticket: UInt64, _ action: vvsi_bytes,
  _ fault: UnsafePointer<vvsi_sink>?
) -> Bool {
  guard let fault = fault?.pointee, let instance else { return false }
  // The host keeps the handle until it calls `destroy`, which it does not do during this call.
  return Unmanaged<FeatureTable.Handle>.fromOpaque(instance)._withUnsafeGuaranteedRef {
    $0.instance.trigger(ticket, action.buffer, fault)
  }
}

private func cancel(_ instance: UnsafeMutableRawPointer?, _ ticket: UInt64) {
  FeatureTable.Handle.at(instance)?.cancel(ticket)
}

private func destroy(_ instance: UnsafeMutableRawPointer?) {
  guard let instance else { return }
  Unmanaged<FeatureTable.Handle>.fromOpaque(instance).takeRetainedValue().instance.destroy()
}

private func migrate(
  _ context: UnsafeMutableRawPointer?, _ fingerprint: vvsi_bytes, _ state: vvsi_bytes,
  _ sink: UnsafePointer<vvsi_sink>?
) {
  FeatureTable.answer(sink) {
    try FeatureTable.at(context)?.migrate(fingerprint.string, state.buffer)
  }
}
