import CVVSI
import VVSIHost
import VVSIJSON

/// One feature of a loaded library.
final class LibraryProvider: FeatureProvider, @unchecked Sendable {
  // The C table is a copy, and what it points to lives as long as the process.
  let description: FeatureDescription
  private let feature: vvsi_feature
  private let isChecked: Bool
  private let stateBytes: Int
  /// What is said of the feature after a crash.
  ///
  /// Set before anyone else has the provider.
  private var crumb = Crumb.none
  /// Set before anyone else has the provider.
  private var trial: (@Sendable (_ fingerprint: String, _ state: [UInt8]) throws(Fault) -> Void)?

  /// Copies what a plugin registered.
  ///
  /// - Parameters:
  ///   - registered: The feature's table.
  ///   - isChecked: Whether every text that its instances hand over is checked to be JSON. The SDK's codecs write nothing
  ///     else; others are not trusted.
  ///   - stateBytes: How long a state may be.
  /// - Throws: ``Fault`` that names what is against the rules of `vvsi.h`.
  init(
    copying registered: UnsafePointer<vvsi_feature>?, isChecked: Bool, stateBytes: Int
  ) throws(Fault) {
    guard let registered else { throw Self.invalid("the feature table is missing") }
    let size = Int(registered.pointee.size)
    guard let least = MemoryLayout<vvsi_feature>.offset(of: \.migrate), size >= least else {
      throw Self.invalid("its table has \(size) bytes, too few for version 1.0")
    }
    let feature = Self.copy(registered, size: size)
    try Self.check(feature)
    self.feature = feature
    self.isChecked = isChecked
    self.stateBytes = stateBytes
    description = try Self.describe(feature)
  }

  func create(state: [UInt8]?, report: @escaping Reporter) throws(Fault) -> any Endpoint {
    try LibraryEndpoint(
      feature, crumb, state: state, isChecked: isChecked, stateBytes: stateBytes, report: report)
  }

  func recodeState(_ state: [UInt8]) throws(Fault) -> [UInt8] {
    let codec = feature.state_codec.pointee
    let (delivery, _) = Delivery.collect { sink in
      state.lend { codec.recode(codec.context, $0, sink) }
    }
    return try delivery.get(else: "the state's codec wrote nothing")
  }

  /// From now on, a crash is told of with this feature's name.
  func leaveCrumbs(_ plugin: String, generation: Int, content: String) {
    crumb = Crumb(
      plugin: plugin, feature: description.id, content: content, generation: generation)
    crumb.claim(unsafeBitCast(feature.create, to: UnsafeRawPointer.self))
  }

  /// From now on, migrations are tried before they run here, unless they are among those that were.
  func tryMigrations(in copy: PrivateCopy, _ tried: [Trial.State], _ loading: Loading) {
    guard let run = loading.probation?.run else { return }
    let id = description.id
    trial = { (fingerprint, text) throws(Fault) in
      let state = Trial.State(feature: id, fingerprint: fingerprint, text: text)
      guard !tried.contains(state) else { return }
      do throws(TrialFailure) {
        _ = try run(
          Trial(
            library: copy.path, path: copy.path, plugin: loading.plugin, place: loading.place,
            kind: .migration, states: [state]))
      } catch {
        throw Fault(error)
      }
    }
  }

  func migrate(_ state: [UInt8], from fingerprint: String) throws(Fault) -> [UInt8]? {
    guard let migrate = feature.migrate else { return nil }
    try trial?(fingerprint, state)
    let (delivery, _) = Delivery.collect { sink in
      Array(fingerprint.utf8).lend { fingerprint in
        state.lend { migrate(feature.context, fingerprint, $0, sink) }
      }
    }
    if let fault = delivery.fault { throw fault }
    return delivery.result
  }

  /// What the plugin did not compile yet is absent, whatever lies behind its table.
  private static func copy(
    _ registered: UnsafePointer<vvsi_feature>, size: Int
  ) -> vvsi_feature {
    var feature = vvsi_feature()
    withUnsafeMutableBytes(of: &feature) { copy in
      copy.copyMemory(
        from: UnsafeRawBufferPointer(start: registered, count: min(size, copy.count)))
    }
    return feature
  }

  private static func check(_ feature: vvsi_feature) throws(Fault) {
    let functions: [(String, Bool)] = [
      ("create", feature.create == nil), ("snapshot", feature.snapshot == nil),
      ("trigger", feature.trigger == nil), ("destroy", feature.destroy == nil),
      ("action_codec", !isUsable(feature.action_codec)),
      ("state_codec", !isUsable(feature.state_codec)),
    ]
    let missing = functions.filter(\.1).map(\.0)
    guard missing.isEmpty else {
      throw invalid("it lacks \(missing.joined(separator: ", "))")
    }
    let id = feature.id.text
    guard FeatureDescription.isValid(id: id) else {
      throw invalid(
        "the id '\(id)' is not 1 to 64 lower-case letters, digits, '-' and '_' that begin with a"
          + " letter")
    }
  }

  private static func isUsable(_ codec: UnsafePointer<vvsi_codec>?) -> Bool {
    guard let codec else { return false }
    return Int(codec.pointee.size) >= MemoryLayout<vvsi_codec>.size && codec.pointee.recode != nil
  }

  private static func describe(_ feature: vvsi_feature) throws(Fault) -> FeatureDescription {
    let stateSchema = feature.state_codec.pointee.schema
    return FeatureDescription(
      id: feature.id.text, style: feature.style.text, summary: feature.summary.text,
      actionSchema: try schema(feature.action_codec.pointee.schema, of: "action"),
      stateSchema: try schema(stateSchema, of: "state"),
      notificationSchema: try schema(feature.notification_schema, of: "notification"),
      fingerprint: String(shortHash(stateSchema.copied() ?? []), radix: 16))
  }

  private static func schema(_ bytes: vvsi_bytes, of kind: String) throws(Fault) -> JSON {
    guard let text = bytes.copied() else { throw invalid("its \(kind) schema cannot be read") }
    guard !text.isEmpty else { return .null }
    do throws(JSONError) {
      return try JSON(parsing: text)
    } catch {
      throw invalid(
        "its \(kind) schema is no JSON: line \(error.line), column \(error.column): expected"
          + " \(error.expected), found \(error.found)")
    }
  }

  private static func invalid(_ reason: String) -> Fault {
    Fault(code: "invalid_feature", message: reason)
  }
}
