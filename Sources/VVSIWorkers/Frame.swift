/// Writes messages as frames: a length, then numbers and texts with their counts, little-endian.
struct FrameWriter {
  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  /// Appends one frame; `body` writes what is in it.
  mutating func frame(_ kind: UInt8, _ body: (inout FrameWriter) -> Void) {
    let start = bytes.count
    number(UInt32(0))
    bytes.append(kind)
    body(&self)
    let length = UInt32(truncatingIfNeeded: bytes.count - start - 4)
    withUnsafeBytes(of: length.littleEndian) { length in
      for index in 0..<4 { bytes[start + index] = length[index] }
    }
  }

  mutating func number(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ text: [UInt8]) {
    number(UInt32(truncatingIfNeeded: text.count))
    bytes.append(contentsOf: text)
  }

  mutating func text(_ text: String) {
    self.text(Array(text.utf8))
  }

  mutating func optional(_ text: [UInt8]?) {
    number(UInt8(text == nil ? 0 : 1))
    self.text(text ?? [])
  }

  /// All that was written so far, and starts anew.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}

/// What a peer sent is no message: it does not keep to the form.
struct MalformedFrame: Error {}

/// Reads what a ``FrameWriter`` wrote, and trusts nothing of it.
struct FrameReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self
  ) throws(MalformedFrame) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.endIndex - place >= size else { throw MalformedFrame() }
    let offset = place - bytes.startIndex
    place += size
    let value = bytes.withUnsafeBytes { bytes in
      bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
    return Number(littleEndian: value)
  }

  mutating func text() throws(MalformedFrame) -> [UInt8] {
    let count = Int(try number(UInt32.self))
    guard bytes.endIndex - place >= count else { throw MalformedFrame() }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func string() throws(MalformedFrame) -> String {
    String(decoding: try text(), as: UTF8.self)
  }

  mutating func optional() throws(MalformedFrame) -> [UInt8]? {
    let isThere = try number(UInt8.self) != 0
    let text = try text()
    return isThere ? text : nil
  }
}

/// Collects bytes until there are whole frames in them.
struct FrameSplitter {
  /// How long a frame may be; longer ones are malformed.
  static let limit = 512 << 20

  private var bytes: [UInt8] = []
  private var place = 0

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if place == bytes.count {
      bytes.removeAll(keepingCapacity: true)
    } else {
      bytes.removeSubrange(0..<place)
    }
    place = 0
    bytes.append(contentsOf: more)
  }

  /// The next whole frame, without its length; nil if more bytes are needed.
  mutating func next() throws(MalformedFrame) -> ArraySlice<UInt8>? {
    guard bytes.count - place >= 4 else { return nil }
    var head = FrameReader(bytes[place..<place + 4])
    let length = Int(try head.number(UInt32.self))
    guard length >= 1, length <= Self.limit else { throw MalformedFrame() }
    guard bytes.count - place - 4 >= length else { return nil }
    defer { place += 4 + length }
    return bytes[place + 4..<place + 4 + length]
  }
}
