#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ScreenReader {
  func loadHistory() {
    guard let path = configuration.historyPath else { return }
    let file = HistoryFile(path: path)
    do {
      history = History(try file.load())
      historyFile = file
    } catch {
      giveUpHistoryFile(error)
    }
  }

  /// Takes an entry into the history.
  func remember(_ entry: String) {
    guard history.add(entry), let historyFile else { return }
    do {
      try historyFile.append(entry)
    } catch {
      giveUpHistoryFile(error)
    }
  }

  private func giveUpHistoryFile(_ failure: HistoryFile.Failure) {
    historyFile = nil
    let reason = String(cString: strerror(failure.code))
    show(Array(LineEditor.Wording.historyIsNotKept(failure.path, reason: reason).utf8))
  }

  // MARK: - Recalling

  func up() {
    var buffer = buffer
    if buffer.moveUp() {
      self.buffer = buffer
    } else {
      recall(-1)
    }
  }

  func down() {
    var buffer = buffer
    if buffer.moveDown() {
      self.buffer = buffer
    } else {
      recall(1)
    }
  }

  private func recall(_ step: Int) {
    let index = (recalled?.index ?? history.entries.count) + step
    if history.entries.indices.contains(index) {
      recalled = (index, recalled?.line ?? buffer)
      buffer = EditBuffer(history.entries[index])
    } else if index == history.entries.count, let recalled {
      buffer = recalled.line
      self.recalled = nil
    }
  }

  // MARK: - Searching

  /// Searches the history while a pattern is typed; any other key takes what was found and does its own work.
  func searchHistory() {
    let line = buffer
    search = HistorySearch(history)
    defer { search = nil }
    while let key = nextKey() {
      switch key {
      case .character("\u{12}"): search?.searchOn()
      case .character("\u{08}"), .character("\u{7F}"): search?.removeLast()
      case .character("\u{07}"), .character("\u{03}"): return
      case .character(let scalar) where scalar.value >= 0x20:
        let text = String(scalar) + textThatFollows()
        search?.add(text)
      default:
        if key != .character("\u{1B}") { returnedKey = key }
        accept(line)
        return
      }
    }
  }

  private func accept(_ line: EditBuffer) {
    guard let search, let found = search.found else { return }
    recalled = (found.index, line)
    buffer = search.buffer
  }
}
