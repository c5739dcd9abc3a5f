import VVSI

final class CounterViewController: IntentViewController<CounterIntent>, IntentView {
  let screen = Screen<CounterScreen, CounterAlert>(CounterScreen())

  private let upButton = Button()
  private let downButton = Button()

  override func viewDidLoad() {
    super.viewDidLoad()
    intent = CounterIntent()
  }

  override func bind(_ intent: CounterIntent) {
    upButton.rx.tap.bind { [screen] in
      intent.valueUp(screen.state.value)
    }.disposed(by: disposeBag)
    downButton.rx.tap.bind { [screen] in
      intent.valueDown(screen.state.value)
    }.disposed(by: disposeBag)
  }

  override func renderBy(_ state: CounterState) {
    switch state {
    case .valueChanged(let value): screen.show { $0.value = value }
    case .minimum: screen.notify(.atMinimum(CounterIntent.bounds.lowerBound))
    case .maximum: screen.notify(.atMaximum(CounterIntent.bounds.upperBound))
    }
  }

  func perform(_ action: CounterAction) {
    switch action {
    case .valueUp: upButton.tap()
    case .valueDown: downButton.tap()
    }
  }
}
