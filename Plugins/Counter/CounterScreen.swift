import VVSI

/// What the view shows.
struct CounterScreen: StateProtocol {
  var value = 0
}

/// What its user can do.
enum CounterAction: ActionProtocol {
  case valueUp
  case valueDown
}

/// What the view says once.
enum CounterAlert: NotificationProtocol {
  case atMinimum(Int)
  case atMaximum(Int)
}
