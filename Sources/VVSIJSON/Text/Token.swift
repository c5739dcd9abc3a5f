/// One token of a scanned text.
///
/// A value is one token, or, for an array or object, that token and those of everything inside, so that
/// `next` skips it whole. An object's members are a name and a value in turn.
struct Token {
  enum Kind: UInt8 {
    case null, no, yes, number, string, array, object, name, index
  }

  struct Flags: OptionSet {
    let rawValue: UInt8

    /// A string or name has escapes, or a number a fraction or an exponent.
    static let complex = Flags(rawValue: 1)
    /// Some key type knows the name.
    static let accepted = Flags(rawValue: 2)
    /// The last of the object's tokens is an index, a hash table over its names.
    static let indexed = Flags(rawValue: 4)
    /// Somebody read the object by keys.
    static let opened = Flags(rawValue: 8)
  }

  /// The first byte in the text; of a string or name, the one after the quote.
  var offset: UInt32
  /// Bytes of a string, name or number; elements or members of a container.
  var count: UInt32
  /// Of a value, the position after its last token; of a name, the hash of what it says.
  var next: UInt32
  var kind: Kind
  var flags: Flags = []
  /// Of an object: how far behind it the name is that will be asked for next, or 0 if it is too far to tell.
  var hint: UInt16 = 0

  @inline(__always)
  var isComplex: Bool { flags.contains(.complex) }
}
