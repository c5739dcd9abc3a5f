import VVSIHost
import VVSIJSON
import VVSIPlugins

/// The functions of a loaded library.
struct Symbols {
  let library: LoadedLibrary
  /// What the library is called, for messages.
  let name: String

  /// Finds a function and works out how to call it.
  ///
  /// - Throws: ``ManifestFault`` at `place`, with names that are near, or if libffi refuses the types.
  func function(
    _ name: String, _ arguments: [CType], result: CType, fixed: Int? = nil, at place: JSONPointer
  ) throws(ManifestFault) -> BoundFunction {
    guard let address = library.symbol(name) else { throw missing(name, place) }
    guard let interface = CallInterface(arguments, result: result, fixed: fixed) else {
      throw ManifestFault(
        pointer: place.description, expected: "types that libffi can call '\(name)' with",
        found: "some that it refuses")
    }
    return BoundFunction(address: address, interface: interface)
  }

  /// Works out how C calls back.
  func callback(_ type: CallbackType) throws(ManifestFault) -> CallInterface {
    let parameters = type.parameters.map { parameter -> CType in
      if case .value(let type) = parameter.form { type } else { .opaque }
    }
    guard let interface = CallInterface(parameters, result: type.result) else {
      throw ManifestFault(
        pointer: type.place.description, expected: "types that libffi can be called with",
        found: "some that it refuses")
    }
    return interface
  }

  private func missing(_ function: String, _ place: JSONPointer) -> ManifestFault {
    let near = nearest(function, in: ExportedSymbols.names(of: library))
    return ManifestFault(
      pointer: place.description,
      expected: "a function that \(name) exports"
        + (near.map { ", such as '\($0)'" } ?? ""),
      found: "'\(function)', which it does not")
  }
}
