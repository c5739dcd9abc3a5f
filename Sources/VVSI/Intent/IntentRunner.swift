/// Runs the actions of an intent's view.
final class IntentRunner<I: Intent, View: IntentViewController<I> & IntentView>: Runner {
  private let view: Unchecked<View>

  init(_ view: View) {
    self.view = Unchecked(view)
  }

  func run(_ ticket: UInt64, _ action: View.A) {
    let view = view.value
    let token = view.screen.store.issue(ticket)
    Token.$current.withValue(token) {
      view.takeTurn {
        do {
          try view.perform(action)
        } catch {
          token.fail(error)
        }
      }
    }
  }

  /// An intent has no way to end what it started.
  func cancel(_ ticket: UInt64) {}

  /// A view is often held by what its buttons do.
  func close() {
    view.value.intent = nil
  }
}
