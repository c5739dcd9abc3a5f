import VVSIForeign
import VVSIHost

/// All that a plugin is built from, as it was at one moment.
struct Recipe {
  let place: PluginFolder
  let manifest: PluginManifest
  /// The text of the manifest; empty if there is none.
  let manifestText: String
  /// The Swift files to compile.
  let swift: [String]
  /// The C files to compile.
  let c: [String]
  /// Names the content of these and of all that they may include.
  let hash: String
  /// What describes the functions of C, if that is how the plugin is called; empty otherwise.
  let description: [UInt8]

  var name: String { manifest.name ?? place.name }
  /// Whether the library's functions are called by their own names, and not through `vvsi_main`.
  var exportsAll: Bool { !description.isEmpty }
  var needsSwift: Bool { !swift.isEmpty || !manifest.features.isEmpty }

  /// Reads a folder.
  init(_ place: PluginFolder) throws(PluginError) {
    self.place = place
    let path = Path.join(place.path, PluginManifest.file)
    let text = (try? Files.read(path)) ?? []
    manifestText = String(decoding: text, as: UTF8.self)
    manifest = try PluginManifest.read(in: place.path, shownAs: place.given)
    description = (try? Files.read(Path.join(place.path, ForeignContent.file))) ?? []
    guard manifest.foreign == nil else {
      (swift, c, hash) = ([], [], "")
      return
    }
    let files = try SourceTree.files(below: place.path, shownAs: place.given)
    let chosen = try Self.choose(files.map(\.path), manifest, place)
    swift = chosen.filter { Path.suffix($0) == "swift" }
    c = chosen.filter { Path.suffix($0) == "c" }
    if swift.isEmpty, c.isEmpty { throw .nothingToBuild(path: place.given) }
    var hash = ContentHash()
    hash.add(text)
    hash.add(description)
    for file in files {
      hash.add(file.path)
      hash.add(file.content)
    }
    self.hash = hash.digest()
  }

  private static func choose(
    _ paths: [String], _ manifest: PluginManifest, _ place: PluginFolder
  ) throws(PluginError) -> [String] {
    guard let patterns = manifest.sources else {
      return paths.filter { $0 != "Package.swift" && !$0.hasPrefix("Tests/") }
    }
    var chosen: Set<String> = []
    for (index, text) in patterns.enumerated() {
      let pattern = SourcePattern(text)
      let matching = paths.filter(pattern.matches)
      guard !matching.isEmpty else {
        throw .invalidManifest(
          path: Path.join(place.given, PluginManifest.file), at: "/sources/\(index)",
          expected: "a pattern of Swift or C files in the folder", found: "nothing like \(text)")
      }
      chosen.formUnion(matching)
    }
    return paths.filter(chosen.contains)
  }

  /// A Swift module name that no other content has.
  func moduleName(_ hash: String) -> String {
    let letters = name.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        ? String(scalar) : "_"
    }
    let start = letters.first.map { ("0"..."9").contains($0) } ?? true ? "_" : ""
    return start + letters.joined() + "_" + hash.prefix(16)
  }
}
