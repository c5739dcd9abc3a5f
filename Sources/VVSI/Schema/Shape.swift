import VVSIJSON

/// The JSON form of a type, with references in the place of other types.
indirect enum Shape {
  /// A type that is known by itself.
  case known(JSONObject)
  /// Another type.
  case reference(ObjectIdentifier)
  case optional(Shape)
  case list(Shape, isUnique: Bool)
  case tuple([Shape])
  case either(Shape, Shape)
  case map(Shape, keysAreIntegers: Bool)
  /// An object. An open one may have fields that are not known.
  case object([Field], isOpen: Bool)
  /// One of several objects with one field each: an enum.
  case choice([Field])
  /// One of several values: an enum with raw values.
  case values([JSON])

  struct Field {
    var name: String
    var shape: Shape
    var isOptional = false
  }
}
