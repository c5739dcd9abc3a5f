#if canImport(Glibc)
  import Glibc

  let streamSocket = Int32(SOCK_STREAM.rawValue)
  let withoutSignal = Int32(MSG_NOSIGNAL)
#elseif canImport(Musl)
  import Musl

  let streamSocket = SOCK_STREAM
  let withoutSignal = MSG_NOSIGNAL
#else
  import Darwin

  let streamSocket = SOCK_STREAM
  let withoutSignal: Int32 = 0
#endif
