/// What is left to do of an order that has its place among the others; it may take as long as a feature likes.
enum Chore: Sendable {
  /// This piece of work, and what comes after it meanwhile.
  case work(ServedInstance, ServedInstance.Work)
  case cancel(ServedInstance, ticket: UInt64)
  case pong(Outbox)

  func carryOut() {
    switch self {
    case .work(let instance, let first): instance.run(first)
    case .cancel(let instance, let ticket): instance.cancel(ticket)
    case .pong(let outbox): outbox.post { Answer.pong.write(to: &$0) }
    }
  }
}
