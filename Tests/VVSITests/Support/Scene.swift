import VVSI

/// A VIP scene as it is usually written: view, interactor and presenter, which know each other through protocols.
enum Greeting {
  struct State: StateProtocol, Equatable {
    var text = ""
    var loaded = 0
  }

  enum Action: ActionProtocol {
    case greet(Models.Greet.Request)
    case greetTwice(Models.Greet.Request)
    case leave
    case failLater
  }

  enum Models {
    enum Greet: UseCase {
      struct Request: Codable { var name: String }
      struct Response { var name: String }
      struct ViewModel { var line: String }
    }
  }

  struct Nameless: Error {}

  protocol BusinessLogic {
    func greet(request: Models.Greet.Request) throws
    func greetLater(request: Models.Greet.Request)
  }

  protocol PresentationLogic: Sendable {
    func presentGreeting(response: Models.Greet.Response)
  }

  protocol DisplayLogic: AnyObject, Sendable {
    func displayGreeting(viewModel: Models.Greet.ViewModel)
  }

  final class ViewController: SceneViewController<State, String>, SceneView, DisplayLogic,
    @unchecked Sendable
  {
    var interactor: (any BusinessLogic)?

    override func viewDidLoad() {
      super.viewDidLoad()
      screen.show { $0.loaded += 1 }
    }

    func perform(_ action: Action) throws {
      switch action {
      case .greet(let request): try interactor?.greet(request: request)
      case .greetTwice(let request):
        try interactor?.greet(request: request)
        interactor?.greetLater(request: request)
      case .leave: try screen.route(to: "list", at: "top", payload: ["n": 1])
      case .failLater:
        Task { await attempt { throw Nameless() } }
      }
    }

    func displayGreeting(viewModel: Models.Greet.ViewModel) {
      screen.show { $0.text = viewModel.line }
      screen.notify(viewModel.line)
    }
  }

  struct Interactor: BusinessLogic {
    let presenter: any PresentationLogic

    func greet(request: Models.Greet.Request) throws {
      guard !request.name.isEmpty else { throw Nameless() }
      presenter.presentGreeting(response: .init(name: request.name))
    }

    func greetLater(request: Models.Greet.Request) {
      Task { [presenter] in
        await Task.yield()
        presenter.presentGreeting(response: .init(name: request.name + " again"))
      }
    }
  }

  final class Presenter: PresentationLogic, @unchecked Sendable {
    weak var viewController: (any DisplayLogic)?

    func presentGreeting(response: Models.Greet.Response) {
      viewController?.displayGreeting(viewModel: .init(line: "Hello, \(response.name)!"))
    }
  }

  static func assemble() -> ViewController {
    let view = ViewController(State())
    let presenter = Presenter()
    presenter.viewController = view
    view.interactor = Interactor(presenter: presenter)
    return view
  }
}
