public import VVSIHost

/// Another program that does the same work, measured beside.
public enum PeerBenchmark {
  private static let secondsLimit = 120.0

  /// Runs a shell's command that prints nanoseconds an action, such as `1095 ns`.
  ///
  /// - Returns: The first such number that it prints.
  /// - Throws: ``Fault`` `benchmark_failed` if the command fails or prints none.
  public static func run(_ command: String) async throws(Fault) -> Double {
    let call = ChildProcess.Command(arguments: ["/bin/sh", "-c", command])
    let outcome: ChildProcess.Outcome?
    do throws(SystemError) {
      outcome = try await offActor { () throws(SystemError) in
        try ChildProcess.run([call], seconds: secondsLimit, cancellation: Cancellation()).first
      }
    } catch {
      throw failure(command, "\(error)")
    }
    guard let outcome, outcome.succeeded else {
      throw failure(command, "it failed: \(outcome?.output ?? "")")
    }
    let words = outcome.output.split(whereSeparator: \.isWhitespace)
    let numbers = zip(words, words.dropFirst()).lazy.filter { $0.1 == "ns" }
    guard let number = numbers.compactMap({ Double($0.0) }).first(where: { $0 > 0 }) else {
      throw failure(command, "expected a number and 'ns', found \(outcome.output.prefix(200))")
    }
    return number
  }

  private static func failure(_ command: String, _ reason: String) -> Fault {
    Fault(code: "benchmark_failed", message: "'\(command)' measures nothing: \(reason)")
  }
}
