/// The Swift file that registers the features of a manifest.
struct EntryFile {
  let features: [PluginManifest.Feature]
  /// The manifest's text, to tell the compiler where an expression stands.
  let manifest: String

  /// The compiler's messages about an expression point into the manifest.
  var text: String {
    let calls = features.map { feature in
      """
      #sourceLocation(file: "\(PluginManifest.file)", line: \(line(of: feature.id)))
        features.append(\(call(feature)))
      #sourceLocation()
      """
    }
    return """
      import VVSI

      @_cdecl("vvsi_main")
      public func vvsiMain(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
        Plugin.main(host, features())
      }

      private func features() -> [Feature] {
        var features: [Feature] = []
      \(calls.joined(separator: "\n"))
        return features
      }

      """
  }

  private func call(_ feature: PluginManifest.Feature) -> String {
    var arguments = [literal(feature.id)]
    if let summary = feature.summary { arguments.append("summary: \(literal(summary))") }
    if let state = feature.state { arguments.append("state: \(oneLine(state))") }
    return "Feature(\(arguments.joined(separator: ", "))) { \(oneLine(feature.interactor)) }"
  }

  private func oneLine(_ expression: String) -> String {
    String(expression.map { $0.isNewline ? " " : $0 })
  }

  private func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case _ where scalar.value < 0x20: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  private func line(of id: String) -> Int {
    let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains("\"\(id)\"") } ?? 0) + 1
  }
}
