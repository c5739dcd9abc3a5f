import VVSIHost
import VVSIJSON

/// Tells people what happens.
///
/// It keeps the last state of every instance, to show what a commit changed.
struct Renderer {
  /// For standard output.
  let style: Style
  /// For standard error.
  let errorStyle: Style
  /// Whether no state is held back; if some are, nobody can tell which action changed nothing.
  let showsAllStates: Bool
  /// Whether plugins that come are announced.
  var announcesPlugins = true

  private var states: [InstanceName: JSON] = [:]
  /// Open actions of which something was shown already.
  private var seen: Set<Ticket> = []

  init(style: Style, errorStyle: Style, showsAllStates: Bool = true) {
    self.style = style
    self.showsAllStates = showsAllStates
    self.errorStyle = errorStyle
  }

  /// What to show for an event; nil if nothing.
  mutating func passage(for event: Event) -> Passage? {
    switch event.kind {
    case .triggered, .answer: return nil
    case .state(let feature, let ticket, let version, let state):
      return changes(of: feature, ticket, version, state)
    case .notification(let feature, let ticket, let notification):
      note(ticket)
      return line(feature.description, style.yellow("!") + " " + text(notification))
    case .settled(let feature, let ticket, let milliseconds):
      guard seen.remove(ticket) == nil, showsAllStates else { return nil }
      let time = Figures.decimal(milliseconds, digits: milliseconds < 10 ? 2 : 0)
      return line(feature.description, style.dim("settled in \(time) ms, nothing changed"))
    case .route(let feature, let ticket, let route):
      note(ticket)
      return line(feature.description, "route → " + text(route))
    case .rejected(let feature, let ticket, let reason):
      if let ticket { seen.remove(ticket) }
      return error(reason.code, Wording.message(reason, feature: feature))
    case .failed(let feature, let ticket, let fault):
      note(ticket)
      return error(fault.code, "\(feature) failed: \(Wording.message(fault))")
    case .error(let code, let message): return error(code, message)
    case .dropped(let count):
      return error(
        "dropped", "\(Figures.count(count, "event")) came faster than they could be shown")
    case .loaded, .reloaded, .reloadFailed, .unloaded, .log: return plugin(event.kind)
    }
  }

  private mutating func note(_ ticket: Ticket?) {
    if let ticket { seen.insert(ticket) }
  }

  private func line(_ name: String, _ text: String) -> Passage {
    Passage(text: style.bold(Printable.escape(name)) + "  " + text + "\n")
  }

  /// One line of an error: `error[code]: message`.
  func error(_ code: String, _ message: String) -> Passage {
    let head = errorStyle.alarm("error[\(Printable.escape(code))]:")
    return Passage(text: "\(head) \(Printable.escape(message))\n", isError: true)
  }

  private func text(_ notification: [UInt8]) -> String {
    guard let value = try? JSON(parsing: notification) else {
      return Printable.escape(String(decoding: notification, as: UTF8.self))
    }
    return ValueText.notation(value)
  }

  private func text(_ route: Route) -> String {
    var parts = [style.bold(Printable.escape(route.feature))]
    if !route.to.isEmpty { parts.append(ValueText.word(route.to)) }
    if let payload = try? JSON(parsing: route.payload), !payload.isNull, payload != [:] {
      parts.append(ValueText.short(payload))
    }
    return parts.joined(separator: " ")
  }

  // MARK: States

  private mutating func changes(
    of feature: InstanceName, _ ticket: Ticket?, _ version: UInt64, _ text: [UInt8]
  ) -> Passage? {
    let new: JSON
    do throws(JSONError) {
      new = try JSON(parsing: text)
    } catch {
      return self.error(
        "invalid_state",
        "\(feature) committed a state that is \(error.defect): expected \(error.expected),"
          + " found \(error.found)")
    }
    let old = states.updateValue(new, forKey: feature)
    if version == 0, ticket == nil { return nil }
    if showsAllStates { note(ticket) }
    guard let old else {
      return Passage(text: StateText.whole(new, of: feature, style: style))
    }
    let lines = StateChanges.lines(from: old, to: new, of: feature, style: style)
    let name = style.bold(feature.description)
    return lines.isEmpty ? nil : Passage(text: lines.map { "\(name)  \($0)\n" }.joined())
  }
}
