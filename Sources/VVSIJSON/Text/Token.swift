/// One token of a scanned text.
///
/// A value is one token, or, for an array or object, that token and those of everything inside, so that
/// `next` skips it whole. An object's members are a name and a value in turn.
struct Token {
  enum Kind: UInt8 {
    case null, no, yes, number, string, array, object, name, index
  }

  /// The first byte in the text; of a string or name, the one after the quote.
  var offset: UInt32
  /// Bytes of a string, name or number; elements or members of a container.
  var count: UInt32
  /// Of a value, the position after its last token; of a name, the hash of what it says.
  var next: UInt32
  var kind: Kind
  /// Whether a string or name has escapes, or a number a fraction or an exponent.
  var isComplex = false
  /// Of a name: some key type knows it.
  var isAccepted = false
  /// Of an object: the last of its tokens is an index, a hash table over its names.
  var isIndexed = false
}
