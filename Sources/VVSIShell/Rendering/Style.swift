/// Colours and weights for a terminal, or none of them.
struct Style: Sendable {
  /// Whether anything is coloured at all.
  var isOn: Bool

  /// Text as it is.
  static let plain = Style(isOn: false)

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func cyan(_ text: String) -> String { wrap(text, "36") }
  func alarm(_ text: String) -> String { wrap(text, "1;31") }
  func caution(_ text: String) -> String { wrap(text, "1;33") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
