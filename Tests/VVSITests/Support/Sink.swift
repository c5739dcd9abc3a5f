import CVVSI

/// Where a call through the tables leaves its result.
final class Sink {
  private(set) var written: String?
  private(set) var fault: FakeHost.Refused?
  private let storage = UnsafeMutablePointer<vvsi_sink>.allocate(capacity: 1)

  init() {
    storage.initialize(
      to: vvsi_sink(
        size: UInt32(MemoryLayout<vvsi_sink>.size), reserved: 0,
        context: Unmanaged.passUnretained(self).toOpaque(),
        write: { context, bytes in
          guard let context else { return }
          Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().written = text(bytes)
        },
        fail: { context, fault in
          guard let context, let fault = fault?.pointee else { return }
          Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().fault = FakeHost.Refused(
            code: text(fault.code), path: text(fault.path), message: text(fault.message))
        }))
  }

  deinit {
    storage.deallocate()
  }

  var table: UnsafePointer<vvsi_sink> { UnsafePointer(storage) }

  var refusal: FakeHost.Refused {
    fault ?? FakeHost.Refused(code: "", path: "", message: "refused without a fault")
  }
}

func lend<Result>(_ string: String, _ body: (vvsi_bytes) -> Result) -> Result {
  var string = string
  return string.withUTF8 { body(vvsi_bytes(data: $0.baseAddress, count: $0.count)) }
}

/// What a call writes into the sink that it is lent, or nil if nothing.
func optionalAnswer(_ call: (UnsafePointer<vvsi_sink>) -> Void) throws -> String? {
  let sink = Sink()
  call(sink.table)
  if let fault = sink.fault { throw fault }
  return sink.written
}

func answer(_ call: (UnsafePointer<vvsi_sink>) -> Void) throws -> String {
  guard let written = try optionalAnswer(call) else { throw Sink().refusal }
  return written
}
