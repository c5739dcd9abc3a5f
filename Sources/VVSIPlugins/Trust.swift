package import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which files may be loaded or built: those that nobody else can write, replace or rename.
///
/// Trusted are this user, root, and whoever owns the host's executable, who could do as he likes in any case.
public struct Trust: Sendable {
  /// How often a way is looked for while what is at its end changes.
  private static let mostLooks = 100

  private let exceptions: [String]
  /// What says who is trusted, where that cannot be used.
  private let missing: String?

  /// Makes a trust.
  ///
  /// - Parameter exceptions: Files and folders that are trusted with all that is in them, whoever can write to them.
  public init(exceptions: [String] = []) {
    self.exceptions = exceptions.compactMap(File.real)
    missing = nil
  }

  /// Trusts nobody: who is trusted is for this configuration to say, which cannot be used.
  public init(withoutConfiguration path: String) {
    exceptions = []
    missing = path
  }

  /// Looks at a configuration, or at what pins plugins, and at every folder above it.
  ///
  /// - Throws: ``PluginError/setupNotTrusted(path:culprit:_:)``.
  package func checkSetup(_ path: String) throws(PluginError) {
    do throws(PluginError) {
      try check(path)
    } catch {
      guard case .notTrusted(_, let culprit, let reason) = error else { throw error }
      throw .setupNotTrusted(path: path, culprit: culprit, reason)
    }
  }

  /// Looks at a file or folder and at every folder above it, and so at every link on the way there.
  ///
  /// What is not there is nobody's.
  ///
  /// - Throws: ``PluginError/notTrusted(path:culprit:_:)``, or ``PluginError/withoutConfiguration(path:configuration:)``.
  package func check(_ path: String) throws(PluginError) {
    if let missing { throw .withoutConfiguration(path: path, configuration: missing) }
    guard let way = try settledWay(to: path) else { return }
    for link in way.links { try check(place: link, for: path) }
    try check(place: way.end, for: path)
  }

  /// The way that the system takes to a file; nil if there is none.
  ///
  /// Editors put another file in its place when they save, so that a way that ends at another file is looked for again.
  private func settledWay(
    to path: String
  ) throws(PluginError) -> (links: [String], end: String)? {
    for _ in 0..<Self.mostLooks {
      var (found, end) = (stat(), stat())
      guard stat(path, &found) == 0 else { return nil }
      let way = File.way(to: path)
      guard lstat(way.end, &end) == 0, found.st_dev == end.st_dev, found.st_ino == end.st_ino
      else { continue }
      return way
    }
    // Names that are no Unicode would lead somewhere else.
    throw .unreadable(
      path: path, reason: "the way there has no name in Unicode, or changes all the time")
  }

  /// Looks at a folder of sources, at every folder above it, and at all that is in it and not hidden, or linked to from
  /// there.
  ///
  /// - Throws: ``PluginError/notTrusted(path:culprit:_:)``, or ``PluginError/withoutConfiguration(path:configuration:)``.
  package func checkTree(_ path: String) throws(PluginError) {
    try check(path)
    guard let real = File.real(path) else { return }
    var folders = [real]
    var seen: Set<String> = [real]
    while let folder = folders.popLast() {
      for name in File.names(in: folder) where !name.hasPrefix(".") {
        let place = "\(folder)/\(name)"
        guard let inner = try checkEntry(place, for: path), seen.insert(inner).inserted else {
          continue
        }
        folders.append(inner)
      }
    }
  }

  /// Looks at what is in a folder that was looked at.
  ///
  /// - Returns: The folder that it is or leads to, if it is one.
  private func checkEntry(_ place: String, for path: String) throws(PluginError) -> String? {
    var status = stat()
    guard lstat(place, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFLNK else {
      if !isException(place) { try look(at: status, of: place, for: path, isAbove: false) }
      return status.st_mode & S_IFMT == S_IFDIR ? place : nil
    }
    do throws(PluginError) {
      try check(place)
    } catch {
      guard case .notTrusted(_, let culprit, let reason) = error else { throw error }
      throw .notTrusted(path: path, culprit: culprit, reason)
    }
    return File.kind(of: place) == .folder ? File.real(place) : nil
  }

  /// Looks at a place that no link leads to, but that may be one, and at every folder above it.
  private func check(place real: String, for path: String) throws(PluginError) {
    guard !isException(real) else { return }
    var place = real
    while true {
      var status = stat()
      if lstat(place, &status) == 0 {
        try look(at: status, of: place, for: path, isAbove: place != real)
      }
      let parent = File.folder(of: place)
      if parent == place { return }
      place = parent
    }
  }

  private func isException(_ path: String) -> Bool {
    exceptions.contains { path == $0 || path.hasPrefix($0 == "/" ? "/" : $0 + "/") }
  }

  /// Of a folder above, one entry matters, and if it is sticky, others cannot touch that.
  private func look(
    at status: stat, of place: String, for path: String, isAbove: Bool
  ) throws(PluginError) {
    guard let reason = Self.distrust(status, isAbove: isAbove) else { return }
    throw .notTrusted(path: path, culprit: place, reason)
  }

  private static func distrust(_ status: stat, isAbove: Bool) -> Distrust? {
    guard owners.contains(status.st_uid) else { return .owner(status.st_uid) }
    // Nobody writes to a link, whatever its mode says; who may replace it is a matter of its folder.
    if status.st_mode & S_IFMT == S_IFLNK { return nil }
    if isAbove, status.st_mode & S_ISVTX != 0 { return nil }
    if status.st_mode & S_IWOTH != 0 { return .everyone }
    if status.st_mode & S_IWGRP != 0, !isPrivate(group: status.st_gid, of: status.st_uid) {
      return .group(status.st_gid)
    }
    return nil
  }

  private static let owners: [uid_t] = {
    var owners: [uid_t] = [0, geteuid()]
    var status = stat()
    if stat("/proc/self/exe", &status) == 0 { owners.append(status.st_uid) }
    return owners
  }()

  /// Many systems give every user a group of his own, with nobody else in it, and let files be writable by it.
  private static func isPrivate(group: gid_t, of user: uid_t) -> Bool {
    guard let account = getpwuid(user), account.pointee.pw_gid == group,
      let entry = getgrgid(group), let members = entry.pointee.gr_mem
    else { return false }
    let name = String(cString: account.pointee.pw_name)
    var index = 0
    while let member = members[index] {
      if String(cString: member) != name { return false }
      index += 1
    }
    return String(cString: entry.pointee.gr_name) == name
  }
}
