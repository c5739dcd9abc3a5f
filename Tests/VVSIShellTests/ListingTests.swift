import Testing
import VVSIHost

@testable import VVSIShell

/// What `:plugins` says of where a plugin runs, and how it fares there.
@Suite struct ListingTests {
  static let places: [(Residence, Vetting, String)] = [
    (.host, Vetting(), "in the host, not tried"),
    (.host, Vetting(isTried: true), "in the host, tried"),
    (.host, Vetting(isTried: true, isPinned: true), "in the host, tried, pinned"),
    (.process(Residence.Tenancy(process: 4711)), Vetting(), "process 4711"),
    (
      .process(Residence.Tenancy(process: 4711, crashes: 1)), Vetting(isPinned: true),
      "process 4711, 1 crash, pinned"
    ),
    (
      .process(Residence.Tenancy(process: nil, crashes: 2)), Vetting(),
      "a process of its own, not running now, 2 crashes"
    ),
    (
      .process(Residence.Tenancy(process: nil, crashes: 3, isQuarantined: true)), Vetting(),
      "in quarantine after 3 crashes (':retry List' or a new build ends it)"
    ),
    (
      .process(Residence.Tenancy(process: 4711, cause: .crash)), Vetting(isPinned: true),
      "process 4711, apart since it took a host down, until it is built anew"
        + " ('vvsi check --clear' forgets it), pinned"
    ),
  ]

  @Test(arguments: places)
  func tellsWhereAPluginRuns(_ residence: Residence, _ vetting: Vetting, _ words: String) {
    let status = PluginStatus(
      name: "List", generation: 2, path: "List.so", features: ["list"], running: 0,
      residence: residence, vetting: vetting)
    #expect(
      Listing.text([status], style: .plain)
        == "List  generation 2, \(words), features: list  List.so\n")
  }
}
