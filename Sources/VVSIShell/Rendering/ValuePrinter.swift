import VVSIJSON

/// Writes a state over several lines, like JSON, and cuts what is too long.
struct ValuePrinter {
  /// How much of a value is shown.
  struct Limits {
    /// How many elements or members of one container.
    var elements: Int
    /// How many characters of one string.
    var characters: Int

    /// Enough to see what there is.
    static let overview = Limits(elements: 12, characters: 120)
    /// All of it.
    static let all = Limits(elements: .max, characters: .max)
  }

  private let limits: Limits
  private let style: Style
  private let feature: String
  private let root: JSON
  private var lines: [String] = []

  /// The value as text without a last line feed; `feature` is whose state it is, for the hints where it was cut.
  static func text(
    _ value: JSON, of feature: String, limits: Limits = .overview, style: Style = .plain
  ) -> String {
    var printer = ValuePrinter(limits: limits, style: style, feature: feature, root: value)
    printer.write(value, at: JSONPointer(), suffix: "", indent: 0)
    return printer.lines.joined(separator: "\n")
  }

  private init(limits: Limits, style: Style, feature: String, root: JSON) {
    self.limits = limits
    self.style = style
    self.feature = feature
    self.root = root
  }

  private mutating func write(
    _ value: JSON, at place: JSONPointer, name: String? = nil, suffix: String, indent: Int
  ) {
    let margin = String(repeating: "  ", count: indent)
    let label = name.map(ValueText.quoted) ?? ""
    let prefix = name == nil ? "" : style.cyan(label) + ": "
    if let text = oneLine(value, room: ValueText.width - margin.count - label.count) {
      lines.append(margin + prefix + text + suffix)
      return
    }
    switch value {
    case .array(let elements):
      lines.append(margin + prefix + "[")
      for (index, element) in elements.prefix(limits.elements).enumerated() {
        write(
          element, at: place.appending(index), suffix: index + 1 < elements.count ? "," : "",
          indent: indent + 1)
      }
      writeCut(elements.count, at: place, margin)
      lines.append(margin + "]" + suffix)
    case .object(let object):
      lines.append(margin + prefix + "{")
      for (index, member) in object.prefix(limits.elements).enumerated() {
        write(
          member.value, at: place.appending(member.name),
          name: member.name, suffix: index + 1 < object.count ? "," : "", indent: indent + 1)
      }
      writeCut(object.count, at: place, margin)
      lines.append(margin + "}" + suffix)
    case .string(let text):
      lines.append(margin + prefix + cut(text, at: place) + suffix)
    default:
      lines.append(margin + prefix + Printable.escape(value.text()) + suffix)
    }
  }

  /// The value on one line if it has that much room and nothing in it is cut.
  private func oneLine(_ value: JSON, room: Int) -> String? {
    guard value.isSmall(limits.elements) else { return nil }
    let text = Printable.escape(value.text())
    return text.count <= room && text.count <= limits.characters ? text : nil
  }

  private func cut(_ text: String, at place: JSONPointer) -> String {
    guard text.count > limits.characters else { return ValueText.quoted(text) }
    let hint = hint(text.count - limits.characters, "characters", at: place)
    return ValueText.quoted(String(text.prefix(limits.characters))) + " " + hint
  }

  private mutating func writeCut(_ count: Int, at place: JSONPointer, _ margin: String) {
    guard count > limits.elements else { return }
    lines.append(margin + "  " + hint(count - limits.elements, "", at: place))
  }

  private func hint(_ count: Int, _ noun: String, at place: JSONPointer) -> String {
    let path = PathText.text(place, in: root)
    let command = ":state \(feature)" + (path.isEmpty ? "" : " \(path)")
    return style.dim("… \(count) more\(noun.isEmpty ? "" : " " + noun) (\(command))")
  }
}

extension JSON {
  /// Whether no container in the value has more than `limit` elements, and there are not too many in all.
  fileprivate func isSmall(_ limit: Int) -> Bool {
    var budget = 60
    return isSmall(limit, &budget)
  }

  private func isSmall(_ limit: Int, _ budget: inout Int) -> Bool {
    budget -= 1
    guard budget > 0 else { return false }
    switch self {
    case .array(let elements):
      guard elements.count <= min(limit, budget) else { return false }
      for element in elements {
        guard element.isSmall(limit, &budget) else { return false }
      }
    case .object(let object):
      guard object.count <= min(limit, budget) else { return false }
      for member in object {
        guard member.value.isSmall(limit, &budget) else { return false }
      }
    default: break
    }
    return true
  }
}
