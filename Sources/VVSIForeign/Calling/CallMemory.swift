#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What an argument points to while a call lasts, and the handles that it may name.
final class CallMemory {
  let handles: HandleTable
  private var blocks: [UnsafeMutableRawPointer] = []

  init(handles: HandleTable) {
    self.handles = handles
  }

  deinit { release() }

  /// Zeroed memory until ``release()``; of at least one byte.
  func allocate(_ count: Int) throws(Misfit) -> UnsafeMutableRawPointer {
    guard let block = calloc(max(count, 1), 1) else {
      throw Misfit("memory for \(count) bytes", found: "none left")
    }
    blocks.append(block)
    return block
  }

  /// A copy that ends with NUL.
  func copy(_ bytes: [UInt8]) throws(Misfit) -> UnsafeMutableRawPointer {
    let block = try allocate(bytes.count + 1)
    block.copyMemory(from: bytes, byteCount: bytes.count)
    return block
  }

  /// Frees everything; for the end of a call.
  func release() {
    guard !blocks.isEmpty else { return }
    for block in blocks { free(block) }
    blocks.removeAll(keepingCapacity: true)
  }
}
