// What the published list leaves to its application.
struct Dependencies: Sendable {
  struct Service: Sendable {}

  static let shared = Dependencies()

  let service = Service()
}

func randomString(length: Int) -> String {
  String(repeating: "x", count: length)
}
