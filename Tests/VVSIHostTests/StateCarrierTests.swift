import Testing
import VVSIJSON

@testable import VVSIHost

@Suite struct StateCarrierTests {
  /// A feature whose codec counts how often it was used.
  private final class Unsteady: FeatureProvider {
    let description = FeatureDescription(
      id: "unsteady", style: "", summary: "", actionSchema: .null, stateSchema: .null,
      notificationSchema: .null, fingerprint: "")

    func create(state: [UInt8]?, report: @escaping Reporter) throws(Fault) -> any Endpoint {
      throw Fault(code: "create_failed", message: "there are no instances here")
    }

    func recodeState(_ state: [UInt8]) throws(Fault) -> [UInt8] {
      guard var value = (try? JSON(parsing: state))?.objectValue else { return state }
      value["uses"] = .number(JSONNumber((value["uses"]?.intValue ?? 0) + 1))
      return JSON.object(value).bytes()
    }

    func migrate(_ state: [UInt8], from fingerprint: String) throws(Fault) -> [UInt8]? { nil }
  }

  private func fault(_ state: String) -> Fault? {
    let feature = Unsteady()
    let carrier = StateCarrier(from: feature.description, to: feature)
    do throws(Fault) {
      _ = try carrier.carry(Array(state.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func namesWhatDoesNotSurviveBeingWrittenAndReadAgain() {
    let fault = fault(#"{"kept":true,"uses":1}"#)
    #expect(fault?.code == "carry_failed" && fault?.path == "/uses", "\(fault as Any)")
    #expect(fault?.message.hasSuffix("expected 2, found 3") == true, "\(fault as Any)")
  }

  @Test(arguments: [
    ("[", "invalid_json", "the state is no JSON"),
    (String(repeating: "[", count: 600), "too_deep", "the state is too deep"),
  ])
  func saysWhatIsWrongWithAText(_ state: String, _ code: String, _ message: String) {
    let fault = fault(state)
    #expect(fault?.code == code && fault?.message.hasPrefix(message) == true, "\(fault as Any)")
  }
}
