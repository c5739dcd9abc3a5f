import VVSIJSON

/// Carries a state from one generation's type into the next one's, by name.
struct StateCarrier {
  private let before: FeatureDescription
  private let after: any FeatureProvider

  /// A state that the new generation understands.
  struct Carried {
    var state: [UInt8]
    var dropped: [SchemaCarrier.Dropped]
  }

  init(from before: FeatureDescription, to after: any FeatureProvider) {
    self.before = before
    self.after = after
  }

  /// The author's migration first, where there is one; then the text as it is, where the schemas are equal; else by name.
  ///
  /// - Throws: ``Fault`` if nothing sensible can be carried.
  func carry(_ state: [UInt8]) throws(Fault) -> Carried {
    let fingerprint = before.fingerprint
    if let migrated = try after.migrate(state, from: fingerprint) {
      return try verify(migrated, dropped: [])
    }
    if fingerprint == after.description.fingerprint || after.description.stateSchema.isNull {
      return try verify(state, dropped: [])
    }
    let old = try parse(state)
    var carrier = SchemaCarrier(schema: after.description.stateSchema)
    guard let new = carrier.carry(old, beginning: try parse(try initialState())) else {
      let reason = carrier.dropped.last.map { "\($0.path.isEmpty ? "/" : $0.path) \($0.reason)" }
      throw Fault(
        code: "carry_failed", message: reason ?? "nothing of the state fits the new type")
    }
    return try verify(new.bytes(), dropped: carrier.dropped)
  }

  /// The new generation must understand the state, and its answer must stay the same when it is read once more.
  private func verify(
    _ state: [UInt8], dropped: [SchemaCarrier.Dropped]
  ) throws(Fault) -> Carried {
    let once = try after.recodeState(state)
    let twice = try after.recodeState(once)
    let difference = JSONDifference(from: try parse(once), to: try parse(twice))
    if let change = difference.changes.first { throw unsteady(change) }
    return Carried(state: once, dropped: dropped)
  }

  private func unsteady(_ change: JSONDifference.Change) -> Fault {
    let (place, expected, found) =
      switch change {
      case .added(let value, let place): (place, "nothing", value.summary)
      case .removed(let value, _, let place): (place, value.summary, "nothing")
      case .replaced(let old, let new, let place): (place, old.summary, new.summary)
      }
    return Fault(
      code: "carry_failed", path: place.description,
      message: "the state does not survive being written and read again: expected \(expected),"
        + " found \(found)")
  }

  private func initialState() throws(Fault) -> [UInt8] {
    let endpoint = try after.create(state: nil) { _ in }
    defer { endpoint.destroy() }
    return try endpoint.snapshot()
  }

  private func parse(_ text: [UInt8]) throws(Fault) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: text)
    } catch {
      throw Fault(
        code: error.code, path: error.path,
        message: "the state is \(error.defect): expected \(error.expected), found \(error.found)")
    }
  }
}
