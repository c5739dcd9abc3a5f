import Foundation

/// A type of which random values can be made.
protocol Generated: Codable, Equatable {
  init(_ generator: inout Generator)
}

extension FixedWidthInteger {
  init(random generator: inout Generator) {
    switch generator.below(4) {
    case 0: self = .random(in: .min ... .max, using: &generator)
    case 1: self = generator.pick([.min, .max, 0, 1, .max - 1, .min + 1])
    case 2: self = Self(truncatingIfNeeded: generator.below(1000))
    default: self = Self(truncatingIfNeeded: generator.next() >> UInt64(generator.below(64)))
    }
  }
}

extension BinaryFloatingPoint {
  init(random generator: inout Generator) {
    switch generator.below(6) {
    case 0: self = Self(generator.below(2000) - 1000)
    case 1: self = Self(generator.below(2_000_000) - 1_000_000) / 1000
    case 2:
      self = generator.pick([
        0, -0.0, .greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude, .pi,
        .ulpOfOne,
        -.greatestFiniteMagnitude, 1 / 3, 0.1, 1e16, 9_007_199_254_740_993, 1e21, 1e22, 1e23,
        123_456_789_012_345_680,
      ])
    case 3: self = Self(Int64(truncatingIfNeeded: generator.next()))
    default:
      let exponent = generator.below(80) - 40
      self = Self(
        sign: generator.chance(50) ? .plus : .minus, exponent: Self.Exponent(exponent),
        significand: 1 + Self(generator.next() >> 11) / Self(UInt64(1) << 53))
    }
    if !isFinite { self = 0 }
  }
}

extension Int: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension Int8: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension Int16: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension Int32: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension Int64: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension Int128: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension UInt: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension UInt8: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension UInt16: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension UInt32: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension UInt64: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension UInt128: Generated {
  init(_ generator: inout Generator) { self.init(random: &generator) }
}
extension Double: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension Float: Generated { init(_ generator: inout Generator) { self.init(random: &generator) } }
extension Float16: Generated {
  init(_ generator: inout Generator) { self = Self(generator.below(2000) - 1000) / 8 }
}
extension CGFloat: Generated {
  init(_ generator: inout Generator) { self.init(random: &generator) }
}
extension Bool: Generated { init(_ generator: inout Generator) { self = generator.chance(50) } }

extension String: Generated {
  private static let scalars: [Unicode.Scalar] = Array(
    "abcdefgh XYZ019\"\\/\u{0}\u{1}\u{8}\t\n\r\u{C}\u{1F}\u{7F}\u{80}äß€\u{2028}\u{FFFD}\u{FFFF}𝄞😀e\u{301}"
      .unicodeScalars)

  init(_ generator: inout Generator) {
    let length = generator.chance(10) ? generator.below(200) : generator.below(12)
    let isPlain = generator.chance(50)
    var view = UnicodeScalarView()
    for _ in 0..<length {
      view.append(String.scalars[generator.below(isPlain ? 14 : String.scalars.count)])
    }
    self = String(view)
  }
}

extension Date: Generated {
  init(_ generator: inout Generator) {
    self.init(timeIntervalSinceReferenceDate: Double(&generator))
  }
}

extension Data: Generated {
  init(_ generator: inout Generator) {
    self.init((0..<generator.below(30)).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}

extension UUID: Generated {
  init(_ generator: inout Generator) {
    let (a, b) = (generator.next(), generator.next())
    self = withUnsafeBytes(of: (a, b)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}

extension URL: Generated {
  private static let texts = [
    "http://example.org", "https://user@example.org:8080/a/b.html?x=1&y=%20#f", "mailto:a@b.c",
    "file:///tmp/x",
    "relative/path", "?q", "#f", "../up", "urn:a:b:c", "http://example.org/%C3%A9", "a", "/",
    "//host/x",
  ]

  init(_ generator: inout Generator) {
    self = URL(string: generator.pick(URL.texts)) ?? URL(fileURLWithPath: "/")
  }
}

extension Decimal: Generated {
  init(_ generator: inout Generator) {
    let digits = (0..<1 + generator.below(38)).map { _ in String(generator.below(10)) }.joined()
    let exponent = generator.chance(70) ? generator.below(20) - 10 : generator.below(100) - 60
    let sign = generator.chance(30) ? "-" : ""
    self = Decimal(string: "\(sign)\(digits)e\(exponent)") ?? 0
  }
}

extension Optional: Generated where Wrapped: Generated {
  init(_ generator: inout Generator) { self = generator.chance(30) ? nil : Wrapped(&generator) }
}

extension Array: Generated where Element: Generated {
  init(_ generator: inout Generator) {
    self = (0..<generator.below(6)).map { _ in Element(&generator) }
  }
}

extension Set: Generated where Element: Generated {
  init(_ generator: inout Generator) { self = Set([Element](&generator)) }
}

extension Dictionary: Generated where Key: Generated, Value: Generated {
  init(_ generator: inout Generator) {
    let count = generator.chance(10) ? 40 : generator.below(6)
    self = [:]
    for _ in 0..<count { self[Key(&generator)] = Value(&generator) }
  }
}

extension Range: Generated where Bound == Int {
  init(_ generator: inout Generator) {
    let start = generator.below(100)
    self = start..<start + generator.below(100)
  }
}
