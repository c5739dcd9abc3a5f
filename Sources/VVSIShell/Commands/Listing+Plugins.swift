import VVSIHost
import VVSIJSON

/// What `:plugins` tells.
extension Listing {
  static func text(_ plugins: [PluginStatus], style: Style) -> String {
    guard !plugins.isEmpty else { return "no plugin is loaded; :load PATH loads one\n" }
    return plugins.map { plugin in
      let running = plugin.running > 0 ? ", \(Figures.count(plugin.running, "action")) running" : ""
      return style.bold(Printable.escape(plugin.name))
        + "  generation \(plugin.generation)\(running), \(place(of: plugin, style)),"
        + " features: \(names(plugin.features))"
        + style.dim("  \(Printable.escape(plugin.path))") + "\n"
    }.joined()
  }

  /// `in the host, tried, pinned`; `process 4711, 2 crashes`.
  private static func place(of plugin: PluginStatus, _ style: Style) -> String {
    var words =
      switch plugin.residence {
      case .host: ["in the host", plugin.vetting.isTried ? "tried" : "not tried"]
      case .process(let tenancy): [place(of: tenancy, plugin.name, style)] + cause(of: tenancy)
      }
    if plugin.vetting.isPinned { words.append("pinned") }
    return words.joined(separator: ", ")
  }

  private static func place(
    of tenancy: Residence.Tenancy, _ plugin: String, _ style: Style
  ) -> String {
    let crashes = Figures.count(tenancy.crashes, "crash", "crashes")
    guard !tenancy.isQuarantined else {
      return style.alarm("in quarantine")
        + " after \(crashes) (':retry \(Printable.escape(plugin))' or a new build ends it)"
    }
    let process = tenancy.process.map { "process \($0)" } ?? "a process of its own, not running now"
    return tenancy.crashes == 0 ? process : "\(process), \(style.caution(crashes))"
  }

  /// Why there is a process, and what ends that, where nobody asked for it.
  private static func cause(of tenancy: Residence.Tenancy) -> [String] {
    switch tenancy.cause {
    case .asked: []
    case .crash: ["apart since it took a host down, until it is built anew (\(forgetting))"]
    }
  }

  private static let forgetting = "'vvsi check --clear' forgets it"

  static func value(_ plugins: [PluginStatus]) -> JSON {
    .array(plugins.map { .object(value($0)) })
  }

  private static func value(_ plugin: PluginStatus) -> JSONObject {
    var value: JSONObject = [
      "plugin": .string(plugin.name), "generation": number(plugin.generation),
      "path": .string(plugin.path), "features": .array(plugin.features.map(JSON.string)),
      "running": number(plugin.running), "tried": .bool(plugin.vetting.isTried),
      "pinned": .bool(plugin.vetting.isPinned),
    ]
    switch plugin.residence {
    case .host: value["isolation"] = "none"
    case .process(let tenancy):
      value["isolation"] = "process"
      value["process"] = tenancy.process.map { number(Int($0)) } ?? .null
      value["crashes"] = number(tenancy.crashes)
      value["quarantined"] = .bool(tenancy.isQuarantined)
      value["cause"] = .string(tenancy.cause.rawValue)
    }
    return value
  }
}
