import VVSIJSON

/// A manifest drafted from a header, and what a person is to look at.
struct ManifestDraft {
  /// A word on one function.
  struct Remark: Equatable {
    let function: String
    let place: SourcePlace
    /// Why it is left out, or what to check where it is taken.
    let text: String
    let isTaken: Bool
  }

  private(set) var actions: [(name: String, draft: FunctionDraft)] = []
  private(set) var remarks: [Remark] = []
  private let types: HeaderTypes

  /// Drafts the functions that `isWanted` picks and that `exports` knows.
  init(
    _ syntax: HeaderSyntax, isWanted: (HeaderSyntax.Function) -> Bool, exports: (String) -> Bool
  ) {
    types = HeaderTypes(syntax)
    let names = Set(syntax.functions.map(\.name))
    var places: [String: SourcePlace] = [:]
    for function in syntax.functions where isWanted(function) {
      places[function.name] = function.place
      do throws(Unfit) {
        guard exports(function.symbol) else {
          throw Unfit(
            function.hasBody
              ? "its code is in the header, not in the library" : "the library does not export it")
        }
        var drafter = FunctionDrafter(types: types, function: function, functions: names)
        actions.append((function.name, try drafter.run()))
      } catch {
        leaveOut(function.name, function.place, error.reason)
      }
    }
    leaveOutWithoutHandles(places)
    for (name, draft) in actions {
      for doubt in draft.doubts {
        let place = places[name] ?? SourcePlace()
        remarks.append(Remark(function: name, place: place, text: doubt, isTaken: true))
      }
    }
    remarks.sort { ($0.place.file, $0.place.line) < ($1.place.file, $1.place.line) }
  }

  private mutating func leaveOut(_ function: String, _ place: SourcePlace, _ reason: String) {
    remarks.append(Remark(function: function, place: place, text: reason, isTaken: false))
  }

  /// A function that is called with a handle is of no use where no other makes one.
  private mutating func leaveOutWithoutHandles(_ places: [String: SourcePlace]) {
    var made: Set<String> = []
    while true {
      let ready = actions.filter { $0.draft.needs.isSubset(of: made) }
      let all = ready.reduce(into: made) { $0.formUnion($1.draft.makes) }
      if all == made { break }
      made = all
    }
    for (name, draft) in actions {
      guard let missing = draft.needs.subtracting(made).min() else { continue }
      leaveOut(
        name, places[name] ?? SourcePlace(),
        "nothing that can be typed makes the \(types.name(of: missing)) that it is called with")
    }
    actions.removeAll { !$0.draft.needs.isSubset(of: made) }
  }

  // MARK: The manifest

  /// The manifest over a library.
  func manifest(library: [String], feature: String, summary: String, review: [String]) -> JSON {
    var manifest: JSONObject = [
      "library": .array(library.map(JSON.string)), "feature": .string(feature),
      "summary": .string(summary),
    ]
    add(to: &manifest)
    manifest["actions"] = .object(
      JSONObject(actions.map { (name: $0.name, value: .object($0.draft.action)) }))
    if !review.isEmpty { manifest["review"] = .array(review.map(JSON.string)) }
    return .object(manifest)
  }

  private func add(to manifest: inout JSONObject) {
    var enums = JSONObject()
    var structs = JSONObject()
    var handles = JSONObject()
    var callbacks = JSONObject()
    for draft in actions.map(\.draft) {
      for key in draft.types {
        if types.syntax.records[key] == nil {
          enums[types.name(of: key)] = types.enumeration(key)
        } else if let fields = try? types.fields(of: key) {
          structs[types.name(of: key)] = .object(fields)
        }
      }
      for key in draft.needs.union(draft.makes).sorted() { handles[types.name(of: key)] = [:] }
      for callback in draft.callbacks { callbacks[callback.name] = callback.declaration }
    }
    for (name, part) in [
      ("enums", enums), ("structs", structs), ("handles", handles), ("callbacks", callbacks),
    ] where !part.isEmpty {
      manifest[name] = .object(part)
    }
  }
}
