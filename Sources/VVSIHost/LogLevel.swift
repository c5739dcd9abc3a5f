/// How much a log line matters.
public enum LogLevel: Int32, Sendable, CaseIterable {
  case debug = 0
  case information = 1
  case warning = 2
  case error = 3
}
