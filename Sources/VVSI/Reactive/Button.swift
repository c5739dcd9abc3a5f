/// Something that can be tapped, where there is no display: stands in for a button on it.
public final class Button: Sendable {
  fileprivate let taps = PublishRelay<Void>()

  /// Makes a button.
  public init() {}

  /// What the button sends.
  public var rx: Reactive<Button> { Reactive(self) }

  /// Does what a user's tap would do; returns when all who are bound to it have.
  public func tap() {
    taps.accept(())
  }
}

/// The streams of an object, as in RxSwift.
public struct Reactive<Base> {
  fileprivate let base: Base

  fileprivate init(_ base: Base) {
    self.base = base
  }
}

extension Reactive where Base == Button {
  /// One element for each tap.
  public var tap: PublishRelay<Void> { base.taps }
}
