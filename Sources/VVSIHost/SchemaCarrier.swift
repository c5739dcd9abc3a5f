import VVSIJSON

/// Fits a JSON value to a schema by the names in it.
///
/// What both sides have is kept. What only the schema has begins as in the new initial state, or, deeper inside lists
/// where there is none, empty. What only the value has, or what changed its type, is listed as dropped.
struct SchemaCarrier {
  /// A part of the old value that has no place, or a new part that has no old value.
  struct Dropped: Equatable {
    var path: String
    var reason: String
  }

  private let schema: JSON
  private(set) var dropped: [Dropped] = []

  init(schema: JSON) {
    self.schema = schema
  }

  /// The value as the schema wants it; nil if nothing sensible can be made of it.
  mutating func carry(_ old: JSON, beginning: JSON?) -> JSON? {
    carry(old, to: schema, beginning: beginning, at: JSONPointer())
  }

  private mutating func carry(
    _ old: JSON, to schema: JSON, beginning: JSON?, at path: JSONPointer
  ) -> JSON? {
    let schema = resolve(schema)
    if let choices = (schema["oneOf"] ?? schema["anyOf"])?.arrayValue {
      return carry(old, toOneOf: choices, beginning: beginning, at: path)
    }
    if let constants = schema["enum"]?.arrayValue {
      return constants.contains(old) ? old : drop(path, "no longer one of the possible values")
    }
    switch old {
    case .object(let members) where allows("object", schema):
      return carry(members, to: schema, beginning: beginning?.objectValue, at: path)
    case .array(let elements) where allows("array", schema):
      return carry(elements, to: schema, at: path)
    case .number(let number) where allows("integer", schema) || allows("number", schema):
      return fits(number, schema) ? old : drop(path, "the number does not fit the new type")
    case .string where allows("string", schema), .bool where allows("boolean", schema),
      .null where allows("null", schema):
      return old
    default:
      return drop(path, "the type changed to \(words(schema))")
    }
  }

  private mutating func carry(
    _ old: JSONObject, to schema: JSON, beginning: JSONObject?, at path: JSONPointer
  ) -> JSON? {
    let properties = schema["properties"]?.objectValue ?? JSONObject()
    let required = Set(schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    var new = JSONObject()
    for (name, wanted) in properties {
      let place = path.appending(name)
      let first = beginning?[name]
      let kept = old[name].flatMap { carry($0, to: wanted, beginning: first, at: place) }
      if let value = kept ?? first {
        new[name] = value
      } else if required.contains(name) {
        guard let empty = empty(wanted, at: place) else { return nil }
        new[name] = empty
      }
    }
    for (name, value) in old where properties[name] == nil {
      let place = path.appending(name)
      if let wanted = schema["additionalProperties"], wanted.objectValue != nil {
        new[name] = carry(value, to: wanted, beginning: nil, at: place)
      } else if schema["additionalProperties"]?.boolValue == false || !properties.isEmpty {
        _ = drop(place, "no such field any more")
      } else {
        new[name] = value
      }
    }
    return .object(new)
  }

  private mutating func carry(
    _ old: [JSON], to schema: JSON, at path: JSONPointer
  ) -> JSON? {
    let fixed = schema["prefixItems"]?.arrayValue
    var new: [JSON] = []
    for (index, element) in old.enumerated() {
      let wanted = fixed.flatMap { index < $0.count ? $0[index] : nil } ?? schema["items"]
      guard let wanted, wanted.objectValue != nil else {
        new.append(element)
        continue
      }
      if let kept = carry(element, to: wanted, beginning: nil, at: path.appending(index)) {
        new.append(kept)
      }
    }
    return .array(new)
  }

  /// An optional, or an enum: an object whose only key is the case.
  private mutating func carry(
    _ old: JSON, toOneOf choices: [JSON], beginning: JSON?, at path: JSONPointer
  ) -> JSON? {
    if old.isNull {
      return choices.contains { allows("null", resolve($0)) }
        ? old : drop(path, "may no longer be absent")
    }
    if let name = old.objectValue.flatMap({ $0.count == 1 ? $0.names.first : nil }),
      let choice = choices.first(where: { resolve($0)["properties"]?[name] != nil })
    {
      return carry(old, to: choice, beginning: beginning, at: path)
    }
    let candidates = choices.filter { !allows("null", resolve($0)) }
    guard candidates.count == 1, let only = candidates.first else {
      let name = old.objectValue?.names.first ?? old.stringValue
      return drop(path, name.map { "case \($0) no longer exists" } ?? "fits no case any more")
    }
    return carry(old, to: only, beginning: beginning, at: path)
  }

  private mutating func drop(_ path: JSONPointer, _ reason: String) -> JSON? {
    dropped.append(Dropped(path: path.description, reason: reason))
    return nil
  }

  /// What a new field inside a list begins as, where no initial state tells.
  private mutating func empty(_ schema: JSON, at path: JSONPointer) -> JSON? {
    let schema = resolve(schema)
    let value: JSON
    switch schema["type"]?.stringValue {
    case "boolean": value = false
    case "integer", "number": value = 0
    case "string" where schema["enum"] == nil && schema["format"] == nil: value = ""
    case "array": value = []
    case "object" where schema["required"]?.arrayValue?.isEmpty ?? true:
      value = .object(JSONObject())
    default: return drop(path, "is new and has no value to begin with")
    }
    dropped.append(Dropped(path: path.description, reason: "is new and began as \(value.text())"))
    return value
  }

  private func resolve(_ schema: JSON) -> JSON {
    var schema = schema
    for _ in 0..<64 {
      guard let name = schema["$ref"]?.stringValue, name.hasPrefix("#"),
        let pointer = JSONPointer(name.dropFirst()), let target = self.schema[pointer]
      else { return schema }
      schema = target
    }
    return schema
  }

  private func allows(_ type: String, _ schema: JSON) -> Bool {
    switch schema["type"] {
    case .string(let only): only == type
    case .array(let several): several.contains(.string(type))
    case nil: schema["oneOf"] == nil && schema["anyOf"] == nil && schema["enum"] == nil
    default: false
    }
  }

  private func fits(_ number: JSONNumber, _ schema: JSON) -> Bool {
    if allows("number", schema) { return true }
    guard number.int64 != nil || number.uint64 != nil else { return false }
    let least = schema["minimum"]?.numberValue
    let most = schema["maximum"]?.numberValue
    return least.map { $0 <= number } ?? true && most.map { number <= $0 } ?? true
  }

  private func words(_ schema: JSON) -> String {
    schema["title"]?.stringValue ?? schema["type"]?.stringValue ?? "another one"
  }
}
