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

  mutating func error(_ error: PluginError) {
    text((try? JSONTextEncoder().encode(error)) ?? [])
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
    let text = try text()
    guard let error = try? JSONTextDecoder().decode(PluginError.self, from: text) else {
      throw MalformedFrame()
    }
    return error
  }
}
