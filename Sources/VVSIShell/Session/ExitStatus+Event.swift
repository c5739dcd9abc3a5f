import VVSIHost

extension ExitStatus {
  /// What an event means for the one who started the process.
  init(for kind: Event.Kind) {
    switch kind {
    case .failed(_, _, let fault):
      self = Self.endings.contains(fault.code) ? .pluginFailed : .actionFailed
    case .rejected: self = .actionFailed
    case .error(let code, _): self = Self.statuses[code] ?? .actionFailed
    default: self = .success
    }
  }

  /// How actions fail whose plugin's process ended under them, by itself or by its host.
  private static let endings: Set<String> = [
    "worker_crashed", "worker_failed", "unresponsive", "deadline", "too_many_processes",
  ]

  /// What errors mean that belong to no action, by code.
  private static let statuses: [String: ExitStatus] = {
    var statuses: [String: ExitStatus] = [:]
    for code in ["usage", "unknown_command", "invalid_line"] { statuses[code] = .usage }
    for code in [
      "not_found", "unreadable", "not_a_library", "wrong_machine", "load_failed", "no_entry_point",
      "abi_mismatch", "invalid_feature", "duplicate_feature", "already_loaded", "nothing_to_build",
      "build_failed", "build_impossible", "invalid_manifest", "features_lost", "carry_failed",
      "crashed", "trial_failed", "no_sandbox", "not_trusted", "not_pinned", "pin_mismatch",
      "unwritable", "no_library",
    ] { statuses[code] = .pluginFailed }
    return statuses
  }()
}
