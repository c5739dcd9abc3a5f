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

  /// Whether a command begins with it.
  static func isProgram(_ path: String) -> Bool { File.name(of: path) == program }

  /// The command that runs another one without network, with nothing to write to but one folder.
  func around(_ command: [String], writable folder: String) -> [String] {
    var command = command
    // A name such as /proc/self/exe means another program in there.
    if let first = command.first, let real = File.real(first) { command[0] = real }
    return [
      path, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", folder, folder,
      "--unshare-net", "--die-with-parent", "--",
    ] + command
  }
}
