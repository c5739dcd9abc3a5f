import Foundation

/// Prints how long our codec and Foundation's take for the same values, side by side.
@main
struct CodecBenchmark {
  static func main() throws {
    let comparisons = [
      try Comparison("small action", Action.add),
      try Comparison("action with payload", Action.random(count: 3, length: 4)),
      try Comparison("small state", SmallState()),
      try Comparison("1,000 strings", (0..<1000).map { "item \($0)" }),
      try Comparison("1 MB document", (0..<4400).map(Person.init)),
      try Comparison("deep, 200 levels", Deep(level: 200)),
      try Comparison("wide, 1,000 members", wide),
      try Comparison("1,000 doubles", (0..<1000).map { Double($0) / 7 }),
      try Comparison("1,000 integers", (0..<1000).map { $0 * $0 * $0 }),
    ]
    let node = Node.times(comparisons.map(\.text))
    print(
      row(
        "", "bytes", "decode", "Foundation", "ratio", "node", "encode", "Foundation", "ratio",
        "node"))
    for (index, line) in comparisons.enumerated() {
      let (decode, encode) = (line.decode, line.encode)
      print(
        row(
          line.name, String(line.text.count), time(decode.left), time(decode.right),
          ratio(decode), node.map { time($0[index].parse) } ?? "–", time(encode.left),
          time(encode.right),
          ratio(encode), node.map { time($0[index].stringify) } ?? "–"))
    }
    print(
      """

      Medians of batches taken in turn. Ratio: how many times faster than Foundation; the target is 5.
      Node: JSON.parse and JSON.stringify.
      """
    )
  }

  private static let wide = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("member\($0)", $0) })

  private static func row(_ name: String, _ columns: String...) -> String {
    let padded = columns.map { String(repeating: " ", count: max(11 - $0.count, 0)) + $0 }
    return name.padding(toLength: 20, withPad: " ", startingAt: 0) + padded.joined()
  }

  private static func time(_ nanoseconds: Double) -> String {
    nanoseconds < 10_000
      ? String(format: "%.0f ns", nanoseconds) : String(format: "%.1f µs", nanoseconds / 1000)
  }

  private static func ratio(_ times: Comparison.Times) -> String {
    String(format: "%.1f", times.ratio)
  }
}
