#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is done to a plugin or to its process.
enum Harm {
  /// An action in which the plugin does it to itself.
  case action(String)
  case signal(Int32)
  case reload

  private static let actions = [
    "segfault", "trap", "abort", "exit", "loop", "deadlock", "handler", "processes", "descriptors",
    "invalid-state", "huge-state", "invalid-notification", "print", "close-output", "surroundings",
    "stop", "memory",
  ]
  private static let signals: [Int32] = [SIGSEGV, SIGKILL, SIGTERM, SIGSTOP, SIGABRT]

  /// Draws one by lot.
  init(_ lot: inout Lot) {
    switch lot.next(below: 10) {
    case 0: self = .reload
    case 1, 2, 3: self = .signal(Self.signals[lot.next(below: Self.signals.count)])
    default: self = .action(Self.actions[lot.next(below: Self.actions.count)])
    }
  }

  var name: String {
    switch self {
    case .action(let name): "harm \(name)"
    case .signal(let number): "signal \(number)"
    case .reload: "reload"
    }
  }
}

/// Draws lots, the same ones for the same seed.
struct Lot {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) % UInt64(limit))
  }
}
