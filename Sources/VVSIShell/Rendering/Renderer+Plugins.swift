import VVSIHost

extension Renderer {
  /// What to show for an event about a plugin.
  func plugin(_ kind: Event.Kind) -> Passage? {
    switch kind {
    case .loaded(let plugin, let generation, let features):
      guard announcesPlugins else { return nil }
      let names = features.isEmpty ? "no features" : features.joined(separator: ", ")
      let text = generation > 1 ? "loaded again as generation \(generation)" : "loaded"
      return line(about: plugin, "\(text): \(Printable.escape(names))")
    case .unloaded(let plugin): return line(about: plugin, "unloaded")
    case .reloaded(let reload): return passage(for: reload)
    case .reloadFailed(let failure): return passage(for: failure)
    case .log(let plugin, let level, let message): return log(plugin, level, message)
    default: return nil
    }
  }

  private func line(about plugin: String, _ text: String) -> Passage {
    Passage(text: style.bold(Printable.escape(plugin)) + " " + text + "\n")
  }

  private func passage(for reload: Reload) -> Passage {
    var text = style.bold(Printable.escape(reload.plugin)) + " " + style.green("live")
    text += " in \(time(reload.seconds)) s"
    if !reload.stages.isEmpty {
      let stages = reload.stages.map { "\(Printable.escape($0.name)) \(time($0.seconds))" }
      text += style.dim(" (\(stages.joined(separator: ", ")))")
    }
    text += "\n" + DiagnosticText.text(reload.diagnostics, style: style)
    for dropped in reload.dropped {
      let path = Printable.escape(dropped.path)
      let reason = Printable.escape(dropped.reason)
      let place = path.isEmpty ? "" : " \(path)"
      text += "  \(style.yellow("not carried:")) \(dropped.feature)\(place): \(reason)\n"
    }
    if reload.stale > 0 {
      let actions = Figures.count(reload.stale, "action")
      text += "  \(actions) of the old generation still run; what they change is dropped\n"
    }
    return Passage(text: text)
  }

  /// Two decimals, or more where they would all be zeros.
  private func time(_ seconds: Double) -> String {
    let digits = seconds >= 0.01 ? 2 : seconds >= 0.0005 ? 3 : 5
    return Figures.decimal(seconds, digits: digits)
  }

  private func passage(for failure: ReloadFailure) -> Passage {
    let stays =
      failure.generation > 0 ? "; generation \(failure.generation) stays live" : ""
    let message = error(failure.error.code, Wording.message(failure.error) + stays)
    let diagnostics = DiagnosticText.text(failure.diagnostics, style: errorStyle)
    return Passage(text: diagnostics + message.text, isError: true)
  }

  private func log(_ plugin: String, _ level: LogLevel, _ message: String) -> Passage {
    let head =
      switch level {
      case .debug, .information: errorStyle.dim(level.name)
      case .warning: errorStyle.caution(level.name)
      case .error: errorStyle.alarm(level.name)
      }
    let name = Printable.escape(plugin)
    return Passage(text: "\(head) \(name): \(Printable.escape(message))\n", isError: true)
  }
}
