import VVSIHost
import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a folder was built to the last time, to be found again without reading a source.
///
/// It holds for as long as nothing was written that the build was made from. It only saves time: whatever is wrong with what
/// is remembered counts as forgotten.
struct LastBuild {
  private let place: PluginFolder
  private let cache: BuildCache
  /// Names all that goes into a build, as it is now.
  private let key: String
  /// Whether the next change would show.
  private let isSettled: Bool
  private let file: String

  /// How many folders are remembered.
  private static let kept = 256
  /// How long ago the last change was made if another one cannot have the same time, in seconds.
  private static let settling = 2

  /// Looks at a folder and at what builds it; nil where stamps do not tell, or something is missing.
  init?(
    of place: PluginFolder, _ setting: BuildDriver.Setting, _ options: BuildOptions,
    at now: Int = time(nil)
  ) {
    guard let stamp = TreeStamp(of: [place.path]),
      let ground = try? BuildGround.look(setting, for: place.name)
    else { return nil }
    self.place = place
    cache = setting.cache
    isSettled = stamp.latest < now - Self.settling
    var hash = ContentHash()
    for part in [SourceWork.version, ground.sdk, stamp.text, options.optimise ? "optimised" : ""] {
      hash.add(part)
    }
    key = hash.digest()
    var name = ContentHash()
    name.add(place.path)
    file = Path.join(setting.cache.path, "known/\(name.digest())")
  }

  /// The build, if it is there and as it was.
  func find() -> Build? {
    guard let text = try? Files.read(file) else { return nil }
    let lines = text.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard lines.count == 4, lines[0] == key, !lines[1].utf8.contains(UInt8(ascii: "/")),
      PrivateCopy.isName(lines[3]),
      let manifest = try? PluginManifest.read(in: place.path)
    else { return nil }
    let kept = KeptBuild(place, manifest, hash: lines[1], cache: cache)
    guard TreeStamp(ofFile: kept.library)?.text == lines[2], var build = kept.findWhole() else {
      return nil
    }
    build.content = lines[3]
    return build
  }

  /// Names what is in a build's library, and remembers the build for the next time.
  func keep(_ build: inout Build) {
    guard let stamp = TreeStamp(ofFile: build.library), let library = try? Files.read(build.library)
    else { return }
    let content = PrivateCopy.content(of: library)
    build.content = content
    guard isSettled else { return }
    let text = [key, build.contentHash, stamp.text, content].joined(separator: "\n")
    try? cache.store(Array(text.utf8), at: file)
    cache.prune(Path.parent(file) ?? file, keeping: Self.kept)
  }
}
