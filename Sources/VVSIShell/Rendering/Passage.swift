/// Text to be shown, with its line feeds.
struct Passage: Equatable {
  var text: String
  /// Whether it belongs to standard error.
  var isError = false
}
