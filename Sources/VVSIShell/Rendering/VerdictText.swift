public import VVSIHost

/// What `vvsi check` says.
public enum VerdictText {
  /// One line.
  public static func line(_ verdict: Verdict) -> String {
    let time = "\(Figures.decimal(verdict.milliseconds, digits: 1)) ms"
    let what =
      switch verdict.outcome {
      case .passed(let features) where features.isEmpty: "passed in \(time)"
      case .passed(let features): "passed in \(time): \(Wording.list(features))"
      case .refused(let error): "refused (\(error.code)): \(Wording.message(error))"
      case .failed(let failure): Wording.message(failure)
      }
    return Printable.escape("\(verdict.plugin)  \(what)  \(verdict.path)")
  }

  /// One line, and what the plugin printed before it failed.
  public static func whole(_ verdict: Verdict) -> String {
    guard case .failed(let failure) = verdict.outcome else { return line(verdict) }
    let printed = failure.output.split(separator: "\n").map { "  " + Printable.escape(String($0)) }
    return ([line(verdict)] + printed).joined(separator: "\n")
  }

  /// Says that none of the libraries is there that a manifest names.
  public static func nothingToTry(_ path: String) -> String {
    Printable.escape("\(path)  names no library that is there: there is nothing to try")
  }

  /// Says how many verdicts are forgotten.
  public static func cleared(_ count: Int) -> String {
    "forgot \(Figures.count(count, "verdict"))"
  }
}
