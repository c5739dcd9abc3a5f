import VVSIJSON

/// An action drafted from a function.
struct FunctionDraft {
  var action = JSONObject()
  /// The structs and enums that it names.
  var types: [String] = []
  var callbacks: [(name: String, declaration: JSON)] = []
  /// The handles that it is called with.
  var needs: Set<String> = []
  /// The handles that it makes.
  var makes: Set<String> = []
  /// What a person should look at.
  var doubts: [String] = []
}
