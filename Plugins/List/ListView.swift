/// The list: a namespace for what belongs to it.
///
/// The host's prompt is its screen.
enum ListView {}
