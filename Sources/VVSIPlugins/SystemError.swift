#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system's own words for an `errno`, such as "No such file or directory".
package func systemMessage(_ code: Int32 = errno) -> String {
  String(cString: strerror(code))
}
