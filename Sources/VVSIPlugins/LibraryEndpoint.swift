import CVVSI
import VVSIHost

/// One instance that lives in a library of this process.
final class LibraryEndpoint: Endpoint, @unchecked Sendable {
  // The instance pointer is only passed back to the plugin; the host never makes two calls for one instance at the same
  // time, except `cancel`, which a plugin must expect at any time.
  private let feature: vvsi_feature
  private let instance: UnsafeMutableRawPointer
  private let callbacks: InstanceCallbacks
  private let isChecked: Bool
  private let crumb: Crumb

  init(
    _ feature: vvsi_feature, _ crumb: Crumb, state: [UInt8]?, isChecked: Bool, stateBytes: Int,
    report: @escaping Reporter
  ) throws(Fault) {
    self.feature = feature
    self.crumb = crumb
    let callbacks = InstanceCallbacks(isChecked: isChecked, limit: stateBytes, report: report)
    let table = callbacks.table()
    let (delivery, instance) = Delivery.collect { sink in
      (state ?? []).lend { state in
        crumb.during { feature.create(feature.context, table, state, sink) }
      }
    }
    guard let instance else {
      callbacks.close()
      throw delivery.fault ?? Fault(code: "create_failed", message: "create returned no instance")
    }
    self.instance = instance
    self.callbacks = callbacks
    self.isChecked = isChecked
  }

  func trigger(_ ticket: Ticket, _ action: [UInt8]) throws(Fault) {
    let (delivery, isAccepted) = Delivery.collect { sink in
      action.lend { action in
        crumb.during(ticket, action.data, action.count) {
          feature.trigger(instance, ticket.number, action, sink)
        }
      }
    }
    guard !isAccepted else { return }
    throw delivery.fault
      ?? Fault(code: "invalid_payload", message: "the feature refused the action")
  }

  func snapshot() throws(Fault) -> [UInt8] {
    let (delivery, _) = Delivery.collect { feature.snapshot(instance, $0) }
    let state = try delivery.get(else: "the feature wrote no state")
    if isChecked, let fault = Fault(unlessJSON: state, what: "state") { throw fault }
    return state
  }

  func cancel(_ ticket: Ticket?) {
    feature.cancel?(instance, ticket?.number ?? 0)
  }

  func destroy() {
    crumb.during { feature.destroy(instance) }
    callbacks.close()
  }
}
