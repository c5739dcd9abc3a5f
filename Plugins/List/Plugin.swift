import VVSI

/// What the host calls first.
@_cdecl("vvsi_main")
public func main(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
  Plugin.main(
    host,
    [
      Feature("list", summary: "A list of up to five items.", state: ListView.State()) {
        ListView.Interactor()
      }
    ])
}
