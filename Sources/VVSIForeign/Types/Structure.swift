import CFFI
import VVSIJSON

/// A struct of C, laid out by libffi.
final class Structure: @unchecked Sendable {
  // libffi's description is written once, here, and only read afterwards.
  struct Field {
    let name: String
    let type: CType
    let offset: Int
    /// The name in quotes with a colon.
    let label: [UInt8]
  }

  let name: String
  let fields: [Field]
  let ffi: UnsafeMutablePointer<ffi_type>
  private let elements: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>

  /// How large a struct may be, in bytes.
  static let sizeLimit = 1 << 20

  /// Lays the members out; nil if libffi refuses them.
  init?(name: String, members: [(name: String, type: CType)]) {
    self.name = name
    let types = members.map(\.type.ffi)
    let all = types.flatMap { $0 } + [nil]
    elements = .allocate(capacity: all.count)
    elements.initialize(from: all, count: all.count)
    ffi = .allocate(capacity: 1)
    ffi.initialize(
      to: ffi_type(
        size: 0, alignment: 0, type: UInt16(FFI_TYPE_STRUCT), elements: elements))
    var offsets = [Int](repeating: 0, count: all.count)
    let status = ffi_get_struct_offsets(FFI_DEFAULT_ABI, ffi, &offsets)
    var index = 0
    fields = zip(members, types).map { member, types in
      defer { index += types.count }
      return Field(
        name: member.name, type: member.type, offset: offsets[index],
        label: JSON.string(member.name).bytes() + [UInt8(ascii: ":")])
    }
    guard status == FFI_OK else { return nil }
  }

  deinit {
    elements.deallocate()
    ffi.deallocate()
  }

  var size: Int { ffi.pointee.size }
  var alignment: Int { Int(ffi.pointee.alignment) }

  /// The members that JSON shows.
  var shown: [Field] { fields.filter { !$0.type.isHidden } }

  func schema(isInput: Bool) -> JSON {
    let properties = shown.map { (name: $0.name, value: $0.type.schema(isInput: isInput)) }
    return [
      "type": "object", "title": .string(name), "properties": .object(JSONObject(properties)),
      "required": .array(properties.map { .string($0.name) }), "additionalProperties": false,
    ]
  }
}
