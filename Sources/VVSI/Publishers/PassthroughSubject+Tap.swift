extension PassthroughSubject where Failure == Never {
  /// Calls the closure for each value, on the sending thread before `send` returns.
  ///
  /// Unlike a subscriber it may be called by several threads at a time, so that it can ask on whose behalf a value is
  /// sent. The result must be kept.
  func tap(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
    #if canImport(Combine)
      sink(receiveValue: receive)
    #else
      broadcast.tap(receive)
    #endif
  }
}
