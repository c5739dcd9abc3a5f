import VVSIHost
import VVSIJSON

extension ManifestValue {
  func expression() throws(ManifestFault) -> String {
    try matching({ $0.contains { !$0.isWhitespace } }, "a Swift expression")
  }

  /// A relative path that does not lead out of the folder.
  func innerPath() throws(ManifestFault) -> String {
    try matching(
      { path in
        !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
      }, "a path below the folder")
  }

  func integer(among values: [Int]) throws(ManifestFault) -> Int {
    guard let number = json.intValue, values.contains(number) else {
      throw fault(values.map(String.init).joined(separator: " or "))
    }
    return number
  }

  /// An array of a program and its arguments, or a line for the shell.
  func command() throws(ManifestFault) -> [String] {
    if case .string = json { return ["/bin/sh", "-c", try expression()] }
    let words = try strings()
    guard let program = words.first, !program.isEmpty else {
      throw fault("a command: a line for the shell, or an array of a program and its arguments")
    }
    return words
  }
}
