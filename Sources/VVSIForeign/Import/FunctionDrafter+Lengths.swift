extension FunctionDrafter {
  /// A pointer to plain values with an integer behind it whose name says length.
  mutating func findLengths() {
    for index in parameters.indices.dropLast() {
      guard case .pointer(let pointee, let isConstant, _) = parameters[index].type,
        isElement(pointee), Customs.isLength(parameters[index + 1].name)
      else { continue }
      switch parameters[index + 1].type {
      case .scalar(let scalar, _) where scalar.isInteger: lengths[index + 1] = index
      case .pointer(.scalar(let scalar, _), isConstant: false, _) where scalar.isInteger:
        if !isConstant || isByte(pointee) { lengths[index + 1] = index }
      default: break
      }
    }
  }

  private func isElement(_ type: ImportedType) -> Bool {
    switch type {
    case .void, .scalar: true
    case .record(let key): types.isPlain(key)
    default: false
    }
  }

  func isByte(_ type: ImportedType) -> Bool {
    switch type {
    case .void: true
    case .scalar(let scalar, _): scalar.size == 1 && scalar != .bool
    default: false
    }
  }

  /// Whether it is what a callback beside it is handed back.
  func isContext(_ index: Int) -> Bool {
    guard case .pointer(.void, _, _) = parameters[index].type, !isBuffer(index) else {
      return false
    }
    return [index - 1, index + 1].contains { neighbour in
      guard parameters.indices.contains(neighbour) else { return false }
      if case .function = parameters[neighbour].type { return true }
      return false
    }
  }

  func isBuffer(_ index: Int) -> Bool { lengths[index + 1] == index }

  /// Where a second number has a say in how much there is, the first is not all of the length.
  func checkLengths() throws(Unfit) {
    let pointers = parameters.indices.filter { index in
      guard case .pointer(let pointee, _, _) = parameters[index].type else { return false }
      if case .record(let key) = pointee { return types.isPlain(key) }
      return isBuffer(index) || isContext(index)
    }
    guard let pointer = pointers.first else { return }
    for (index, parameter) in parameters.enumerated()
    where lengths[index] == nil && parameter.type.isInteger {
      if Customs.isPartOfSize(parameter.name) {
        throw Unfit(
          "how much \(parameters[pointer].name) points to may depend on \(parameter.name)")
      }
    }
  }

  /// Memory that C goes on using must outlive the call.
  func checkKept() throws(Unfit) {
    let pointer = parameters.first { parameter in
      if case .pointer(let pointee, _, _) = parameter.type { isElement(pointee) } else { false }
    }
    let destructor = parameters.first { parameter in
      guard case .function(.void, let operands, false, _) = parameter.type, operands.count == 1
      else { return false }
      if case .pointer(.void, _, _) = operands[0] { return true }
      return false
    }
    if let destructor, let pointer {
      throw Unfit("C may keep \(pointer.name) until it calls \(destructor.name)")
    }
    guard let buffer = parameters.indices.first(where: isBuffer),
      case .pointer(_, let isConstant, _) = parameters[buffer].type
    else { return }
    if !draft.makes.isEmpty || (!isConstant && Customs.isSetter(function.name)) {
      throw Unfit("C may go on using \(parameters[buffer].name) after the call")
    }
  }
}
