public import VVSIHost
import VVSIJSON
import VVSIPlugins

/// Drafts a manifest from a header: what can be typed safely is taken, the rest is named with the reason.
public struct HeaderImport: Sendable {
  /// What is wanted of a header.
  public struct Request: Sendable, Equatable {
    /// The header's path.
    public var header = ""
    /// The library: `z`, `libz.so.1`, or a path.
    public var library = ""
    /// What the feature is to be called; nil for the library's name.
    public var feature: String?
    /// What the functions' names begin with; empty for all that the header itself declares.
    public var prefixes: [String] = []

    /// Makes an empty request.
    public init() {}
  }

  /// What came of it.
  public struct Outcome: Sendable, Equatable {
    /// The manifest's text.
    public let manifest: [UInt8]
    /// One line for each function that a person should look at.
    public let remarks: [String]
    /// How many functions were taken.
    public let taken: Int
    /// How many functions were left out.
    public let leftOut: Int
  }

  private let request: Request

  /// Makes an import.
  public init(_ request: Request) {
    self.request = request
  }

  /// Drafts the manifest from clang's syntax tree of the header, a JSON text.
  ///
  /// - Throws: ``PluginError`` if the library cannot be loaded, or nothing of the header can be taken.
  public func draft(_ tree: [UInt8]) async throws(PluginError) -> Outcome {
    let (library, name) = try await open()
    let syntax = try syntax(tree)
    let draft = ManifestDraft(syntax, isWanted: isWanted) { library.symbol($0) != nil }
    let remarks = draft.remarks.map(line)
    guard !draft.actions.isEmpty else {
      throw .nothingToImport(
        header: request.header, prefixes: request.prefixes, remarks: remarks)
    }
    let manifest = draft.manifest(
      library: [name], feature: request.feature ?? LibraryName(given: request.library).feature,
      summary: "Functions of \(File.name(of: request.header)).", review: remarks)
    return Outcome(
      manifest: manifest.bytes(.pretty) + [UInt8(ascii: "\n")], remarks: remarks,
      taken: draft.actions.count, leftOut: draft.remarks.count { !$0.isTaken })
  }

  private func syntax(_ tree: [UInt8]) throws(PluginError) -> HeaderSyntax {
    do throws(JSONError) {
      return HeaderSyntax(
        try JSON(parsing: tree, limits: JSONLimits(depth: 4_096, bytes: 1 << 30)))
    } catch {
      throw .invalidManifest(
        path: request.header, at: "", expected: "a syntax tree of clang as JSON",
        found: "\(error.found) where \(error.expected) should be")
    }
  }

  private func isWanted(_ function: HeaderSyntax.Function) -> Bool {
    guard !request.prefixes.isEmpty else {
      return function.place.file == request.header && function.name.first?.isLetter ?? false
    }
    return request.prefixes.contains(where: function.name.hasPrefix)
  }

  /// `inflate (zlib.h:400) is left out: …`.
  private func line(_ remark: ManifestDraft.Remark) -> String {
    let place = "\(File.name(of: remark.place.file)):\(remark.place.line)"
    let verdict = remark.isTaken ? "is taken; check" : "is left out"
    return "\(remark.function) (\(place)) \(verdict): \(remark.text)"
  }

  private func open() async throws(PluginError) -> (LoadedLibrary, String) {
    let name = LibraryName(given: request.library)
    if request.library.contains("/") {
      let path = File.real(request.library) ?? request.library
      guard File.kind(of: path) != nil else {
        throw .missing(path: path, near: File.near(path))
      }
      return (try await LoadedLibrary(path, shownAs: request.library), path)
    }
    for candidate in name.candidates {
      if let library = try? await LoadedLibrary(candidate, shownAs: candidate) {
        return (library, ExportedSymbols.libraryName(of: library) ?? candidate)
      }
    }
    throw .noLibrary(request.library, tried: name.candidates, near: name.near)
  }
}
