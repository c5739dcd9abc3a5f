import VVSI

enum DialState: ModelState {
  case turned(Int)
  case stuck
}

/// A published-like intent: a struct with plain methods.
struct DialIntent: Intent {
  typealias State = DialState

  var disposeBag: DisposeBag = DisposeBag()
  var stateObserver: PublishRelay<DialState> = PublishRelay<DialState>()

  func turn(_ current: Int) {
    if current == 3 {
      stateObserver.accept(.stuck)
    } else {
      stateObserver.accept(.turned(current + 1))
    }
  }
}

/// Its view, which keeps the value itself and is captured by what its button does, as they usually are.
final class DialViewController: IntentViewController<DialIntent>, IntentView {
  struct Shown: StateProtocol, Equatable {
    var value = 0
    var layouts = 0
  }

  enum Action: ActionProtocol {
    case turn
    case turnInTask
    case replaceIntent
  }

  enum Alert: String, NotificationProtocol {
    case stuck
  }

  let screen = Screen<Shown, Alert>(Shown())
  let button = Button()
  var currentValue = 0
  var loads = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    loads += 1
    intent = DialIntent()
  }

  override func bind(_ intent: DialIntent) {
    button.rx.tap.bind {
      intent.turn(self.currentValue)
    }.disposed(by: disposeBag)
    intent.stateObserver.accept(.turned(currentValue))
  }

  override func setLayout() {
    screen.show { $0.layouts += 1 }
  }

  override func renderBy(_ state: DialState) {
    switch state {
    case .turned(let value):
      currentValue = value
      screen.show { $0.value = value }
    case .stuck:
      screen.notify(.stuck)
    }
  }

  func perform(_ action: Action) {
    switch action {
    case .turn: button.tap()
    case .turnInTask:
      guard let relay = intent?.stateObserver else { return }
      Task {
        await Task.yield()
        relay.accept(.turned(7))
      }
    case .replaceIntent: intent = DialIntent()
    }
  }
}
