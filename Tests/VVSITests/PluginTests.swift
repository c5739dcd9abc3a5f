import CVVSI
import Testing
import VVSI

@Suite struct PluginTests {
  @Test func holdsSeveralFeatures() async throws {
    let host = try FakeHost([
      Shelf.feature, Feature("meter", state: Meter.State()) { Meter(gate: Gate()) },
      Feature("greeting") { Greeting.assemble() },
    ])
    #expect(host.features.keys.sorted() == ["greeting", "meter", "shelf"])
    let shelf = try host.create("shelf")
    let meter = try host.create("meter")
    try await shelf.run(#"{"add":{}}"#)
    try await meter.run(#"{"add":{"_0":1}}"#)
    #expect(try shelf.state == #"{"items":["new"]}"#)
    #expect(try meter.state == #"{"value":1,"log":[]}"#)
  }

  @Test func keepsInstancesApart() async throws {
    let host = try FakeHost([Shelf.feature])
    let (one, other) = (try host.create("shelf"), try host.create("shelf"))
    try await one.run(#"{"add":{}}"#)
    #expect(try other.state == #"{"items":[]}"#)
  }

  @Test func saysWhatItIs() throws {
    let host = try FakeHost([Shelf.feature])
    let plugin = host.plugin.pointee
    #expect(plugin.major == 1 && plugin.minor == 0)
    #expect(Int(plugin.size) == MemoryLayout<vvsi_plugin>.size)
    #expect(text(plugin.compiler) == String(cString: vvsi_swift_compiler()))
    #expect(text(plugin.requires).isEmpty)
    let feature = try host.feature("shelf")
    #expect(text(feature.style) == "vvsi")
    #expect(text(feature.summary) == "A shelf.")
  }

  @Test(arguments: [2: MemoryLayout<vvsi_host>.size, 1: 16, 0: 0] as [UInt16: Int])
  func doesNotStartWithAnotherHost(_ major: UInt16, _ size: Int) throws {
    let host = try FakeHost(major: major, size: size) { Plugin.main($0, [Shelf.feature]) }
    #expect(!host.hasStarted)
    #expect(host.features.isEmpty)
  }

  @Test func refusesAShortInstanceHost() throws {
    let feature = try FakeHost([Shelf.feature]).feature("shelf")
    var short = makeInstanceHost(Recorder()).pointee
    short.size = 24
    let sink = Sink()
    let instance = feature.create(
      feature.context, &short, vvsi_bytes(data: nil, count: 0), sink.table)
    #expect(instance == nil)
    #expect(sink.refusal.code == "abi_mismatch")
  }

  @Test func describesItsFeatures() throws {
    let schemas = try FakeHost([Shelf.feature]).schemas("shelf")
    #expect(schemas.state.contains(#""title":"State""#))
    #expect(schemas.action.contains(#""addDetached""#))
    #expect(schemas.notification.contains(#""error""#))
  }

  @Test func hasNoSchemaForNoNotifications() throws {
    let host = try FakeHost([Feature("dial", state: Level(number: 1)) { Dialling() }])
    #expect(try host.schemas("dial").notification.isEmpty)
  }
}

struct Level: StateProtocol, Equatable {
  var number: Int
}

struct Dialling: SynchronousInteractorProtocol {
  func execute(_ state: inout Level, _ action: Int, _ effects: Effects<Level, Int, Never>) {
    state.number = action
  }
}
