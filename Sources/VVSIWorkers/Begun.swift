import CSpawn
import Synchronization

/// What the calls of a worker's instances have come to: memory that outlives the worker's process.
///
/// An instance has a place, where its worker writes the ticket of each action before it makes the call. Tickets of an
/// instance rise, so when the process is gone, its host knows which actions it had not begun.
final class Begun: @unchecked Sendable {
  // The memory is reached by atomic loads and stores only.

  /// The place of an instance for which there is none: as far as anyone knows, all of its actions were begun.
  static let nowhere: UInt32 = 0
  /// The places that there are.
  static let places = 1..<UInt32(WORKER_PLACES)

  private let memory: UnsafeMutablePointer<UInt64>?

  /// Maps what host and worker share, and closes the descriptor.
  init(descriptor: Int32) {
    memory = worker_map(descriptor)
  }

  deinit {
    worker_unmap(memory)
  }

  /// The ticket of the action that was begun last; 0 before the first.
  subscript(place: UInt32) -> UInt64 {
    get { atomic(place)?.pointee.load(ordering: .relaxed) ?? .max }
    set { atomic(place)?.pointee.store(newValue, ordering: .relaxed) }
  }

  private func atomic(_ place: UInt32) -> UnsafeMutablePointer<Atomic<UInt64>>? {
    guard Self.places.contains(place), let memory else { return nil }
    return UnsafeMutableRawPointer(memory + Int(place)).assumingMemoryBound(
      to: Atomic<UInt64>.self)
  }
}
