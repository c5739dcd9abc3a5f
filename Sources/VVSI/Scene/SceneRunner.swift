/// Runs the actions of a VIP scene.
final class SceneRunner<View: SceneView>: Runner {
  private let view: Unchecked<View>
  private let turns = Turns()

  init(_ view: View) {
    self.view = Unchecked(view)
  }

  func run(_ ticket: UInt64, _ action: View.A) {
    let store = view.value.screen.store
    let token = store.issue(ticket)
    turns.take(elsewhere: store.isChangingHere) { [view] in
      await Token.$current.withValue(token) {
        do {
          try await view.value.perform(action)
        } catch {
          token.instance.fail(token.ticket, error)
        }
      }
    }
  }

  /// A scene has no way to end what it started.
  func cancel(_ ticket: UInt64) {}

  func close() {}
}

/// Something that is used by one task at a time although its type does not say so.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
