import VVSI

/// What the host calls first.
@_cdecl("vvsi_main")
public func main(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
  Plugin.main(
    host,
    [
      Feature("user", summary: "A user from a JSON file or an http URL.") {
        UserViewController.assemble()
      }
    ])
}
