import VVSI

/// Reads users from a JSON file or an http URL: an array of objects with `id`, `firstName`, `lastName` and `email`.
struct UserWorker: UserWorking {
  /// The file in the plugin's folder.
  let defaultSource: String

  init(folder: String = Plugin.folder ?? ".") {
    defaultSource = "\(folder)/users.json"
  }

  func user(id: Int, from source: String) throws(UserWorkerError) -> User {
    let text = try source.contains("://") ? HTTPRequest(source).body() : File.contents(of: source)
    let users: [User]
    do {
      users = try JSONTextDecoder().decode([User].self, from: text)
    } catch {
      throw .unreadable(source: source, error)
    }
    guard let user = users.first(where: { $0.id == id }) else {
      throw .noUser(id: id, source: source, known: users.map(\.id))
    }
    return user
  }
}
