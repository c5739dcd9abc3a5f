import VVSIJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ForeignContent {
  /// Whether the manifest is marked as optional and none of the libraries that it names is installed.
  ///
  /// What else may be wrong with it shows when it is loaded.
  public var isLeftOut: Bool {
    guard let json = try? JSON(parsing: text), json["optional"] == true else { return false }
    let names = json["library"]?.arrayValue ?? [json["library"] ?? .null]
    return names.allSatisfy { name in
      guard let name = name.stringValue, !name.contains("/") else { return false }
      return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) == nil
    }
  }
}
