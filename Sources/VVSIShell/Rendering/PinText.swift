/// What `vvsi pin` says.
public enum PinText {
  /// Says how many plugins were pinned, and what follows from it.
  public static func pinned(_ count: Int, in lock: String) -> String {
    "pinned \(Figures.count(count, "plugin")) in \(lock); only what is named there loads, until the file "
      + "is removed"
  }
}
