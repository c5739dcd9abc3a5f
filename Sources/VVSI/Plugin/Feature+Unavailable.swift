// What an author sees whose types are not Codable, in place of a list of unmet requirements.

extension Feature {
  /// Not to be had for types that are not `Codable`.
  @available(
    *, unavailable,
    message:
      "state, action and notification must be Codable, or the feature be given a coding; leave a completion closure out of the action and wait until it is settled"
  )
  public init<Interactor: ViewStateInteractorProtocol>(
    _ id: String, summary: String = "", state: Interactor.S,
    interactor: @escaping @Sendable () -> Interactor
  ) {
    preconditionFailure()
  }

  /// Not to be had for types that are not `Codable`.
  @available(
    *, unavailable,
    message:
      "state, action and notification must be Codable, or the feature be given a coding; leave a completion closure out of the action and wait until it is settled"
  )
  public init<Interactor: InitialStateProtocol>(
    _ id: String, summary: String = "", interactor: @escaping @Sendable () -> Interactor
  ) {
    preconditionFailure()
  }

  /// Not to be had for types that are not `Codable`.
  @available(
    *, unavailable,
    message:
      "state, action and notification must be Codable, or the feature be given a coding; leave a completion closure out of the action and wait until it is settled"
  )
  public init<Interactor: SynchronousInteractorProtocol>(
    _ id: String, summary: String = "", state: Interactor.S,
    interactor: @escaping @Sendable () -> Interactor
  ) {
    preconditionFailure()
  }

  /// Not to be had for types that are not `Codable`.
  @available(
    *, unavailable,
    message:
      "state, action and notification must be Codable, or the feature be given a coding; leave a completion closure out of the action and wait until it is settled"
  )
  public init<View: SceneView>(
    _ id: String, summary: String = "", view: @escaping @Sendable () -> View
  ) {
    preconditionFailure()
  }

  /// Not to be had for types that are not `Codable`.
  @available(
    *, unavailable,
    message:
      "state, action and notification must be Codable, or the feature be given a coding; leave a completion closure out of the action and wait until it is settled"
  )
  public init<I: Intent, View: IntentViewController<I> & IntentView>(
    _ id: String, summary: String = "", view: @escaping @Sendable () -> View
  ) {
    preconditionFailure()
  }
}
