import CVVSI
import VVSIJSON

/// How a feature's instances are made, and its texts read, whatever its types.
protocol Blueprint: Sendable {
  var actionSchema: String { get }
  var stateSchema: String { get }
  var notificationSchema: String { get }
  var canMigrate: Bool { get }

  /// Makes an instance, from `state` unless that is empty.
  func create(_ host: vvsi_instance_host, _ state: UnsafeBufferPointer<UInt8>) throws
    -> any HostedInstance

  /// Reads a text and writes what was read.
  func recodeAction(_ text: UnsafeBufferPointer<UInt8>) throws -> [UInt8]
  func recodeState(_ text: UnsafeBufferPointer<UInt8>) throws -> [UInt8]

  /// The author's own way from an older state, or nil.
  func migrate(_ fingerprint: String, _ state: UnsafeBufferPointer<UInt8>) throws -> [UInt8]?
}

/// How instances of a feature with these types are made.
struct TypedBlueprint<S: Sendable, A: Sendable, N: Sendable>: Blueprint {
  let actionSchema: String
  let stateSchema: String
  let notificationSchema: String
  private let isSteady: Bool
  private let coding: Coding<S, A, N>
  /// Makes what a style needs, from the state if there is one.
  private let make: @Sendable (Link<S, A, N>, S?) throws -> TypedInstance<S, A, N>.Parts

  init(
    coding: Coding<S, A, N>,
    make: @escaping @Sendable (Link<S, A, N>, S?) throws -> TypedInstance<S, A, N>.Parts
  ) {
    let state = coding.state.traits()
    actionSchema = coding.action.schema
    stateSchema = state.schema
    notificationSchema = N.self == Never.self ? "" : coding.notification.schema
    isSteady = state.isSteady
    self.coding = coding
    self.make = make
  }

  var canMigrate: Bool { coding.migration != nil }

  func create(_ host: vvsi_instance_host, _ state: UnsafeBufferPointer<UInt8>) throws
    -> any HostedInstance
  {
    let link = Link(coding: coding, outlet: HostOutlet(host), isSteady: isSteady)
    let parts = try make(link, state.isEmpty ? nil : coding.state.decode(state))
    return TypedInstance(parts, link)
  }

  func recodeAction(_ text: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
    try coding.action.recode(text)
  }

  func recodeState(_ text: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
    try coding.state.recode(text)
  }

  func migrate(_ fingerprint: String, _ state: UnsafeBufferPointer<UInt8>) throws -> [UInt8]? {
    guard let migration = coding.migration else { return nil }
    let old = try JSON(parsing: state)
    guard let new = try migration(fingerprint, old) else { return nil }
    return try coding.state.encode(new)
  }
}
