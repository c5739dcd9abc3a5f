import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bubblewrap: a program that starts another one with less of the machine in sight.
struct Sandbox {
  /// The program's name.
  static let program = "bwrap"

  private let path: String

  /// Looks for the program in `PATH`.
  static func find() -> Sandbox? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    let paths = folders.split(separator: ":").map { folder -> String in "\(folder)/\(program)" }
    guard let path = paths.first(where: { path in access(path, X_OK) == 0 }) else { return nil }
    return Sandbox(path: path)
  }

  /// The command that runs another one where it sees no process but its own, has no network, no privilege and no terminal,
  /// and nothing to write to but some folders and an empty `/tmp` that goes with its process.
  ///
  /// What it can read it may read; so it reaches the sockets that lie in the file system, as far as it may write to them.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - readable: Folders that it reads from, wherever they lie.
  ///   - writable: Folders that it may write to.
  /// - Returns: The program and its arguments.
  func around(_ command: [String], readable: [String], writable: [String]) -> [String] {
    var command = command
    // A name such as /proc/self/exe means another program in there.
    if let first = command.first, let real = File.real(first) { command[0] = real }
    // What lies in /tmp itself has to be put back.
    let mounts =
      ([command[0]] + readable).map { ("--ro-bind", $0) } + writable.map { ("--bind", $0) }
    // What lies in another folder is not to be hidden by that.
    let binds = mounts.sorted { $0.1.utf8.count < $1.1.utf8.count }.flatMap { [$0.0, $0.1, $0.1] }
    return [
      path, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp",
      "--setenv", "TMPDIR", "/tmp",
    ] + binds + [
      "--unshare-net", "--unshare-pid", "--unshare-ipc", "--cap-drop", "ALL", "--new-session",
      "--die-with-parent", "--",
    ] + command
  }
}
