extension ScreenReader {
  /// Completes what is before the cursor as far as it is certain; lists what is possible if it was asked already.
  func complete() {
    let buffer = buffer
    let range = Entries(buffer.text, isComplete: configuration.isComplete).range(at: buffer.cursor)
    let line = String(buffer.text[range])
    let cursor = buffer.text.utf8.distance(from: range.lowerBound, to: buffer.cursor)
    let completion = configuration.complete(line, cursor)
    guard !completion.candidates.isEmpty, (0...cursor).contains(completion.start) else {
      return beep()
    }
    let start = buffer.text.utf8.index(range.lowerBound, offsetBy: completion.start)
    guard let start = start.samePosition(in: buffer.text.unicodeScalars) else { return beep() }
    let typed = String(buffer.text[start..<buffer.cursor])
    let certain = certainText(completion, before: buffer.text[buffer.cursor...])
    if certain != typed && certain.count >= typed.count {
      replace(from: start, with: certain)
      isAboutToList = completion.candidates.count > 1
    } else if isAboutToList {
      list(completion.candidates)
    } else {
      isAboutToList = completion.candidates.count > 1
      beep()
    }
  }

  private func certainText(_ completion: Completion, before rest: Substring) -> String {
    guard completion.candidates.count == 1, let only = completion.candidates.first else {
      return completion.commonPrefix
    }
    return only.text + (only.appendsSpace && rest.first != " " ? " " : "")
  }

  private func replace(from start: String.Index, with text: String) {
    var buffer = buffer
    buffer.replace(from: start, with: text)
    self.buffer = buffer
  }

  private func list(_ candidates: [Completion.Candidate]) {
    let size = console.terminal.size
    let list = CandidateList(candidates, columns: size.columns, isDimmed: configuration.isColoured)
    show(Array(list.text(rows: max(3, size.rows - 2)).utf8))
  }

  private func beep() {
    console.terminal.write([7])
  }
}
