import Testing
import VVSIHost

@testable import VVSIShell

@Suite(.timeLimit(.minutes(20))) struct ShellInterruptionTests {
  @Test(
    arguments: [
      (Interruptions.Kind.interrupt, Status.interrupted), (.terminate, .terminated),
      (.outputClosed, .outputClosed),
    ])
  func endsAScriptThatWaitsForALine(kind: Interruptions.Kind, status: Status) async {
    let interruptions = Interruptions()
    let source = Lines([.line("list.add")]) {
      interruptions.raise(kind)
      try? await Task.sleep(for: .seconds(600))
      return .end
    }
    let outcome = await ShellSession().run(source, interruptions: interruptions)
    #expect(outcome.output == "list  items[0] + \"item 1\"\n")
    #expect(outcome.status == status)
  }

  @Test func endsAScriptThatWaitsForAnAction() async {
    let interruptions = Interruptions()
    interruptions.raise(.interrupt)
    let outcome = await ShellSession().run(
      Lines([.line("list.hang"), .line("list.add")]), interruptions: interruptions)
    #expect(outcome.output == "")
    #expect(outcome.status == .interrupted)
  }

  @Test func letsAPersonGiveUpAWait() async {
    var session = ShellSession()
    session.isInteractive = true
    let interruptions = Interruptions()
    let source = InterruptingLines(["list.add", "list.hang", "list.add"], interruptions)
    let outcome = await session.run(source, interruptions: interruptions)
    #expect(
      outcome.lines == [
        "1 feature: list. :help tells how to drive them", #"list  items[0] + "item 1""#,
        "list goes on (ticket 2); :wait waits for it, :cancel 2 asks it to end",
        #"list  items[1] + "item 2""#,
      ])
    #expect(outcome.status == .success)
  }

  @Test func tellsAPersonsDoubleInterrupt() async {
    var session = ShellSession()
    session.isInteractive = true
    let outcome = await session.run(
      Lines([.line("list.hang &"), .interrupted, .quit]), interruptions: Interruptions())
    #expect(outcome.status == .interrupted)
  }

  @Test func endsQuietlyWhenNobodyReads() async {
    let errors = TextOutput()
    let outputs = Outputs(main: ClosingOutput(after: 2), errors: errors)
    let source = Lines(Array(repeating: .line("list.add"), count: 100))
    let status = await ShellSession().run([source], outputs: outputs, Interruptions())
    #expect(status == .outputClosed)
    #expect(errors.text == "")
  }

  @Test func keepsTheGravestInterruption() async {
    let interruptions = Interruptions()
    interruptions.raise(.interrupt)
    interruptions.raise(.terminate)
    interruptions.raise(.interrupt)
    await interruptions.wait()
    #expect(interruptions.take() == .terminate)
    #expect(interruptions.take() == nil)
  }

  @Test func tellsOfEveryInterruptAndLeavesThemToThoseWhoTakeThem() async {
    let interruptions = Interruptions()
    for _ in 0..<2 { interruptions.raise(.interrupt) }
    #expect(interruptions.takeEnding() == nil)
    interruptions.raise(.terminate)
    await interruptions.wait(forEndings: true)
    #expect(interruptions.takeEnding() == .terminate)
    #expect(interruptions.take() == .interrupt)
    #expect(interruptions.take() == .interrupt)
    #expect(interruptions.take() == nil)
  }

  @Test func endsAWaitThatIsCancelled() async {
    let interruptions = Interruptions()
    let wait = Task { await interruptions.wait() }
    wait.cancel()
    await wait.value
    #expect(interruptions.take() == nil)
  }
}

/// Interrupts the shell between the end of the line and the wait for its action, which hangs.
private actor InterruptingLines: LineSource {
  private var lines: [String]
  private let interruptions: Interruptions

  init(_ lines: [String], _ interruptions: Interruptions) {
    self.lines = lines
    self.interruptions = interruptions
  }

  func next() -> LineInput {
    guard !lines.isEmpty else { return .end }
    let line = lines.removeFirst()
    interruptions.forgetInterrupts()
    if line.hasSuffix("hang") { interruptions.raise(.interrupt) }
    return .line(line)
  }
}
