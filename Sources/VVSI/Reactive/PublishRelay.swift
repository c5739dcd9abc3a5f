/// Passes on what it accepts to whoever is subscribed at that moment, and never ends; as in RxRelay.
///
/// May be used from any thread. Each subscriber gets its elements one at a time and in order, and goes on until it is
/// disposed of.
public final class PublishRelay<Element> {
  private let broadcast = Broadcast<Element, Never>()

  /// Makes a relay that nobody is subscribed to yet.
  public init() {}

  /// Sends an element.
  public func accept(_ element: Element) {
    broadcast.send(.value(element))
  }

  /// Calls the closure for each element.
  public func subscribe(onNext: @escaping (Element) -> Void) -> any Disposable {
    let receiver = broadcast.add { signal in
      if case .value(let element) = signal { onNext(element) }
    }
    return Subscription(broadcast: broadcast, receiver: receiver)
  }

  /// Calls the closure for each element.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }

  /// Passes each element on to another relay.
  public func bind(to relay: PublishRelay<Element>) -> any Disposable {
    subscribe { relay.accept($0) }
  }

  private struct Subscription: Disposable {
    weak var broadcast: Broadcast<Element, Never>?
    let receiver: Mailbox<Broadcast<Element, Never>.Signal>

    func dispose() {
      receiver.close()
      broadcast?.remove(receiver)
    }
  }
}

extension PublishRelay: @unchecked Sendable where Element: Sendable {}
