/// Ends the subscriptions in it when it is freed.
public final class DisposeBag: @unchecked Sendable {
  private let lock = Lock()
  private var content: [any Disposable] = []

  /// Makes an empty bag.
  public init() {}

  deinit {
    for disposable in content { disposable.dispose() }
  }

  /// Adds a subscription.
  public func insert(_ disposable: any Disposable) {
    lock.withLock { content.append(disposable) }
  }
}
