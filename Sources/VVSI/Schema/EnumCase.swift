/// The runtime's own function for what `String(describing:)` prints of a case, whatever the type makes of that.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// Names of cases.
enum EnumCase {
  /// The name of a value's case, or nothing if the value is no enum's.
  static func name<Value>(of value: Value) -> String {
    guard TypeLayout(Value.self).kind == .enumeration else { return "" }
    return enumCaseName(value).map { String(cString: $0) } ?? ""
  }
}
