/// An error that is being thrown, for telling whether it is the one that was seen before.
///
/// Errors have no identity of their own, but the box that one travels in does.
struct Travelling: Equatable {
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  static func == (left: Travelling, right: Travelling) -> Bool {
    unsafeBitCast(left, to: UInt.self) == unsafeBitCast(right, to: UInt.self)
  }
}
