import Testing
import VVSIJSON

@Suite struct NearestTests {
  static let names = ["add", "remove", "random", "valueUp", "valueDown"]

  @Test(arguments: [
    ("ad", "add"), ("dad", "add"), ("ADD", "add"), ("adds", "add"), ("remvoe", "remove"),
    ("valueup", "valueUp"),
    ("valeuDwn", "valueDown"), ("randon", "random"),
  ])
  func findsWhatWasMeant(_ name: String, _ meant: String) {
    #expect(nearest(name, in: Self.names) == meant)
  }

  @Test(arguments: ["", "zzz", "xyz", "something else altogether"])
  func findsNothingFarAway(_ name: String) {
    #expect(nearest(name, in: Self.names) == nil)
    #expect(nearest(name, in: []) == nil)
  }
}
