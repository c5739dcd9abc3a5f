extension Duration {
  /// As many seconds as somebody has asked for, but no fewer than none, and no more than clocks can reckon with: three
  /// years.
  package static func bounded(seconds: Double) -> Duration {
    seconds > 0 ? .seconds(min(seconds, 1e8)) : .zero
  }
}
