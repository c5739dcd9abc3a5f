import CVVSI
import VVSIJSON

/// How a feature's instances are made, and its texts read, whatever its types.
protocol Blueprint: Sendable {
  var actionSchema: String { get }
  var stateSchema: String { get }
  var notificationSchema: String { get }
  var canMigrate: Bool { get }

  /// Makes an instance, from `state` unless that is empty.
  func create(_ host: vvsi_instance_host, _ state: UnsafeRawBufferPointer) throws
    -> any HostedInstance

  /// Reads a text and writes what was read.
  func recodeAction(_ text: UnsafeRawBufferPointer) throws -> [UInt8]
  func recodeState(_ text: UnsafeRawBufferPointer) throws -> [UInt8]

  /// The author's own way from an older state, or nil.
  func migrate(_ fingerprint: String, _ state: UnsafeRawBufferPointer) throws -> [UInt8]?
}

/// How instances of a feature with these types are made.
struct TypedBlueprint<S: Sendable, A: Sendable, N: Sendable>: Blueprint {
  let coding: Coding<S, A, N>
  /// Makes what a style needs, from the state if there is one.
  let make: @Sendable (Link<S, A, N>, S?) throws -> TypedInstance<S, A, N>.Parts

  var actionSchema: String { coding.action.schema() }
  var stateSchema: String { coding.state.schema() }
  var notificationSchema: String { N.self == Never.self ? "" : coding.notification.schema() }
  var canMigrate: Bool { coding.migration != nil }

  func create(_ host: vvsi_instance_host, _ state: UnsafeRawBufferPointer) throws
    -> any HostedInstance
  {
    let link = Link(coding: coding, outlet: HostOutlet(host))
    let parts = try make(link, state.isEmpty ? nil : coding.state.decode(state))
    return TypedInstance(parts, link)
  }

  func recodeAction(_ text: UnsafeRawBufferPointer) throws -> [UInt8] {
    try coding.action.recode(text)
  }

  func recodeState(_ text: UnsafeRawBufferPointer) throws -> [UInt8] {
    try coding.state.recode(text)
  }

  func migrate(_ fingerprint: String, _ state: UnsafeRawBufferPointer) throws -> [UInt8]? {
    guard let migration = coding.migration else { return nil }
    let old = try JSON(parsing: Array(state))
    guard let new = try migration(fingerprint, old) else { return nil }
    return try coding.state.encoded(new)
  }
}

extension Codec {
  func encoded(_ value: Value) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(value, &bytes)
    return bytes
  }

  func recode(_ text: UnsafeRawBufferPointer) throws -> [UInt8] {
    try encoded(decode(text))
  }
}
