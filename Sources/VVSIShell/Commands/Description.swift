import VVSIHost
import VVSIJSON

/// What `:describe` tells of a feature.
enum Description {
  static func text(_ status: FeatureStatus, style: Style) -> String {
    let feature = status.description
    let shapes = ActionShape.all(in: feature.actionSchema)
    var lines = [head(status, style)]
    lines += section("actions", actions(shapes, of: feature), style)
    lines += section("state", type(feature.stateSchema), style)
    lines += section("notifications", notifications(feature.notificationSchema), style)
    lines += section("try", examples(shapes, of: feature), style)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func head(_ status: FeatureStatus, _ style: Style) -> String {
    let feature = status.description
    let summary = feature.summary.isEmpty ? "" : ": \(Printable.escape(feature.summary))"
    let kind = feature.style.isEmpty ? "" : "\(Printable.escape(feature.style)) style, "
    let plugin = "\(kind)plugin \(Printable.escape(status.plugin)), generation \(status.generation)"
    return style.bold(feature.id) + summary + style.dim(" (\(plugin))")
  }

  private static func section(_ title: String, _ lines: [String], _ style: Style) -> [String] {
    lines.isEmpty ? [] : [style.cyan(title)] + lines.map { "  " + $0 }
  }

  private static func actions(_ shapes: [ActionShape], of feature: FeatureDescription) -> [String] {
    guard let node = SchemaNode(root: feature.actionSchema) else {
      return ["it has no schema: its plugin checks actions itself"]
    }
    guard !shapes.isEmpty else { return ["an action is " + SchemaText.type(node)] }
    return shapes.map { "\(feature.id)." + signature($0) }
  }

  /// A name with its fields and their types.
  private static func signature(_ shape: ActionShape) -> String {
    var words = [Printable.escape(shape.name)]
    words += shape.fields.map { field in
      let mark = field.isRequired ? "" : "?"
      let type = "<\(SchemaText.type(field.node))>"
      return field.isUnlabelled ? type + mark : "\(Printable.escape(field.name))\(mark)=\(type)"
    }
    if let free = shape.freeField { words.append("NAME=<\(SchemaText.type(free))> …") }
    return words.joined(separator: " ")
  }

  private static func type(_ schema: JSON) -> [String] {
    guard let node = SchemaNode(root: schema) else { return [] }
    let members = SchemaText.members(node, indent: 0)
    return members.isEmpty ? [SchemaText.type(node)] : members
  }

  private static func notifications(_ schema: JSON) -> [String] {
    guard let node = SchemaNode(root: schema) else { return [] }
    let shapes = ActionShape.all(in: schema)
    return shapes.isEmpty ? [SchemaText.type(node)] : shapes.map(signature)
  }

  /// At most five lines that work, and the same action as an envelope.
  private static func examples(
    _ shapes: [ActionShape], of feature: FeatureDescription
  ) -> [String] {
    var lines = [feature.id]
    lines += shapes.prefix(4).map { Example.line($0, of: feature.id) }
    if let node = SchemaNode(root: feature.actionSchema) {
      let envelope: JSON = ["feature": .string(feature.id), "action": Example.value(node)]
      lines.append(envelope.text())
    }
    return lines
  }

  /// The same for programs.
  static func value(_ status: FeatureStatus) -> JSON {
    let feature = status.description
    let shapes = ActionShape.all(in: feature.actionSchema)
    return [
      "feature": .string(feature.id), "style": .string(feature.style),
      "summary": .string(feature.summary), "plugin": .string(status.plugin),
      "generation": .number(JSONNumber(status.generation)),
      "instances": .array(status.instances.map { .string($0.description) }),
      "fingerprint": .string(feature.fingerprint), "actionSchema": feature.actionSchema,
      "stateSchema": feature.stateSchema, "notificationSchema": feature.notificationSchema,
      "examples": .array(shapes.map { .string(Example.line($0, of: feature.id)) }),
    ]
  }
}
