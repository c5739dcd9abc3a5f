import VVSI

/// Counts within bounds, and says when a bound is reached.
struct CounterIntent: Intent {
  typealias State = CounterState

  static let bounds = 0...10

  let disposeBag = DisposeBag()
  let stateObserver = PublishRelay<CounterState>()

  func valueUp(_ current: Int) {
    if current < Self.bounds.upperBound {
      stateObserver.accept(.valueChanged(current + 1))
    } else {
      stateObserver.accept(.maximum)
    }
  }

  func valueDown(_ current: Int) {
    if current > Self.bounds.lowerBound {
      stateObserver.accept(.valueChanged(current - 1))
    } else {
      stateObserver.accept(.minimum)
    }
  }
}
