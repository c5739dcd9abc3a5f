import Foundation
import Testing

@Suite struct CompilerMessageTests {
  @Test func saysWhatBecomesOfACompletionClosure() throws {
    let refusal = #expect(throws: Library.Failure.self) {
      try Library.typecheck([
        Library.package.appending(path: "Tests/Fixtures/Published/CompletionClosure.swift").path
      ])
    }
    let message = refusal?.description ?? ""
    #expect(message.contains("leave a completion closure out of the action"))
    #expect(!message.contains("Decodable"))
  }
}
