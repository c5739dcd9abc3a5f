/// What a type asked of its decoder.
final class Trace {
  /// What a field, an element or a value was decoded as.
  enum Content {
    case type(any Decodable.Type)
    /// A container that the type opened itself.
    case nested(Trace)
  }

  struct Field {
    var name: String
    var content: Content
    /// Whether the type does without it.
    var isOptional: Bool
  }

  enum Form {
    case nothing
    case keyed
    case unkeyed
    case single
  }

  var form = Form.nothing
  /// The fields in the order asked for; for the other forms, the elements or the value, without names.
  var fields: [Field] = []
  /// The names that the type's keys have, if they can be told.
  var keyNames: [String] = []
  /// Property names of the keys, in the same order.
  var keyProperties: [String] = []
  var askedForAllKeys = false
  var askedForEnd = false
  var askedForNil = false

  func add(_ name: String, _ content: Content, isOptional: Bool = false) {
    fields.append(Field(name: name, content: content, isOptional: isOptional))
  }
}
