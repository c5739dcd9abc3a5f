extension Traits {
  /// The traits of a type, from the host's notes where it has some: to find them out takes most of a plugin's start.
  static func known(of type: any Decodable.Type, in notes: PluginNotes = Plugin.notes) -> Traits {
    let name = "traits " + _typeName(type, qualified: true)
    if let note = notes.recall(name), let traits = Traits(note: note) { return traits }
    let reader = ShapeReader(type)
    let traits = Traits(schema: SchemaText(reader).text, isSteady: reader.isSteady)
    // A type of another library may change while this one does not. Types that others cannot see have no name of their own.
    if reader.types.allSatisfy({ TypeLayout($0).isOwn }), !name.contains("(unknown context") {
      notes.note(name, traits.note)
    }
    return traits
  }

  /// What ``note`` gave; nil for anything else.
  init?(note: String) {
    guard let mark = note.first, ["=", "~"].contains(mark) else { return nil }
    self.init(schema: String(note.dropFirst()), isSteady: mark == "=")
  }

  /// All of it as one text.
  var note: String { (isSteady ? "=" : "~") + schema }
}
