import VVSIHost
import VVSIJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calls of one action's function for one instance, each from the payload to what C left.
final class Call {
  let bound: BoundAction
  let frame: Frame
  let memory: CallMemory
  let state: InstanceState
  /// The closures of the action's callbacks, by argument.
  let closures: [Int: Closure]
  /// What the call under way is handed.
  var payload = JSONObject()

  init(
    _ bound: BoundAction, _ memory: CallMemory, _ state: InstanceState, _ closures: [Int: Closure]
  ) {
    self.bound = bound
    frame = Frame(bound.layout)
    self.memory = memory
    self.state = state
    self.closures = closures
  }

  var action: Action { bound.action }

  /// Puts all arguments in their places.
  ///
  /// - Throws: ``Misfit``, with the way from the payload.
  func prepare() throws(Misfit) {
    for (name, _) in payload where !bound.fields.contains(name) {
      throw Misfit("one of \(bound.fields.joined(separator: ", "))", found: .string(name))
        .inside(name)
    }
    for index in action.order {
      do throws(Misfit) {
        try prepare(index)
      } catch {
        throw error.inside(action.arguments[index].name)
      }
    }
  }

  private func prepare(_ index: Int) throws(Misfit) {
    let argument = action.arguments[index]
    let slot = frame.slot(index)
    switch argument.form {
    case .state: slot.storeBytes(of: state.pointer, as: UnsafeMutableRawPointer?.self)
    case .callback:
      guard let closure = closures[index] else { return }
      if case .argument(let name) = closure.type.answer {
        try closure.setAnswer(payload[name] ?? .null, memory)
      }
      slot.storeBytes(of: closure.code, as: UnsafeMutableRawPointer?.self)
    case .value(let type): try store(argument, type, to: slot)
    case .pointer(let type):
      let pointee = frame.pointee(index)
      memset(pointee, 0, max(type.size, 8))
      slot.storeBytes(of: pointee, as: UnsafeMutableRawPointer?.self)
      guard argument.direction != .out else { return }
      if argument.lengthOf.isEmpty, argument.isNullable, try input(argument).isNull {
        slot.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
      } else {
        try store(argument, type, to: pointee)
      }
    case .buffer, .bytes: try prepareBuffer(index, argument, slot)
    }
  }

  private func store(
    _ argument: Argument, _ type: CType, to place: UnsafeMutableRawPointer
  ) throws(Misfit) {
    guard argument.lengthOf.isEmpty || argument.isCapacity else {
      return try storeLength(argument, type, to: place)
    }
    if type.isHidden { return place.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self) }
    let json = try input(argument)
    if json.isNull, argument.isNullable {
      memset(place, 0, type.size)
    } else {
      try type.store(json, to: place, memory)
    }
  }

  private func storeLength(
    _ argument: Argument, _ type: CType, to place: UnsafeMutableRawPointer
  ) throws(Misfit) {
    let lengths = Set(argument.lengthOf.map { frame.counts[$0] })
    guard lengths.count <= 1 else {
      let names = argument.lengthOf.map { action.arguments[$0].name }
      throw Misfit(
        "\(names.joined(separator: " and ")) of one length",
        found: lengths.sorted().map(String.init).joined(separator: " and "))
    }
    let length = lengths.first ?? 0
    guard let scalar = type.scalar, scalar.store(Int64(length), to: place) else {
      throw Misfit("a length that fits its type", found: "\(length)")
    }
  }

  /// The value of an argument: the payload's, the state's, or the manifest's.
  func input(_ argument: Argument) throws(Misfit) -> JSON {
    if let constant = argument.constant { return constant }
    if let value = payload[argument.name] { return value }
    if let from = argument.from, let value = state.value(of: from) { return value }
    if let standard = argument.standard { return standard }
    if argument.isNullable { return .null }
    throw Misfit("a value", found: "nothing")
  }

  /// Where an argument's value lies, behind the pointer where there is one.
  func place(of index: Int) -> UnsafeMutableRawPointer {
    if case .pointer = action.arguments[index].form { return frame.pointee(index) }
    return frame.slot(index)
  }

  /// The value of an integer argument.
  func integer(_ index: Int) -> Int {
    let value = action.arguments[index].form.integerType?.integer(at: place(of: index))
    return Int(clamping: value ?? .max)
  }

  /// Calls the function and returns its `errno`.
  func run() -> Int32 {
    let code = bound.function.call(frame.arguments, result: frame.result)
    action.result.passed.scalar?.narrowResult(at: frame.result)
    return code
  }
}
