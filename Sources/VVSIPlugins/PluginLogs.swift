import VVSIHost

/// Passes the log lines of plugins on, as many a second of each as the limits allow.
struct PluginLogs {
  /// How much of a log line is passed on, in bytes.
  private static let lineBytes = 16 << 10

  private let viewState: ViewState
  private var gates: [String: FloodGate] = [:]

  init(_ viewState: ViewState) {
    self.viewState = viewState
  }

  /// Takes the lines of one plugin, in all its generations, from any thread.
  mutating func log(of plugin: String) -> @Sendable (LogLevel, String) -> Void {
    let gate = gates[plugin] ?? FloodGate(limit: viewState.limits.logLines)
    gates[plugin] = gate
    let viewState = viewState
    let publish = { @Sendable (level: LogLevel, message: String) in
      viewState.post(.log(plugin: plugin, level: level, message: message))
    }
    return { level, message in
      guard gate.admits({ publish(.error, $0.words("log lines")) }) else { return }
      publish(level, Self.cut(message))
    }
  }

  private static func cut(_ line: String) -> String {
    let count = line.utf8.count
    guard count > lineBytes else { return line }
    return String(decoding: line.utf8.prefix(lineBytes), as: UTF8.self)
      + "… and \(count - lineBytes) bytes more"
  }
}
