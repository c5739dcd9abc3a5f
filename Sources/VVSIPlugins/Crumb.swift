import CCrumb
package import VVSIHost

/// What is said of a feature if the process crashes during a call into it.
///
/// To say it costs a few stores to the stack and two to the thread: nothing is written anywhere before a crash.
package struct Crumb: Sendable {
  private let place: ImmortalTable<crumb_place>

  /// Nobody that has a name.
  package static let none = Crumb(plugin: "", feature: "", content: "", generation: 0)

  /// Names a feature of a generation.
  ///
  /// - Parameters:
  ///   - plugin: The plugin's name.
  ///   - feature: The feature's id; empty while none is known.
  ///   - content: What the plugin was made from, by name.
  ///   - generation: The generation's number.
  package init(plugin: String, feature: String, content: String, generation: Int) {
    place = ImmortalTable(
      crumb_place(
        plugin: Self.immortal(plugin), feature: Self.immortal(feature),
        content: Self.immortal(content), generation: UInt64(generation)))
  }

  /// Makes a call during which a crash is the feature's.
  ///
  /// - Parameters:
  ///   - ticket: The action's, if the call runs one.
  ///   - action: The action's text, which stays where it is during the call.
  ///   - count: How many bytes that has.
  ///   - body: The call.
  /// - Returns: What the call returns.
  /// - Throws: What the call throws.
  @inline(__always)
  package func during<Result, Failure: Error>(
    _ ticket: Ticket? = nil, _ action: UnsafePointer<UInt8>? = nil, _ count: Int = 0,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var frame = crumb_frame(
      place: place.pointer, ticket: ticket?.number ?? 0, action: action, count: count,
      before: nil)
    return try withUnsafeMutablePointer(to: &frame) { frame throws(Failure) in
      crumb_enter(frame)
      defer { crumb_leave(frame) }
      return try body()
    }
  }

  /// Says that the code around an address is the feature's plugin's, for crashes on threads of its own.
  package func claim(_ address: UnsafeRawPointer) {
    crumb_add_code(address, place.pointer)
  }

  /// Tells of signal handlers that a plugin has put in the place of the host's.
  static func warnOfReplacedHandlers(_ loading: Loading) {
    let count = Int(crumb_count_replaced())
    guard
      count
        > warned.withLock({ warned in
          defer { warned = max(warned, count) }
          return warned
        })
    else { return }
    loading.log(
      .warning,
      "it handles signals of crashes itself (\(count)): a crash will not be told of at the next start"
    )
  }

  /// How many replaced handlers were told of.
  private static let warned = Guarded(0)

  /// From now on, crashes are written to this file, and told of on standard error.
  ///
  /// - Parameters:
  ///   - file: An open descriptor, which must stay open.
  ///   - status: What the process ends with if a plugin calls `exit`.
  ///   - wording: What is said; see `crumb_wording` for what stands in for plugin, feature and action.
  static func install(_ file: Int32, status: Int32, _ wording: CrashWording) {
    var pieces = crumb_wording(
      action: immortal(wording.action), call: immortal(wording.call),
      thread: immortal(wording.thread))
    crumb_install(file, status, &pieces)
  }

  private static func immortal(_ text: String) -> UnsafePointer<CChar> {
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
    _ = bytes.initialize(from: text.utf8CString)
    return UnsafePointer(bytes.baseAddress ?? UnsafeMutablePointer<CChar>.allocate(capacity: 1))
  }
}
