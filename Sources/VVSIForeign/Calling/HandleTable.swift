import VVSIJSON

/// The handles of one instance that are open, by the names that people see.
final class HandleTable {
  private struct Entry {
    let type: HandleType
    let number: Int
    let pointer: UnsafeMutableRawPointer

    var name: String { "\(type.name)#\(number)" }
  }

  private var entries: [Entry] = []
  private var last: [String: Int] = [:]

  /// The pointer that a name stands for.
  ///
  /// - Throws: ``Misfit`` if it is not open, or no longer.
  func pointer(_ json: JSON, of type: HandleType) throws(Misfit) -> UnsafeMutableRawPointer {
    let open = entries.filter { $0.type === type }
    if let name = json.stringValue, let entry = open.first(where: { $0.name == name }) {
      return entry.pointer
    }
    let names = open.map(\.name).joined(separator: ", ")
    let known = open.isEmpty ? "none is open" : "open: \(names)"
    throw Misfit("a \(type.name) that is open (\(known))", found: json)
  }

  /// The name of a pointer, a new one if it is not known yet.
  func name(of pointer: UnsafeMutableRawPointer, _ type: HandleType) -> String {
    if let entry = entries.first(where: { $0.pointer == pointer && $0.type === type }) {
      return entry.name
    }
    last[type.name, default: 0] += 1
    let entry = Entry(type: type, number: last[type.name] ?? 1, pointer: pointer)
    entries.append(entry)
    return entry.name
  }

  /// Forgets a handle that C has freed, and returns its name.
  func remove(_ pointer: UnsafeMutableRawPointer) -> String? {
    guard let index = entries.firstIndex(where: { $0.pointer == pointer }) else { return nil }
    return entries.remove(at: index).name
  }

  /// Forgets all handles, the last one first.
  func removeAll(_ body: (HandleType, UnsafeMutableRawPointer) -> Void) {
    while let entry = entries.popLast() { body(entry.type, entry.pointer) }
  }
}
