import VVSIHost
import VVSIJSON

extension FrameWriter {
  mutating func fault(_ fault: Fault) {
    text(fault.code)
    text(fault.path)
    text(fault.message)
  }

  mutating func feature(_ feature: FeatureDescription) {
    for word in [feature.id, feature.style, feature.summary, feature.fingerprint] { text(word) }
    for schema in [feature.actionSchema, feature.stateSchema, feature.notificationSchema] {
      text(schema.bytes())
    }
  }

  mutating func report(_ report: Report) {
    switch report {
    case .committed(let ticket, let state):
      head(1, ticket)
      text(state)
    case .notified(let ticket, let notification):
      head(2, ticket)
      text(notification)
    case .settled(let ticket): head(3, ticket)
    case .failed(let ticket, let fault):
      head(4, ticket)
      self.fault(fault)
    case .routed(let ticket, let route):
      head(5, ticket)
      text(route.feature)
      text(route.to)
      text(route.payload)
    case .triggered(let action):
      head(6, nil)
      text(action)
    case .misbehaved(let fault):
      head(7, nil)
      self.fault(fault)
    case .rejected(let ticket, let action, let fault):
      head(8, ticket)
      text(action)
      self.fault(fault)
    }
  }

  private mutating func head(_ kind: UInt8, _ ticket: Ticket?) {
    number(kind)
    number(ticket?.number ?? 0)
  }

  /// The errors that loading can end with; others become the system's refusal.
  mutating func error(_ error: PluginError) {
    switch error {
    case .undefinedSymbol(let path, let symbol): words("symbol", path, symbol)
    case .noEntryPoint(let path, let symbol): words("entry", path, symbol)
    case .abiMismatch(let path, let subject, let expected, let found):
      words("abi", path, subject, expected, found)
    case .refusedToStart(let path): words("start", path)
    case .invalidFeature(let plugin, let feature, let reason):
      words("feature", plugin, feature, reason)
    case .loaderRefused(let path, let reason): words("loader", path, reason)
    case .invalidManifest(let path, let place, let expected, let found):
      words("manifest", path, place, expected, found)
    case .notALibrary(let path, let found): words("kind", path, found)
    case .wrongMachine(let path, let expected, let found): words("machine", path, expected, found)
    case .missing(let path, _): words("missing", path)
    case .unreadable(let path, let reason): words("unreadable", path, reason)
    default: words("loader", "", error.code)
    }
  }

  private mutating func words(_ words: String...) {
    for index in 0..<5 { text(index < words.count ? words[index] : "") }
  }
}

extension FrameReader {
  mutating func fault() throws(MalformedFrame) -> Fault {
    Fault(code: try string(), path: try string(), message: try string())
  }

  mutating func feature() throws(MalformedFrame) -> FeatureDescription {
    let (id, style, summary) = (try string(), try string(), try string())
    let fingerprint = try string()
    return FeatureDescription(
      id: id, style: style, summary: summary, actionSchema: try json(), stateSchema: try json(),
      notificationSchema: try json(), fingerprint: fingerprint)
  }

  private mutating func json() throws(MalformedFrame) -> JSON {
    let text = try text()
    guard let value = try? JSON(parsing: text) else { throw MalformedFrame() }
    return value
  }

  mutating func report() throws(MalformedFrame) -> Report {
    let kind = try number(UInt8.self)
    let number = try number(UInt64.self)
    let ticket = number == 0 ? nil : Ticket(number)
    switch kind {
    case 1: return .committed(ticket, state: try text())
    case 2: return .notified(ticket, notification: try text())
    case 3: return .settled(Ticket(number))
    case 4: return .failed(ticket, try fault())
    case 5:
      return .routed(
        ticket, Route(feature: try string(), to: try string(), payload: try text()))
    case 6: return .triggered(action: try text())
    case 7: return .misbehaved(try fault())
    case 8: return .rejected(Ticket(number), action: try text(), try fault())
    default: throw MalformedFrame()
    }
  }

  mutating func error() throws(MalformedFrame) -> PluginError {
    var words: [String] = []
    for _ in 0..<5 { words.append(try string()) }
    switch words[0] {
    case "symbol": return .undefinedSymbol(path: words[1], symbol: words[2])
    case "entry": return .noEntryPoint(path: words[1], symbol: words[2])
    case "abi":
      return .abiMismatch(path: words[1], subject: words[2], expected: words[3], found: words[4])
    case "start": return .refusedToStart(path: words[1])
    case "feature": return .invalidFeature(plugin: words[1], feature: words[2], reason: words[3])
    case "loader": return .loaderRefused(path: words[1], reason: words[2])
    case "manifest":
      return .invalidManifest(
        path: words[1], at: words[2], expected: words[3], found: words[4])
    case "kind": return .notALibrary(path: words[1], found: words[2])
    case "machine": return .wrongMachine(path: words[1], expected: words[2], found: words[3])
    case "missing": return .missing(path: words[1], near: [])
    case "unreadable": return .unreadable(path: words[1], reason: words[2])
    default: throw MalformedFrame()
    }
  }
}
