import VVSIHost
import VVSIJSON

/// An instance's state as people see it when they ask for it.
enum StateText {
  /// The state behind the instance's name; long parts are cut with a hint.
  static func whole(_ state: JSON, of instance: InstanceName, style: Style) -> String {
    let name = instance.description
    let text = ValuePrinter.text(state, of: name, style: style)
    return style.bold(name) + "  " + text + "\n"
  }

  /// All of a state, or of a part of it.
  static func part(_ value: JSON, of instance: InstanceName, style: Style) -> String {
    ValuePrinter.text(value, of: instance.description, limits: .all, style: style) + "\n"
  }
}
