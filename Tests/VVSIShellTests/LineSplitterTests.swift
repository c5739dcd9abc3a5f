import Testing

@testable import VVSIShell

@Suite struct LineSplitterTests {
  @Test func cutsAtLineFeedsWhateverTheChunks() {
    let text = "one\ntwo\r\n\n{\"a\":\n1}\nlast é"
    let expected: [LineInput] = [
      .line("one"), .line("two"), .line(""), .line("{\"a\":\n1}"), .line("last é"), .end,
    ]
    for size in [1, 2, 3, 7, 100] { #expect(split(text.utf8, chunk: size) == expected) }
  }

  @Test func givesBackAnUnfinishedEnvelopeAtTheEnd() {
    #expect(split("{\"a\":".utf8) == [.line("{\"a\":"), .end])
    #expect(split("{\"a\":\nlist\n".utf8) == [.line("{\"a\":"), .line("list"), .end])
  }

  @Test func refusesBytesThatAreNoUTF8AndGoesOn() {
    let bytes: [UInt8] = [0x61, 0xC3, 0xA9, 0xFF, 0x0A, 0x62]
    #expect(split(bytes) == [.unreadable(.notUTF8(byte: 4)), .line("b"), .end])
    #expect(split([0x7B, 0x0A, 0xC3, 0x0A]) == [.line("{"), .unreadable(.notUTF8(byte: 1)), .end])
  }

  @Test func refusesLinesThatAreTooLongAndGoesOn() {
    let long = String(repeating: "x", count: 50)
    for size in [1, 16, 17, 100] {
      #expect(
        split("ab\n\(long)\ncd\n\(long)".utf8, chunk: size, limit: 16) == [
          .line("ab"), .unreadable(.tooLong(bytes: 50, limit: 16)), .line("cd"),
          .unreadable(.tooLong(bytes: 50, limit: 16)), .end,
        ])
    }
  }

  private func split(
    _ bytes: some Collection<UInt8>, chunk: Int = 1_000, limit: Int = 1_000
  ) -> [LineInput] {
    var splitter = LineSplitter(limit: limit)
    var inputs: [LineInput] = []
    var rest = Array(bytes)[...]
    while inputs.last != .end {
      if let input = splitter.next() {
        inputs.append(input)
      } else if rest.isEmpty {
        splitter.finish()
      } else {
        splitter.append(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
      }
    }
    return inputs
  }
}
