import VVSIHost
import VVSIJSON

/// What `:features` tells.
enum Listing {
  static func text(_ features: [FeatureStatus], style: Style) -> String {
    guard !features.isEmpty else { return "no feature is loaded; :load PATH loads a plugin\n" }
    return features.map { status in
      let feature = status.description
      var line = style.bold(feature.id)
      if status.instances.map(\.description) != [feature.id] {
        line += " (open: \(names(status.instances.map(\.description))))"
      }
      return line + (feature.summary.isEmpty ? "" : "  " + Printable.escape(feature.summary)) + "\n"
    }.joined()
  }

  static func value(_ features: [FeatureStatus]) -> JSON {
    .array(
      features.map { status in
        [
          "feature": .string(status.description.id), "style": .string(status.description.style),
          "summary": .string(status.description.summary), "plugin": .string(status.plugin),
          "generation": number(status.generation),
          "instances": .array(status.instances.map { .string($0.description) }),
        ]
      })
  }

  static func names(_ names: [String]) -> String {
    names.isEmpty ? "none" : Printable.escape(Wording.list(names))
  }

  static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}
