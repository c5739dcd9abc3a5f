import VVSIHost

/// What a worker sends its host.
enum Answer: Sendable {
  /// The library is loaded and has these features; the first answer of all.
  case ready([FeatureDescription])
  /// The library was refused; the first answer, and the last.
  case refused(PluginError)
  case result(call: UInt64, [UInt8]?)
  case fault(call: UInt64, Fault)
  /// The call that triggered this action has returned; it was refused if there is a fault.
  case returned(instance: UInt64, ticket: UInt64, Fault?)
  case report(instance: UInt64, Report)
  case log(LogLevel, String)
  case pong

  func write(to writer: inout FrameWriter) {
    switch self {
    case .ready(let features):
      writer.frame(1) { writer in
        writer.number(UInt32(features.count))
        for feature in features { writer.feature(feature) }
      }
    case .refused(let error): writer.frame(2) { $0.error(error) }
    case .result(let call, let result):
      writer.frame(3) {
        $0.number(call)
        $0.optional(result)
      }
    case .fault(let call, let fault):
      writer.frame(4) {
        $0.number(call)
        $0.fault(fault)
      }
    case .returned(let instance, let ticket, let fault):
      writer.frame(5) {
        $0.number(instance)
        $0.number(ticket)
        $0.number(UInt8(fault == nil ? 0 : 1))
        if let fault { $0.fault(fault) }
      }
    case .report(let instance, let report):
      writer.frame(6) {
        $0.number(instance)
        $0.report(report)
      }
    case .log(let level, let message):
      writer.frame(7) {
        $0.number(level.rawValue)
        $0.text(message)
      }
    case .pong: writer.frame(8) { _ in }
    }
  }

  init(_ frame: ArraySlice<UInt8>) throws(MalformedFrame) {
    var reader = FrameReader(frame)
    switch try reader.number(UInt8.self) {
    case 1:
      var features: [FeatureDescription] = []
      for _ in 0..<(try reader.number(UInt32.self)) { features.append(try reader.feature()) }
      self = .ready(features)
    case 2: self = .refused(try reader.error())
    case 3: self = .result(call: try reader.number(), try reader.optional())
    case 4: self = .fault(call: try reader.number(), try reader.fault())
    case 5:
      let (instance, ticket) = (try reader.number(UInt64.self), try reader.number(UInt64.self))
      let isRefused = try reader.number(UInt8.self) != 0
      self = .returned(
        instance: instance, ticket: ticket, isRefused ? try reader.fault() : nil)
    case 6: self = .report(instance: try reader.number(), try reader.report())
    case 7:
      let level = LogLevel(rawValue: try reader.number(Int32.self)) ?? .information
      self = .log(level, try reader.string())
    case 8: self = .pong
    default: throw MalformedFrame()
    }
  }
}
