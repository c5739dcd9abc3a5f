/// Checks values against the part of JSON Schema 2020-12 that describes Swift types.
///
/// That is: `type`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`, `enum`, `const`,
/// `oneOf`, `anyOf`, `minimum`, `maximum`, `minItems`, `maxItems`, `uniqueItems`, and `$ref` to `#` or into
/// `#/$defs`. Everything else is passed over.
///
/// Of alternatives that are objects with one member each, as Swift writes an enum, the one that the value names is
/// looked into, so that an error tells of the innermost place.
public enum JSONSchema {
  /// Where and how a value breaks a schema.
  public struct Violation: Error, Equatable, Sendable {
    /// `unknown_action`, `unknown_field`, `missing_field` or `invalid_payload`.
    public var code: String
    /// An RFC 6901 pointer to the place; of a field that is missing, to where it should be.
    public var path: String
    /// What would have been right, in a few words.
    public var expected: String
    /// What is there instead, in a few words.
    public var found: String
    /// The names that would have been known there.
    public var known: [String]

    /// Makes a violation.
    public init(code: String, path: String, expected: String, found: String, known: [String] = []) {
      self.code = code
      self.path = path
      self.expected = expected
      self.found = found
      self.known = known
    }
  }

  /// The first way in which `value` breaks `schema`, or nil if it keeps to it.
  public static func validate(_ value: JSON, against schema: JSON) -> Violation? {
    SchemaCheck(root: schema).check(value, schema, at: JSONPointer())
  }
}
