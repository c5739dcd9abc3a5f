import CVVSI
import Testing
import VVSI

@Suite struct CodingTests {
  /// Not Codable, as it holds a function.
  struct Temperature: Sendable {
    var degrees: Int
    var show: @Sendable (Int) -> String
  }

  struct Thermostat: SynchronousInteractorProtocol {
    func execute(
      _ state: inout Temperature, _ action: Int, _ effects: Effects<Temperature, Int, Never>
    ) {
      state.degrees += action
    }
  }

  static let temperature = Codec<Temperature>(
    schema: #"{"type":"string"}"#,
    decode: { text in
      let text = String(decoding: text, as: UTF8.self)
      guard text.hasPrefix("\""), let degrees = Int(text.dropFirst().dropLast(2)) else {
        throw JSONError(
          code: "invalid_payload", path: "", line: 0, column: 0, expected: "\"20°\"", found: text)
      }
      return Temperature(degrees: degrees, show: { "\($0)°" })
    },
    encode: { Array("\"\($0.show($0.degrees))\"".utf8) })

  @Test func usesACodecOfTheAuthors() throws {
    let host = try FakeHost([
      Feature(
        "heat", coding: Coding(state: Self.temperature, action: .json, notification: .json),
        state: Temperature(degrees: 20, show: { "\($0)°" })
      ) { Thermostat() }
    ])
    let heat = try host.create("heat")
    try heat.trigger("2")
    #expect(heat.recorder.entries == [.commit(1, "\"22°\""), .settle(1)])
    #expect(try host.schemas("heat").state == #"{"type":"string"}"#)
    let refusal = #expect(throws: FakeHost.Refused.self) { try host.create("heat", state: "1") }
    #expect(refusal?.message == "expected \"20°\", found 1")
  }

  @Test func migratesAnOlderState() throws {
    struct Unknown: Error {}
    let host = try FakeHost([
      Feature(
        "dial",
        coding: .json { fingerprint, old in
          switch fingerprint {
          case "old": Level(number: try #require(old["count"]?.intValue) * 2)
          case "bad": throw Unknown()
          default: nil
          }
        }, state: Level(number: 0)
      ) { Dialling() }
    ])
    #expect(try host.migrate("dial", from: "old", #"{"count":4}"#) == #"{"number":8}"#)
    #expect(try host.migrate("dial", from: "other", #"{"count":4}"#) == nil)
    #expect(throws: FakeHost.Refused.self) { try host.migrate("dial", from: "bad", "{}") }
    #expect(throws: FakeHost.Refused.self) { try host.migrate("dial", from: "old", "{") }
  }

  @Test func hasNoMigrationUnlessThereIsOne() throws {
    #expect(try FakeHost([Shelf.feature]).feature("shelf").migrate == nil)
  }

  class Shape: Codable, @unchecked Sendable {
    var name = "square"
    init() {}
  }

  /// Has what it inherits under `super`.
  final class Circle: Shape, @unchecked Sendable {
    var radius = 1

    private enum CodingKeys: String, CodingKey {
      case radius
    }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      radius = try container.decode(Int.self, forKey: .radius)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(radius, forKey: .radius)
      try super.encode(to: container.superEncoder())
    }
  }

  struct Drawing: StateProtocol {
    var circle = Circle()
  }

  enum Drawn: ActionProtocol {
    case set(Circle)
  }

  struct Draughtsman: SynchronousInteractorProtocol {
    func execute(
      _ state: inout Drawing, _ action: Drawn, _ effects: Effects<Drawing, Drawn, Never>
    ) {
      if case .set(let circle) = action { state.circle = circle }
    }
  }

  @Test func takesClassesThatInherit() throws {
    let host = try FakeHost([Feature("draw", state: Drawing()) { Draughtsman() }])
    let draw = try host.create("draw")
    try draw.trigger(#"{"set":{"_0":{"radius":5,"super":{"name":"c"}}}}"#)
    let state = #"{"circle":{"radius":5,"super":{"name":"c"}}}"#
    #expect(draw.recorder.states == [state])
    #expect(throws: Never.self) { try host.create("draw", state: state) }
    #expect(throws: FakeHost.Refused.self) {
      try host.create("draw", state: #"{"circle":{"radius":5,"super":{"nam":"c"}}}"#)
    }
  }

  struct Bag: StateProtocol, Equatable {
    var names: Set<String> = []
    var counts: [String: Int] = [:]
  }

  /// Makes the same content every time, with room for more, and so in another order.
  struct Bagging: SynchronousInteractorProtocol {
    func execute(_ state: inout Bag, _ action: Int, _ effects: Effects<Bag, Int, Never>) {
      state = Bag(names: Set(minimumCapacity: action), counts: Dictionary(minimumCapacity: action))
      for index in 0..<20 {
        state.names.insert("name\(index)")
        state.counts["name\(index)"] = index
      }
    }
  }

  @Test func comparesSetsAndDictionariesByValue() throws {
    let host = try FakeHost([Feature("bag", state: Bag()) { Bagging() }])
    let bag = try host.create("bag")
    for capacity in [1, 100, 1000, 10_000] { try bag.trigger("\(capacity)") }
    #expect(bag.recorder.states.count == 1)
  }

  struct Reading: StateProtocol {
    var value = 0.0
  }

  struct Sensor: SynchronousInteractorProtocol {
    func execute(_ state: inout Reading, _ action: Int, _ effects: Effects<Reading, Int, Never>) {
      state.value = action == 0 ? .nan : state.value + Double(action)
    }
  }

  indirect enum Doll: StateProtocol {
    case smallest
    case around(Doll)
  }

  struct Maker: SynchronousInteractorProtocol {
    func execute(_ state: inout Doll, _ action: Int, _ effects: Effects<Doll, Int, Never>) {
      for _ in 0..<action { state = .around(state) }
    }
  }

  @Test func failsAnActionWhoseStateIsTooDeepToBeRead() throws {
    let host = try FakeHost([Feature("doll", state: Doll.smallest) { Maker() }])
    let doll = try host.create("doll")
    for action in ["255", "1", "5000"] { try doll.trigger(action) }
    // A level of the enum is two of JSON, and the innermost has one more.
    #expect(doll.recorder.states.count == 1)
    #expect(throws: Never.self) { try host.create("doll", state: doll.recorder.states[0]) }
    for failure in doll.recorder.failures {
      guard case .fail(_, "too_deep", _, _) = failure else {
        Issue.record("\(failure)")
        return
      }
    }
    #expect(doll.recorder.failures.count == 2)
  }

  @Test func failsAnActionWhoseStateCannotBeWritten() throws {
    let host = try FakeHost([Feature("sensor", state: Reading()) { Sensor() }])
    let sensor = try host.create("sensor")
    for action in ["2", "0", "3"] { try sensor.trigger(action) }
    #expect(sensor.recorder.states == [#"{"value":2}"#, #"{"value":5}"#])
    guard case .fail(2, "invalid_payload", "/value", _) = sensor.recorder.failures.first else {
      Issue.record("\(sensor.recorder.failures)")
      return
    }
    #expect(sensor.recorder.entries.contains(.settle(2)))
  }
}
