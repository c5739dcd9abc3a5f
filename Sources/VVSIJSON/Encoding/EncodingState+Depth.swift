/// How deep values may nest.
///
/// Few levels cannot be too many, so that only those from ``EncodingState/checkedFrom`` on are looked at.
extension EncodingState {
  /// Notes that the innermost level is one too many, if it is.
  @inline(never)
  mutating func checkDepth() {
    guard !isTooDeep, let expected = brokenLimit else { return }
    let fault = EncodingFault(code: "too_deep", expected: expected, found: "one more")
    isTooDeep = true
    refuse(
      EncodingError.Context(
        codingPath: codingPath(through: openCount - 1), debugDescription: "Too deep.",
        underlyingError: fault))
  }

  /// Ends the encoding if a level is one too many.
  @inline(never)
  mutating func stopIfTooDeep(_ value: some Encodable) throws {
    checkDepth()
    if isTooDeep, let misuse { throw EncodingError.invalidValue(value, misuse.context) }
  }

  private var brokenLimit: String? {
    if openCount > depthLimit, containerCount > depthLimit { return "at most \(depthLimit) levels" }
    return StackRoom.isShort ? "as many levels as the thread's stack has room for" : nil
  }

  /// How many arrays and objects are open.
  private var containerCount: Int {
    UnsafeBufferPointer(start: open, count: openCount).count {
      $0.shape == .object || $0.shape == .array
    }
  }
}
