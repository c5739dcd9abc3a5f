/// Numbers for people, without a locale.
enum Figures {
  /// A number with at most `digits` decimals, and no trailing zeros.
  static func decimal(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return "0" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard abs(scaled) < 1e15 else { return String(value) }
    let whole = Int(abs(scaled))
    let sign = scaled < 0 ? "-" : ""
    guard digits > 0 else { return sign + String(whole) }
    var text = String(whole)
    if text.count <= digits { text = String(repeating: "0", count: digits + 1 - text.count) + text }
    var fraction = text.suffix(digits)
    while fraction.last == "0" { fraction.removeLast() }
    let head = sign + text.dropLast(digits)
    return fraction.isEmpty ? head : head + "." + fraction
  }

  /// `1 item`, `2 items`.
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
  }
}
