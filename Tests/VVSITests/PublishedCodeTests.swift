import Foundation
import Testing

/// Published features must compile with the published names and signatures.
///
/// They are read from documents beside the project; without those there is nothing to check. The only changes made to
/// them are `Codable` on payload types and the imports of frameworks.
@Suite(.enabled(if: Published.isPresent, "there is no folder ../shared/seeds beside the package"))
struct PublishedCodeTests {
  @Test(arguments: [5, 6])
  func compilesTheList(_ mode: Int) throws {
    let document = try Published.document("001")
    let blocks = Published.fenced(in: document).filter { $0.contains("ListView") }
    #expect(blocks.count == 3)
    #expect(blocks.contains { $0.contains("viewState.trigger(.add)") })
    let code = blocks.map { $0.replacing("struct Options {", with: "struct Options: Codable {") }
    try Published.typecheck(
      code, with: ["SwiftUI", "ListDependencies"], mode: mode)
  }

  @Test(arguments: [5, 6])
  func compilesTheListOfTheReadMe(_ mode: Int) throws {
    let readme = try Published.readMe()
    let blocks = Published.fenced(in: readme).filter { $0.contains("ListView") }
    #expect(blocks.count == 3)
    let code = blocks.map { $0.replacing("struct Options {", with: "struct Options: Codable {") }
    try Published.typecheck(
      code, with: ["SwiftUI", "ListDependencies"], mode: mode)
  }

  @Test(arguments: [5, 6])
  func compilesTheCounter(_ mode: Int) throws {
    let document = try Published.document("003")
    let sections = ["ModelState", "Intent", "View Controller", "Author"]
    let code = zip(sections, sections.dropFirst()).map { first, second in
      Published.lines(of: document, from: first, to: second)
        .replacing(/import (SCIntent|RxSwift|RxCocoa)/, with: "")
    }
    #expect(code.contains { $0.contains("downBtn.rx.tap.bind") })
    try Published.typecheck(code, with: ["UIKit"], mode: mode)
  }

  /// The document shows methods only; they are put into the classes that its comments name.
  @Test(arguments: [5, 6])
  func compilesTheScene(_ mode: Int) throws {
    let document = try Published.document("002")
    let code = Published.methods(in: document).map { name, method in
      let method = method.replacing("func viewDidLoad", with: "override func viewDidLoad")
      return "class \(name)_\(UUID().uuidString.prefix(8)): \(name)Parts {\n\(method)\n}"
    }
    #expect(code.count == 4)
    try Published.typecheck(code, with: ["UserScene"], mode: mode)
  }
}

/// The documents with published code, and the compiler.
private enum Published {
  static let folder = Library.package.deletingLastPathComponent().appending(path: "shared/seeds")

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func document(_ number: String) throws -> String {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard let file = files.first(where: { $0.hasPrefix(number) }) else {
      throw Library.Failure(description: "no document \(number)")
    }
    return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  static func readMe() throws -> String {
    struct Record: Decodable { let readme: String }
    return try JSONDecoder().decode(Record.self, from: Data(document("000").utf8)).readme
  }

  /// The Swift code between fences.
  static func fenced(in document: String) -> [String] {
    document.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  static func lines(of document: String, from first: String, to last: String) -> String {
    document.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != first }.dropFirst().prefix { $0 != last }.joined(separator: "\n")
  }

  /// Methods that stand below a comment with their class.
  static func methods(in document: String) -> [(name: String, method: String)] {
    document.components(separatedBy: "\n// U ").dropFirst().compactMap { part in
      guard let name = part.prefixMatch(of: /\w+/), let start = part.firstRange(of: "func ") else {
        return nil
      }
      return (String(name.output), String(part[start.lowerBound...]))
    }
  }

  static func typecheck(_ code: [String], with fixtures: [String], mode: Int) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    var files = fixtures.map {
      Library.package.appending(path: "Tests/Fixtures/Published/\($0).swift").path
    }
    for (index, block) in code.enumerated() {
      let file = scratch.appending(path: "published\(index).swift")
      try Data("import VVSI\n\(block)\n".utf8).write(to: file)
      files.append(file.path)
    }
    try Library.typecheck(files, mode: mode)
  }
}
