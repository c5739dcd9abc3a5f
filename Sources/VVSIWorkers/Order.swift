import VVSIHost

/// What a host sends a worker.
enum Order: Sendable {
  /// The first of all: what to serve, and within which limits.
  case load(WorkerTask)
  /// Answered with the first state.
  case create(call: UInt64, instance: UInt64, feature: UInt32, place: UInt32, state: [UInt8]?)
  case destroy(call: UInt64, instance: UInt64)
  case recode(call: UInt64, feature: UInt32, state: [UInt8])
  case migrate(call: UInt64, feature: UInt32, fingerprint: String, state: [UInt8])
  case trigger(instance: UInt64, ticket: UInt64, action: [UInt8])
  /// Ticket 0 stands for all.
  case cancel(instance: UInt64, ticket: UInt64)
  /// Answered at once, whatever the features do.
  case ping

  func write(to writer: inout FrameWriter) {
    switch self {
    case .create(let call, let instance, let feature, let place, let state):
      writer.frame(1) {
        $0.number(call)
        $0.number(instance)
        $0.number(feature)
        $0.number(place)
        $0.optional(state)
      }
    case .destroy(let call, let instance): Self.pair(3, call, instance, &writer)
    case .recode(let call, let feature, let state):
      writer.frame(4) {
        $0.number(call)
        $0.number(feature)
        $0.text(state)
      }
    case .migrate(let call, let feature, let fingerprint, let state):
      writer.frame(5) {
        $0.number(call)
        $0.number(feature)
        $0.text(fingerprint)
        $0.text(state)
      }
    case .trigger(let instance, let ticket, let action):
      writer.frame(6) {
        $0.number(instance)
        $0.number(ticket)
        $0.text(action)
      }
    case .cancel(let instance, let ticket): Self.pair(7, instance, ticket, &writer)
    case .ping: writer.frame(8) { _ in }
    case .load(let task): writer.frame(9) { task.write(to: &$0) }
    }
  }

  private static func pair(
    _ kind: UInt8, _ first: UInt64, _ second: UInt64, _ writer: inout FrameWriter
  ) {
    writer.frame(kind) {
      $0.number(first)
      $0.number(second)
    }
  }

  init(_ frame: ArraySlice<UInt8>) throws(MalformedFrame) {
    var reader = FrameReader(frame)
    switch try reader.number(UInt8.self) {
    case 1:
      self = .create(
        call: try reader.number(), instance: try reader.number(), feature: try reader.number(),
        place: try reader.number(), state: try reader.optional())
    case 3: self = .destroy(call: try reader.number(), instance: try reader.number())
    case 4:
      self = .recode(
        call: try reader.number(), feature: try reader.number(), state: try reader.text())
    case 5:
      self = .migrate(
        call: try reader.number(), feature: try reader.number(),
        fingerprint: try reader.string(), state: try reader.text())
    case 6:
      self = .trigger(
        instance: try reader.number(), ticket: try reader.number(), action: try reader.text())
    case 7: self = .cancel(instance: try reader.number(), ticket: try reader.number())
    case 8: self = .ping
    case 9: self = .load(try WorkerTask(&reader))
    default: throw MalformedFrame()
    }
  }
}
