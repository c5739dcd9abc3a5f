/// A subscription that can be ended.
public protocol Disposable {
  /// Ends it; a second call does nothing.
  func dispose()
}

extension Disposable {
  /// Ends the subscription together with the bag.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }
}
