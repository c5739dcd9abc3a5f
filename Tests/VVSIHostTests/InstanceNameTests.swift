import Testing
import VVSIHost

@Suite struct InstanceNameTests {
  @Test(arguments: [("list", "list", 1), ("list#2", "list", 2), ("list#1", "list", 1)])
  func reads(_ text: String, feature: String, number: Int) {
    #expect(InstanceName(text) == InstanceName(feature: feature, number: number))
  }

  @Test(arguments: ["", "#", "#2", "list#", "list#0", "list#-1", "list#02", "list#x", "list#2#3"])
  func refuses(_ text: String) {
    #expect(InstanceName(text) == nil)
  }

  @Test func writesTheFirstInstanceWithoutItsNumber() {
    #expect(InstanceName(feature: "list").description == "list")
    #expect(InstanceName(feature: "list", number: 3).description == "list#3")
  }
}
