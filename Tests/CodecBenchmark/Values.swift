/// The action of a small feature.
enum Action: Codable, Equatable {
  case add
  case remove
  case random(count: Int, length: Int)
  case rename(String)
}

/// The state of a small feature.
struct SmallState: Codable, Equatable {
  var items = ["a", "b", "c"]
  var n = 3
  var flag = true
  var name = "hello"
}

/// A tree without branches.
final class Deep: Codable {
  let level: Int
  let inner: Deep?

  init(level: Int) {
    self.level = level
    inner = level == 0 ? nil : Deep(level: level - 1)
  }
}

/// One entry of a large document.
struct Person: Codable, Equatable {
  struct Address: Codable, Equatable {
    var street: String
    var city: String
    var position: [Double]
  }

  enum Kind: String, Codable {
    case guest, member, admin
  }

  var id: Int
  var name: String
  var email: String?
  var kind: Kind
  var isActive: Bool
  var score: Double
  var tags: [String]
  var address: Address

  /// Made of its number, with some text that needs escapes and some that is not ASCII.
  init(_ number: Int) {
    id = 1_000_000 + number
    name = number % 7 == 0 ? "Zoë \"Z\" Ångström \(number)" : "Person number \(number)"
    email = number % 3 == 0 ? nil : "person\(number)@example.org"
    kind = number % 10 == 0 ? .admin : .member
    isActive = number % 2 == 0
    score = Double(number) / 7
    tags = (0..<number % 5).map { "tag\($0)" }
    address = Address(
      street: "\(number) Long Street", city: "Springfield",
      position: [Double(number) / 100, -Double(number) / 8])
  }
}
