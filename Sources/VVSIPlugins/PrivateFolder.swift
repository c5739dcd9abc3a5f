#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
package import VVSIHost

/// The folder of this process, and nobody else's, that libraries are copied to before they are loaded.
///
/// A library is loaded from a copy under a name that was never used before: the loader returns the old code for a path
/// that it knows, and a file that is overwritten while it is mapped ends the process. Folders of processes that are
/// gone, however they ended, are removed when the next one starts: a process holds its folder locked for as long as it
/// lives. Its number alone would not tell, since other processes may have it later, or elsewhere at the same time.
package struct PrivateFolder: Sendable {
  /// The folder's path.
  package let path: String
  /// Holds the lock; no other program inherits it.
  private let hold: FolderLock?

  /// Makes this process's folder in `parent`, and removes those that dead processes left there.
  ///
  /// - Throws: ``PluginError`` `.unreadable` if it cannot be made.
  package init(in parent: String) throws(PluginError) {
    try Self.makePrivate(parent)
    for name in File.names(in: parent) where name.first?.isNumber == true {
      let dead = "\(parent)/\(name)"
      guard let hold = FolderLock(dead) else { continue }
      Crashes(in: parent).keep("\(dead)/\(Crashes.file)", of: name)
      File.remove(dead)
      hold.release()
    }
    (path, hold) = try Self.makeUnused(in: parent)
  }

  /// The folder of another process, which removes it.
  package init(of path: String) {
    self.path = path
    hold = nil
  }

  /// Copies a library under a name that is used only once, if it is one that this process could load.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - plugin: Whose it is.
  ///   - generation: Which one of this plugin's.
  ///   - admit: Is asked about the copy before it gets its name.
  /// - Returns: The copy.
  /// - Throws: ``PluginError``; then there is no copy.
  func copy(
    _ library: String, plugin: String, generation: Int,
    admit: (_ copy: String) throws(PluginError) -> Void = { _ throws(PluginError) in }
  ) throws(PluginError) -> PrivateCopy {
    try LibraryFile.checkKind(of: library)
    let aside = "\(path)/\(plugin)-\(generation).new"
    do throws(PluginError) {
      var name = ContentName()
      try File.copy(library, to: aside, mode: 0o700) { name.add($0) }
      // What is checked is what will be loaded, whatever happens to the library meanwhile.
      try LibraryFile.check(aside, shownAs: library)
      try admit(aside)
      let copy = "\(path)/\(plugin)-\(generation)-\(name.text).so"
      guard rename(aside, copy) == 0 else {
        throw .unwritable(path: copy, reason: systemMessage())
      }
      return PrivateCopy(path: copy, content: name.text)
    } catch {
      unlink(aside)
      throw error
    }
  }

  /// Opens the file that a crash is written to.
  func writeDownCrashes(exitStatus status: Int32, _ wording: CrashWording) {
    let file = open("\(path)/\(Crashes.file)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0 { Crumb.install(file, status: status, wording) }
  }

  /// Removes the folder; for the end of the process.
  package func remove() {
    File.remove(path)
    hold?.release()
  }

  /// Makes a folder that only this user can look into, or makes sure that it is one.
  private static func makePrivate(_ path: String) throws(PluginError) {
    try File.makeFolder(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(path: path, reason: systemMessage()) }
    guard status.st_uid == geteuid() else {
      throw .notTrusted(path: path, culprit: path, .owner(status.st_uid))
    }
    if status.st_mode & 0o777 != 0o700 { chmod(path, 0o700) }
  }

  private static func makeUnused(
    in parent: String
  ) throws(PluginError) -> (path: String, FolderLock) {
    for number in 1..<Int.max {
      let path = "\(parent)/\(getpid()).\(number)"
      guard mkdir(path, 0o700) == 0 else {
        guard errno == EEXIST else { throw .unreadable(path: path, reason: systemMessage()) }
        continue
      }
      // Another process that starts may have taken it for one that is left over, before it was locked.
      if let hold = FolderLock(path) { return (path, hold) }
    }
    throw .unreadable(path: parent, reason: "no name is left")
  }
}

/// A copy of a library that nobody else writes to.
package struct PrivateCopy: Sendable {
  /// Where it is.
  package let path: String
  /// A name of what is in it.
  package let content: String

  /// A name of what is in a library.
  package static func content(of bytes: [UInt8]) -> String {
    var name = ContentName()
    bytes.withUnsafeBytes { name.add($0) }
    return name.text
  }

  /// Whether a text could be such a name.
  package static func isName(_ text: String) -> Bool {
    ContentName.size(of: text) != nil
      && text.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isHexDigit
      }
  }
}
