import VVSIHost
import VVSIJSON
import VVSIPlugins

/// A feature of C functions.
final class ForeignProvider: FeatureProvider {
  let description: FeatureDescription
  let feature: BoundFeature

  init(_ feature: BoundFeature) {
    self.feature = feature
    let manifest = feature.manifest
    let state = Self.stateSchema(manifest)
    description = FeatureDescription(
      id: manifest.feature, style: "c", summary: manifest.summary,
      actionSchema: ["oneOf": .array(feature.actions.map(\.schema))], stateSchema: state,
      notificationSchema: Self.notificationSchema(manifest),
      fingerprint: String(shortHash(state.bytes()), radix: 16))
  }

  func create(state text: [UInt8]?, report: @escaping Reporter) throws(Fault) -> any Endpoint {
    ForeignEndpoint(feature, state: try state(text), report: report)
  }

  func recodeState(_ text: [UInt8]) throws(Fault) -> [UInt8] {
    let state = try state(text)
    defer { state.release() }
    return state.text()
  }

  func migrate(_ state: [UInt8], from fingerprint: String) throws(Fault) -> [UInt8]? { nil }

  private func state(_ text: [UInt8]?) throws(Fault) -> InstanceState {
    let json = try text.map { text throws(Fault) in try checked(text) }
    do throws(Misfit) {
      let state = try InstanceState(feature.manifest)
      guard let json else { return state }
      do throws(Misfit) {
        try state.take(json, feature.manifest)
      } catch {
        state.release()
        throw error
      }
      return state
    } catch {
      throw Fault(
        code: "invalid_payload",
        path: JSONPointer(tokens: error.steps.reversed()).description,
        message: "expected \(error.expected), found \(error.found)")
    }
  }

  /// A state that keeps to the schema.
  private func checked(_ text: [UInt8]) throws(Fault) -> JSON {
    do throws(JSONError) {
      let json = try JSON(parsing: text)
      guard let violation = JSONSchema.validate(json, against: description.stateSchema) else {
        return json
      }
      throw JSONError(
        code: violation.code, path: violation.path, line: 0, column: 0,
        expected: violation.expected, found: violation.found)
    } catch {
      throw Fault(
        code: error.code, path: error.path,
        message: "expected \(error.expected), found \(error.found)")
    }
  }

  private static func stateSchema(_ manifest: ForeignManifest) -> JSON {
    var properties = JSONObject()
    for field in manifest.state?.shown ?? [] {
      properties[field.name] = field.type.schema(isInput: false)
    }
    for field in manifest.results { properties[field.name] = field.shape.orNull }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(properties.names.map(JSON.string)), "additionalProperties": false,
    ]
  }

  private static func notificationSchema(_ manifest: ForeignManifest) -> JSON {
    var cases: [JSON] = []
    var names: Set<String> = []
    for argument in manifest.actions.flatMap(\.arguments) {
      guard case .callback(let type) = argument.form, let name = type.notification,
        names.insert(name).inserted
      else { continue }
      let fields = JSONObject(
        type.parameters.filter(\.isShown).map { ($0.name, $0.schema) })
      cases.append([
        "type": "object",
        "properties": .object([
          name: [
            "type": "object", "properties": .object(fields),
            "required": .array(fields.names.map(JSON.string)), "additionalProperties": false,
          ]
        ]),
        "required": [.string(name)], "additionalProperties": false,
      ])
    }
    return cases.isEmpty ? .null : ["oneOf": .array(cases)]
  }
}

extension CallbackType.Parameter {
  /// What it looks like in JSON; pointers may be NULL.
  var schema: JSON {
    if case .value(let type) = form, type.scalar != nil { return type.schema(isInput: false) }
    return shape.orNull
  }

  private var shape: Shape {
    switch form {
    case .value(let type), .pointer(let type): .one(type)
    case .buffer(let type): .many(type)
    case .bytes(let encoding): .bytes(encoding)
    case .callback, .state: .one(.void)
    }
  }
}
