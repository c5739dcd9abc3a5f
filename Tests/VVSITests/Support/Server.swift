import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A tiny http server on this machine, on a thread of its own until it is freed.
final class Server: Sendable {
  private let listener: Int32
  private let port: UInt16

  init() throws {
    (listener, port) = try Self.makeListener()
    let listener = listener
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Self.answer(connection)
        close(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// A port that nobody listens on, as far as one can know.
  static func unusedPort() throws -> UInt16 {
    let (listener, port) = try makeListener()
    close(listener)
    return port
  }

  private static func answer(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &buffer, buffer.count, 0)
    let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      .split(separator: " ").dropFirst().first
    let users = #"[{"id":7,"firstName":"A","lastName":"B","email":"C"}]"#
    let text =
      switch path {
      case "/users": "HTTP/1.1 200 OK\r\nContent-Length: \(users.utf8.count)\r\n\r\n\(users)"
      case "/cut": "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n\(users)"
      case "/noise": "noise"
      default: "HTTP/1.1 404 Not Found\r\n\r\n"
      }
    _ = Array(text.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
  }

  private static func makeListener() throws -> (Int32, UInt16) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { throw Library.Failure(description: "no socket to listen on") }
    return (listener, UInt16(bigEndian: address.sin_port))
  }
}
