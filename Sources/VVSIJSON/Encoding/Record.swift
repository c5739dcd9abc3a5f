/// A value that is being written: one level of the encoding.
struct Record {
  enum Shape: UInt8 {
    /// Nothing was written yet.
    case slot
    case object, array
    /// It is written.
    case scalar
  }

  /// What handed-out containers know the record by; no two records ever have the same.
  var serial: UInt64
  /// Where the value begins in the output.
  var start: Int
  /// How many members or elements there are.
  var count = 0
  var shape: Shape
}

/// A container that somebody may still write to although others were written behind it.
struct ClosedRecord {
  let serial: UInt64
  var start: Int
  /// Behind the closing bracket.
  var end: Int
  var count: Int
  var shape: Record.Shape
}

/// The place of a record: what encoders and containers are made of.
struct Place {
  let state: EncodingState.Pointer
  let serial: UInt64
  let depth: Int

  /// Whether the record is still there, and not closed.
  @inline(__always)
  var isOpen: Bool {
    depth < state.pointee.openCount && state.pointee.open[depth].serial == serial
  }

  /// Whether it is of an encoding that has ended; then nothing that is done with it counts.
  var isStale: Bool { serial <= state.pointee.ended }

  var codingPath: [any CodingKey] {
    isOpen ? state.pointee.codingPath(through: depth) : []
  }

  var userInfo: [CodingUserInfoKey: Any] {
    state.pointee.options.userInfo as [CodingUserInfoKey: Any]
  }
}
