import CTerminalSupport
import Foundation

/// The programs that were built together with the tests.
package enum Product {
  /// The path of an executable product, which is in the same folder as the tests or in one above.
  package static func path(_ name: String) throws -> String {
    try path(name, above: URL(filePath: String(cString: terminal_support_image())))
  }

  private static func path(_ name: String, above image: URL) throws -> String {
    var folder = image.standardizedFileURL
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let path = folder.appending(path: name).path(percentEncoded: false)
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
  }
}
