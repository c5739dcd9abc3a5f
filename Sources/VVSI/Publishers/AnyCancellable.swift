#if !canImport(Combine)
  /// A subscription: ends when it is cancelled or freed.
  public final class AnyCancellable: Hashable, @unchecked Sendable {
    private let lock = Lock()
    private var onCancel: (() -> Void)?

    /// Makes a subscription that calls the closure once, when it ends.
    public init(_ cancel: @escaping () -> Void) {
      onCancel = cancel
    }

    deinit {
      onCancel?()
    }

    /// Ends the subscription; a second call does nothing.
    public func cancel() {
      let end = lock.withLock { () -> (() -> Void)? in
        defer { onCancel = nil }
        return onCancel
      }
      end?()
    }

    /// Keeps the subscription as long as the set.
    public func store(in set: inout Set<AnyCancellable>) {
      set.insert(self)
    }

    /// Keeps the subscription as long as the collection.
    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
      collection.append(self)
    }

    /// Equal only to itself.
    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }

    /// By identity.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }
#endif
