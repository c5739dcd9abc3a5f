import VVSIHost
import VVSIJSON

extension ActionReader {
  /// Finds the lengths and sizes of buffers, and an order that has each before what depends on it.
  func link(
    _ action: Action, _ declarations: [Declaration]
  ) throws(ManifestFault) {
    for (index, declaration) in declarations.enumerated() {
      if let value = declaration.parts["lengthOf"] {
        action.arguments[index].lengthOf = try buffers(value, in: action, of: index)
      }
      if let value = declaration.parts["capacity"] {
        action.arguments[index].capacity = try capacity(value, in: action, of: index)
      }
    }
    for (index, declaration) in declarations.enumerated() {
      try checkBuffer(action.arguments[index], index, action, declaration)
    }
    action.order = try order(of: action, declarations)
  }

  private func buffers(
    _ value: ManifestValue, in action: Action, of index: Int
  ) throws(ManifestFault) -> [Int] {
    switch action.arguments[index].form {
    case .value(let type) where type.isInteger: break
    case .pointer(let type) where type.isInteger: break
    default: throw value.fault("lengthOf on an integer or a pointer to one")
    }
    var positions: [Int] = []
    for name in try value.names() {
      guard let position = action.arguments.firstIndex(where: { $0.name == name }),
        action.arguments[position].isBuffer
      else {
        let buffers = action.arguments.filter(\.isBuffer).map(\.name)
        throw ManifestFault(
          pointer: value.pointer,
          expected: buffers.isEmpty
            ? "a buffer among the arguments" : "a buffer: \(buffers.joined(separator: ", "))",
          found: JSON.string(name).summary)
      }
      positions.append(position)
    }
    return positions
  }

  private func capacity(
    _ value: ManifestValue, in action: Action, of index: Int
  ) throws(ManifestFault) -> Capacity {
    let argument = action.arguments[index]
    guard argument.isBuffer, argument.direction == .out else {
      throw value.fault("no capacity on what is no out buffer")
    }
    if case .number = value.json {
      let most = Buffers.byteLimit / max(argument.elementSize, 1)
      guard let count = value.json.intValue, count > 0, count <= most else {
        throw value.fault("a capacity from 1 to \(most)")
      }
      return .constant(count)
    }
    let parts = try value.members(known: ["argument", "function", "arguments", "result"])
    if let name = parts["argument"] {
      let position = try self.position(name, in: action)
      action.arguments[position].isCapacity = true
      return .argument(position)
    }
    guard let function = parts["function"] else {
      throw value.fault("a number, {\"argument\": …} or {\"function\": …, \"arguments\": […]}")
    }
    var operands: [Int] = []
    for name in try parts["arguments"]?.elements() ?? [] {
      operands.append(try position(name, in: action))
    }
    let type = try parts["result"].map { value throws(ManifestFault) in
      try types.type(try value.string(), value)
    }
    guard type?.isInteger ?? true else { throw value.fault("a result that is an integer") }
    return .function(
      try function.string(), arguments: operands, result: type ?? .scalar(.uint64),
      place: function.place)
  }

  /// The argument that a value names, an integer.
  private func position(_ name: ManifestValue, in action: Action) throws(ManifestFault) -> Int {
    let text = try name.string()
    guard let position = action.arguments.firstIndex(where: { $0.name == text }),
      action.arguments[position].form.integerType != nil
    else {
      let integers = action.arguments.filter { $0.form.integerType != nil }.map(\.name)
      throw ManifestFault(
        pointer: name.pointer,
        expected: integers.isEmpty
          ? "an integer among the arguments" : "an integer: \(integers.joined(separator: ", "))",
        found: JSON.string(text).summary)
    }
    return position
  }

  private func checkBuffer(
    _ argument: Argument, _ index: Int, _ action: Action, _ declaration: Declaration
  ) throws(ManifestFault) {
    guard argument.isBuffer else { return }
    if argument.direction == .out, argument.capacity == nil {
      throw declaration.value.missing(
        "capacity", "how large the buffer '\(argument.name)' is to be")
    }
    let hasLength = action.arguments.contains { $0.lengthOf.contains(index) }
    if argument.direction != .out, !hasLength {
      throw ManifestFault(
        pointer: declaration.value.pointer,
        expected: "an argument with \"lengthOf\": \"\(argument.name)\" beside it",
        found: "a buffer whose length C is not told")
    }
  }

  /// Each argument after those that it depends on.
  private func order(
    of action: Action, _ declarations: [Declaration]
  ) throws(ManifestFault) -> [Int] {
    var order: [Int] = []
    var rest = Array(action.arguments.indices)
    while !rest.isEmpty {
      let ready = rest.filter { index in
        action.dependencies(of: index).allSatisfy(order.contains)
      }
      if ready.isEmpty { break }
      order += ready
      rest.removeAll(where: ready.contains)
    }
    guard let stuck = rest.first else { return order }
    throw ManifestFault(
      pointer: declarations[stuck].value.pointer,
      expected: "arguments whose sizes do not depend on each other in a circle",
      found: "'\(action.arguments[stuck].name)' in one")
  }
}

extension Argument.Form {
  /// The integer that is passed, or pointed to.
  var integerType: Scalar? {
    switch self {
    case .value(let type), .pointer(let type): type.isInteger ? type.scalar : nil
    default: nil
    }
  }
}

extension Action {
  /// The arguments that must be there before one is.
  func dependencies(of index: Int) -> [Int] {
    let argument = arguments[index]
    switch argument.capacity {
    case .argument(let position): return [position]
    case .function(_, let operands, _, _): return operands
    case .constant, nil: return argument.isCapacity ? [] : argument.lengthOf
    }
  }
}
