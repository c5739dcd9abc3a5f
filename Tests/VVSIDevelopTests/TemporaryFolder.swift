import Foundation

/// A folder that goes away with its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "vvsi-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  subscript(_ name: String) -> String { path + "/" + name }

  /// Writes a file below the folder and makes the folders above it.
  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: self[name])
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Makes a file that nobody ever had open.
  func makeEmptyFile(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: self[name]).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    guard mknod(self[name], S_IFREG | 0o644, 0) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Writes a folder of files.
  func write(_ files: [String: String], to folder: String) throws -> String {
    for (name, text) in files { try write(text, to: folder + "/" + name) }
    return self[folder]
  }
}
