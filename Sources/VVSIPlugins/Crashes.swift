#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
public import VVSIHost

/// What hosts that crashed have written down: in their private folders, and, once those are removed, beside them.
public struct Crashes: Sendable {
  /// The file's name in a private folder.
  static let file = "crash"

  private let folder: String

  /// Looks beside the private folders in `parent`.
  public init(in parent: String) {
    folder = "\(parent)/crashes"
  }

  /// Keeps what a dead process has written, if it has.
  func keep(_ file: String, of process: String) {
    guard let text = try? File.read(file), !text.isEmpty else { return }
    guard (try? File.makeFolder(folder)) != nil else { return }
    // Hosts that are each the first process of a container have all the same name.
    let word = String(UInt32.random(in: .min ... .max), radix: 36)
    rename(file, "\(folder)/\(process)-\(word)")
  }

  /// All that nobody was told of yet; whoever takes it is the only one who does.
  public func take() -> [Crash] {
    File.names(in: folder).compactMap { name in
      let path = "\(folder)/\(name)"
      let text = try? File.read(path)
      guard unlink(path) == 0, let text else { return nil }
      return Crash(parsing: text)
    }
  }
}

extension Crash {
  /// Reads what the handler wrote: a name and a value a line, the action last; nil if it is nothing of the kind.
  init?(parsing text: [UInt8]) {
    var rest = text[...]
    var members: [String: String] = [:]
    while let space = rest.firstIndex(of: UInt8(ascii: " ")) {
      let name = String(decoding: rest[..<space], as: UTF8.self)
      rest = rest[(space + 1)...]
      let end = name == "action" ? rest.endIndex : rest.firstIndex(of: UInt8(ascii: "\n"))
      guard let end else { return nil }
      members[name] = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...].dropFirst()
    }
    guard let end = members["end"], let plugin = members["plugin"] else { return nil }
    let ticket = members["ticket"].flatMap(UInt64.init) ?? 0
    self.init(
      end: end, plugin: plugin, feature: members["feature"] ?? "",
      content: members["content"] ?? "",
      generation: members["generation"].flatMap { Int($0) } ?? 0,
      ticket: ticket == 0 ? nil : Ticket(ticket), action: members["action"] ?? "")
  }
}

/// Content of plugins that took a host down; the user's other hosts know of it as well.
public struct Suspects: Sendable {
  private let folder: String
  private let contents: Set<String>

  /// Reads what is known; a file's name is the content's.
  public init(in folder: String) {
    self.folder = folder
    contents = Set(File.names(in: folder))
  }

  /// Suspects nobody.
  public static let none = Suspects(in: "/dev/null")

  /// Remembers what took hosts down.
  public func adding(_ crashes: [Crash]) -> Suspects {
    let new = crashes.map(\.content).filter { !$0.isEmpty && !$0.contains("/") }
    guard !new.isEmpty, (try? File.makeFolder(folder)) != nil else { return self }
    for content in new { try? File.write([], to: "\(folder)/\(content)") }
    return Suspects(in: folder)
  }

  /// Forgets all of them.
  public func clear() {
    File.remove(folder)
  }

  /// Whether a plugin of this content took a host down.
  package func contains(content: String) -> Bool { contents.contains(content) }

  /// Whether this is the library that took a host down.
  package func contains(library path: String) -> Bool {
    // Hardly any library is as long as one that took a host down; others need not be read.
    guard !contents.isEmpty, let size = File.size(of: path),
      contents.contains(where: { ContentName.size(of: $0) == size }),
      let bytes = try? File.read(path)
    else { return false }
    return contents.contains(PrivateCopy.content(of: bytes))
  }
}
