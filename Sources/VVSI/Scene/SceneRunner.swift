/// Runs the actions of a VIP scene.
final class SceneRunner<View: SceneView>: Runner {
  private let view: Unchecked<View>
  private let turns: Turns<View.A>

  init(_ view: View) {
    let view = Unchecked(view)
    self.view = view
    turns = Turns(view.perform)
  }

  func run(_ ticket: UInt64, _ action: View.A) {
    turns.take(view.value.screen.store.issue(ticket), action)
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

extension Unchecked where Value: SceneView {
  fileprivate func perform(_ token: Token, _ action: Value.A) async throws {
    try await value.perform(action)
  }
}
