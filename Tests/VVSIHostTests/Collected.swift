import VVSIHost
import VVSIJSON

/// Collects values from any thread, for a test that waits for the first.
final class Collected<Value: Sendable>: Sendable {
  private let stream: AsyncStream<(Value, Ticket)>
  private let continuation: AsyncStream<(Value, Ticket)>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func add(_ value: Value, _ ticket: Ticket) { continuation.yield((value, ticket)) }

  func first() async -> (Value, Ticket) {
    for await pair in stream { return pair }
    preconditionFailure("the stream of a test ended")
  }
}

/// A feature that cannot be made, and does something first.
final class RefusingFeature: FeatureProvider {
  let description = FeatureDescription(
    id: "list", style: "", summary: "", actionSchema: .null, stateSchema: .null,
    notificationSchema: .null, fingerprint: "")
  private let first: @Sendable () -> Void

  init(first: @escaping @Sendable () -> Void) {
    self.first = first
  }

  func create(state: [UInt8]?, report: @escaping Reporter) throws(Fault) -> any Endpoint {
    first()
    throw Fault(code: "create_failed", message: "refused by the test")
  }

  func recodeState(_ state: [UInt8]) throws(Fault) -> [UInt8] { state }

  func migrate(_ state: [UInt8], from fingerprint: String) throws(Fault) -> [UInt8]? { nil }
}
