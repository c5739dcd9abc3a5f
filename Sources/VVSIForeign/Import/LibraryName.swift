import VVSIJSON
import VVSIPlugins

/// A library by the short name that linkers know it by.
struct LibraryName {
  /// `z` of `libz.so.1`, or a file name or path.
  let given: String

  /// What the feature is called if nobody says.
  var feature: String {
    let file = File.name(of: given).prefix { $0 != "." }
    let stem = file.hasPrefix("lib") ? file.dropFirst(3) : file
    let id = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return id.first?.isLetter ?? false ? String(id) : "c_" + String(id)
  }

  /// The file names to try, the likeliest first.
  var candidates: [String] {
    if given.contains(".so") || given.hasSuffix(".dylib") { return [given] }
    let stem = "lib\(given)."
    let versioned = Self.folders.flatMap { folder in
      File.names(in: folder).filter { $0.hasPrefix(stem + "so.") }.sorted { $0.count < $1.count }
    }
    return versioned + ["\(stem)so", "\(stem)dylib"]
  }

  /// Names of installed libraries that are near.
  var near: [String] {
    let all = Self.folders.flatMap { File.names(in: $0) }.filter {
      $0.hasPrefix("lib") && ($0.contains(".so") || $0.hasSuffix(".dylib"))
    }
    let short = Set(all.map { String($0.dropFirst(3).prefix { $0 != "." }) }).sorted()
    return nearest(given, in: short).map { [$0] } ?? []
  }

  /// Where the system's libraries are: beside the C library, and where it is customary.
  private static var folders: [String] {
    #if canImport(Darwin)
      let own = ""
    #else
      let own = "/lib/\(machine)-linux-gnu"
    #endif
    let all = [
      own, "/usr/local/lib", "/usr/lib64", "/usr/lib", "/lib64", "/lib", "/opt/homebrew/lib",
    ]
    var seen: Set<String> = []
    return all.filter { File.real($0).map { seen.insert($0).inserted } ?? false }
  }

  private static var machine: String {
    #if arch(arm64)
      "aarch64"
    #elseif arch(i386)
      "i386"
    #else
      "x86_64"
    #endif
  }
}
