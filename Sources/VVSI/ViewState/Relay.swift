/// Passes on what an interactor sends, in order, as soon as its state is not locked any more.
///
/// Subscribers may thus trigger actions, here and elsewhere, wherever a notification was sent from.
final class Relay<Value: Sendable>: Sendable {
  let subject = PassthroughSubject<Value, Never>()
  private let subscription: AnyCancellable

  init(_ source: PassthroughSubject<Value, Never>, of instance: Instance) {
    let mailbox = Mailbox<Value> { [subject] in subject.send($0) }
    subscription = source.tap { [weak instance] value in
      mailbox.put(value)
      guard let instance else { return mailbox.deliver() }
      instance.outsideOfChange { mailbox.deliver() }
    }
  }
}
