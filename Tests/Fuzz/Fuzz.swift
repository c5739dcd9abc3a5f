#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// What must hold of any input is checked with preconditions: a breach traps, and libFuzzer keeps the input.

/// What is fuzzed, chosen by the environment variable `VVSI_FUZZ`.
private enum Target: String {
  case parser, decoder, patch
}

private let target = getenv("VVSI_FUZZ").flatMap { Target(rawValue: String(cString: $0)) }

/// The entry of libFuzzer: tries one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  switch target {
  case .parser: fuzzParser(input)
  case .decoder: fuzzDecoder(input)
  case .patch: fuzzPatch(input)
  case nil: preconditionFailure("VVSI_FUZZ must be parser, decoder or patch")
  }
  return 0
}
