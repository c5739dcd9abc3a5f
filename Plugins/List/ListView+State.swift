import VVSI

extension ListView {
  /// The most items that the list holds.
  static let limit = 5

  struct State: StateProtocol {
    var items: [String] = []
  }

  /// How many random items, and how long each.
  struct Options: Codable {
    let count: Int
    let length: Int
  }

  enum Action: ActionProtocol {
    case add
    case remove
    case random(Options)
  }

  enum Notification: NotificationProtocol {
    case full(limit: Int)
    case refused(reason: String)
  }
}
