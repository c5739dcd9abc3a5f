import VVSIHost
import VVSIJSON
import VVSIPlugins

/// A feature whose functions are all found.
final class BoundFeature: @unchecked Sendable {
  // Only read once it is made.
  let manifest: ForeignManifest
  let actions: [BoundAction]
  /// What is said of it if C crashes.
  let crumb: Crumb
  private let positions: [String: Int]
  private let closers: [ObjectIdentifier: BoundFunction]

  init(
    _ manifest: ForeignManifest, _ symbols: Symbols, _ crumb: Crumb,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) throws(ManifestFault) {
    self.manifest = manifest
    self.crumb = crumb
    let feature = manifest.feature
    let complain = { @Sendable (words: String) in log(.warning, "\(feature): \(words)") }
    var actions: [BoundAction] = []
    for action in manifest.actions {
      actions.append(try BoundAction(action, symbols, complain: complain))
    }
    self.actions = actions
    positions = Dictionary(
      uniqueKeysWithValues: manifest.actions.enumerated().map { ($1.name, $0) })
    var closers: [ObjectIdentifier: BoundFunction] = [:]
    for handle in manifest.handles {
      guard let close = handle.close else { continue }
      closers[ObjectIdentifier(handle)] = try symbols.function(
        close, [.opaque], result: .scalar(.int64), at: handle.place)
    }
    self.closers = closers
  }

  /// Says that the library is the feature's own, for crashes on threads that C starts.
  func claimCode() {
    if let action = actions.first { crumb.claim(action.function.address) }
  }

  /// Closes a handle that nobody can name any more.
  func close(_ type: HandleType, _ pointer: UnsafeMutableRawPointer) {
    closers[ObjectIdentifier(type)]?.call(with: pointer)
  }

  /// The action that a text asks for, and its payload.
  func read(_ text: [UInt8]) throws(Fault) -> (Int, JSONObject) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text)
    } catch {
      throw Fault(
        code: error.code, path: error.path,
        message: "expected \(error.expected), found \(error.found)")
    }
    guard case .object(let object) = json, object.count == 1,
      let (name, payload) = object.first(where: { _ in true })
    else {
      throw Fault(
        code: "invalid_payload",
        message: "expected an object with one member, an action's name; found \(json.summary)")
    }
    guard let position = positions[name] else {
      throw Fault(code: "unknown_action", message: "no action '\(name)'")
    }
    guard case .object(let fields) = payload else {
      throw Fault(
        code: "invalid_payload", path: JSONPointer(tokens: [name]).description,
        message: "expected an object, found \(payload.summary)")
    }
    return (position, fields)
  }
}
