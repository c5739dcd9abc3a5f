#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock on a folder that ends with its process at the latest, however that ends.
struct FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock; nil if someone has it, or there is no such folder any more.
  init?(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    var (held, named) = (stat(), stat())
    // It may have been removed between the two calls, and made anew by somebody else.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &held) == 0,
      lstat(folder, &named) == 0, held.st_dev == named.st_dev, held.st_ino == named.st_ino
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  /// Gives it back; once only.
  func release() { close(descriptor) }
}
