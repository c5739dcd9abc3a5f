#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A plain GET: HTTP/1.0, no TLS, no redirects.
///
/// Waits ten seconds at most for each step.
struct HTTPRequest {
  private let url: String
  private let host: String
  private let port: String
  private let path: String

  init(_ url: String) throws(UserWorkerError) {
    let scheme = "http://"
    guard url.hasPrefix(scheme) else { throw .invalidURL(url) }
    let rest = url.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    let isPlain = url.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    guard isPlain, 1...2 ~= parts.count, !parts[0].isEmpty,
      parts.count == 1 || UInt16(parts[1]) != nil
    else { throw .invalidURL(url) }
    self.url = url
    host = String(parts[0])
    port = parts.count == 2 ? String(parts[1]) : "80"
    let target = rest.dropFirst(authority.count)
    path = target.hasPrefix("/") ? String(target) : "/" + target
  }

  /// Sends the request and returns the body of the answer.
  func body() throws(UserWorkerError) -> [UInt8] {
    let text = "GET \(path) HTTP/1.0\r\nHost: \(host)\r\nAccept: application/json\r\n\r\n"
    let answer: [UInt8]
    do {
      let socket = try openConnection()
      defer { close(socket) }
      try transmit(text, on: socket)
      answer = try File.readToEnd(socket)
    } catch {
      throw .unreachable(source: url, reason: error.reason)
    }
    return try body(of: answer)
  }

  private func body(of answer: [UInt8]) throws(UserWorkerError) -> [UInt8] {
    let separator = Array("\r\n\r\n".utf8)
    guard answer.starts(with: "HTTP/1.".utf8),
      let end = answer.indices.first(where: { answer[$0...].starts(with: separator) })
    else {
      throw .unreachable(source: url, reason: "what answers does not speak HTTP")
    }
    let head = String(decoding: answer[..<end], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let status = lines[0].split(separator: " ", maxSplits: 1).dropFirst().joined()
    guard status.hasPrefix("200") else { throw .refused(source: url, status: status) }
    let body = Array(answer[(end + separator.count)...])
    let length = lines.compactMap { line -> Int? in
      let field = line.split(separator: ":", maxSplits: 1)
      guard field.count == 2, field[0].lowercased() == "content-length" else { return nil }
      return Int(field[1].filter { $0 != " " })
    }
    guard body.count >= length.first ?? 0 else {
      throw .unreachable(
        source: url, reason: "the answer ends after \(body.count) of \(length[0]) bytes")
    }
    return body
  }
}

extension HTTPRequest {
  private func openConnection() throws(File.Failure) -> Int32 {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, port, &hints, &list)
    guard status == 0 else { throw File.Failure(reason: String(cString: gai_strerror(status))) }
    defer { freeaddrinfo(list) }
    var reason = "the host has no address"
    var next = list
    while let address = next?.pointee {
      let connection = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
      if connection >= 0 {
        limitWaits(connection)
        if connect(connection, address.ai_addr, address.ai_addrlen) == 0 { return connection }
      }
      reason = File.reason(errno)
      if connection >= 0 { close(connection) }
      next = address.ai_next
    }
    throw File.Failure(reason: reason)
  }

  private func limitWaits(_ socket: Int32) {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  private func transmit(_ text: String, on socket: Int32) throws(File.Failure) {
    let request = Array(text.utf8)
    var sent = 0
    while sent < request.count {
      let count = request[sent...].withUnsafeBytes { bytes in
        send(socket, bytes.baseAddress, bytes.count, withoutSignal)
      }
      guard count > 0 else { throw File.Failure(reason: File.reason(errno)) }
      sent += count
    }
  }
}
