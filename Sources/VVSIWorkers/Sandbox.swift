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

  /// The command that runs another one without network, with nothing to write to but one folder and an empty `/tmp` that goes
  /// with its process.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - folder: What it may write to.
  ///   - copies: A folder that it reads from, wherever it lies.
  /// - Returns: The program and its arguments.
  func around(_ command: [String], writable folder: String, copies: String) -> [String] {
    var command = command
    // A name such as /proc/self/exe means another program in there.
    if let first = command.first, let real = File.real(first) { command[0] = real }
    let program = command.first ?? ""
    return [
      path, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp",
      "--setenv", "TMPDIR", "/tmp",
      // What lies in /tmp itself has to be put back.
      "--ro-bind", program, program, "--ro-bind", copies, copies, "--bind", folder, folder,
      "--unshare-net", "--die-with-parent", "--",
    ] + command
  }
}
