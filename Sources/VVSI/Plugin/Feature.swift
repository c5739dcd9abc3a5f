/// A feature as a plugin offers it: an id, and how its instances are made.
///
/// The closure makes a fresh interactor for every instance. It may be called from any thread.
public struct Feature: Sendable {
  let id: String
  let style: String
  let summary: String
  let blueprint: any Blueprint

  init(
    _ id: String, style: String, summary: String, _ blueprint: some Blueprint
  ) {
    self.id = id
    self.style = style
    self.summary = summary
    self.blueprint = blueprint
  }
}
