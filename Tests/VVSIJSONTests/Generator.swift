import Foundation

/// Random numbers that are the same for the same seed.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// The seed of a test run: from the environment, or a fixed one.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["VVSI_SEED"].flatMap { UInt64($0) } ?? 20_260_101
  }

  /// How many values are generated for each type.
  static var rounds: Int {
    ProcessInfo.processInfo.environment["VVSI_ROUNDS"].flatMap { Int($0) } ?? 150
  }
}
