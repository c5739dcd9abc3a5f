@testable import VVSIDevelop

/// A toolchain whose frontend does what a test wants.
struct FakeCompiler {
  let driver: BuildDriver

  /// Makes one from shell scripts: for the frontend, and for the driver when it is to compile a module of the SDK.
  init(_ folder: TemporaryFolder, frontend: String, sdk: String = ":") throws {
    try Self.script("#!/bin/sh\n\(frontend)\n", at: folder["bin/frontend"])
    let driver = """
      #!/bin/sh
      for last; do :; done
      case "$*" in
      *--version*) echo 'Swift version 0' ;;
      *-###*)
        echo "\(folder["bin/frontend"]) -frontend -c -primary-file $last -module-name vvsi_module -o x.o"
        echo "/usr/bin/cc -shared x.o -o vvsi_library" ;;
      *) \(sdk) ;;
      esac
      """
    try Self.script(driver, at: folder["bin/swiftc"])
    self.driver = BuildDriver(
      compiler: folder["bin/swiftc"], sdk: Sample.sources, cache: folder["cache"])
  }

  /// Writes a script from another process: one that this process had open could not run yet when a child that was
  /// started meanwhile still holds it.
  private static func script(_ text: String, at path: String) throws {
    let write = #"mkdir -p "${2%/*}"; printf %s "$1" > "$2"; chmod 755 "$2""#
    let command = ChildProcess.Command(arguments: ["/bin/sh", "-c", write, "sh", text, path])
    _ = try ChildProcess.run([command], seconds: 600, cancellation: Cancellation())
  }
}
