import CVVSI
import Foundation
import Testing

@testable import VVSI

/// What the host keeps for a plugin from one start to the next.
@Suite struct NotesTests {
  struct Plain: Codable { var count = 0 }
  struct Unordered: Codable { var names: Set<String> = [] }
  struct Borrowed: Codable { var range = 0..<1 }
  private struct Hidden: Codable { var count = 0 }

  typealias Noted = any (Decodable & Sendable).Type

  static let plain: [Noted] = [Plain.self, Unordered.self]
  static let foreign: [Noted] = [Borrowed.self, Hidden.self]

  @Test(arguments: plain)
  func traitsAreRecalledAsTheyWere(_ type: Noted) {
    let host = Notebook()
    let first = Traits.known(of: type, in: host.notes)
    #expect(host.texts.count == 1)
    #expect(Traits.known(of: type, in: host.notes) == first)
    #expect(Traits.known(of: type, in: PluginNotes()) == first)
    #expect(first.isSteady == (type == Plain.self))
  }

  @Test func whatIsNotedCounts() {
    let host = Notebook()
    _ = Traits.known(of: Plain.self, in: host.notes)
    host.texts = host.texts.mapValues { _ in "~{}" }
    #expect(Traits.known(of: Plain.self, in: host.notes) == Traits(schema: "{}", isSteady: false))
    host.texts = host.texts.mapValues { _ in "something else" }
    #expect(Traits.known(of: Plain.self, in: host.notes).schema.contains("count"))
  }

  /// A type of the standard library may be another tomorrow, and one that is private may share its name.
  @Test(arguments: foreign)
  func whatThePluginsCodeAloneDoesNotDecideIsNotNoted(_ type: Noted) {
    let host = Notebook()
    _ = Traits.known(of: type, in: host.notes)
    #expect(host.texts.isEmpty)
  }
}

/// A host that keeps notes.
private final class Notebook {
  var texts: [String: String] = [:]
  let notes = PluginNotes()

  init() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let table = UnsafeMutablePointer<vvsi_notes>.allocate(capacity: 1)
    table.initialize(
      to: vvsi_notes(
        size: UInt32(MemoryLayout<vvsi_notes>.size), reserved: 0, context: context,
        recall: { context, name, sink in
          guard let note = Notebook.at(context)?.texts[text(name)] else { return }
          lend(note) { sink?.pointee.write(sink?.pointee.context, $0) }
        },
        note: { context, name, value in Notebook.at(context)?.texts[text(name)] = text(value) }))
    notes.use(UnsafePointer(table))
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> Notebook? {
    context.map { Unmanaged<Notebook>.fromOpaque($0).takeUnretainedValue() }
  }
}
