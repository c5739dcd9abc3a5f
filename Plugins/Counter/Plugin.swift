import VVSI

/// What the host calls first.
@_cdecl("vvsi_main")
public func main(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
  Plugin.main(
    host,
    [
      Feature("counter", summary: "A counter from 0 to 10.") { CounterViewController() }
    ])
}
