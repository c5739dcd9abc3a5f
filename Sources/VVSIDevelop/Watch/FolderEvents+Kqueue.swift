#if canImport(Darwin)
  import Darwin
  import VVSIHost

  /// The kernel's reports about folders, by kqueue, which tells only that something in a folder or a file changed: what
  /// it was is found by looking.
  ///
  /// Folders are watched and unwatched from any thread, events taken from one.
  final class FolderEvents: Sendable {
    /// Becomes readable when there are events.
    let file: Int32

    private struct Watch {
      let path: String
      /// The names in the folder, with what they were when last looked at.
      var entries: [String: Files.Status] = [:]
      /// The descriptors by which its files are watched.
      var files: [String: Int32] = [:]
    }

    private struct State {
      /// By the descriptor of the folder.
      var watches: [Int32: Watch] = [:]
      /// The folder that a file's descriptor belongs to.
      var owners: [Int32: Int32] = [:]
    }

    private let state = Guarded(State())

    init() throws(SystemError) {
      file = kqueue()
      guard file >= 0 else { throw .last }
    }

    deinit {
      state.withLock { state in
        for (folder, watch) in state.watches {
          for descriptor in watch.files.values { close(descriptor) }
          close(folder)
        }
      }
      close(file)
    }

    /// Watches a folder, not those in it; the same path gets the same number again.
    func watch(_ folder: String) throws(SystemError) -> Int32 {
      try state.withLock { state throws(SystemError) in
        if let known = state.watches.first(where: { $0.value.path == folder }) { return known.key }
        let descriptor = try observe(folder)
        state.watches[descriptor] = Watch(path: folder)
        _ = look(at: descriptor, &state)
        return descriptor
      }
    }

    func unwatch(_ folder: Int32) {
      state.withLock { forget(folder, &$0) }
    }

    /// The events that are there now.
    func take(path: (Int32) -> String?) -> [FolderEvent] {
      var none = timespec()
      var buffer: [kevent] = Array(repeating: .init(), count: 64)
      var events: [FolderEvent] = []
      while true {
        let count = kevent(file, nil, 0, &buffer, Int32(buffer.count), &none)
        if count <= 0 { return events }
        state.withLock { state in
          for event in buffer.prefix(Int(count)) {
            events += changes(of: Int32(event.ident), event.fflags, &state)
          }
        }
      }
    }

    private func changes(
      of descriptor: Int32, _ flags: UInt32, _ state: inout State
    ) -> [FolderEvent] {
      if state.watches[descriptor] == nil {
        return state.owners[descriptor].map { look(at: $0, &state) } ?? []
      }
      guard flags & UInt32(NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE) == 0 else {
        forget(descriptor, &state)
        return [FolderEvent(kind: .selfGone, folder: descriptor, name: "")]
      }
      return look(at: descriptor, &state)
    }

    /// Compares a folder with what it was.
    private func look(at folder: Int32, _ state: inout State) -> [FolderEvent] {
      guard var watch = state.watches[folder] else { return [] }
      var entries: [String: Files.Status] = [:]
      for name in (try? Files.names(in: watch.path)) ?? [] {
        entries[name] = try? Files.status(Path.join(watch.path, name))
      }
      var events: [FolderEvent] = []
      for (name, old) in watch.entries where entries[name]?.identity != old.identity {
        if let descriptor = watch.files.removeValue(forKey: name) {
          state.owners[descriptor] = nil
          close(descriptor)
        }
        events.append(FolderEvent(kind: .removed, folder: folder, name: name))
      }
      for (name, new) in entries {
        let old = watch.entries[name]
        if new.isFolder {
          if old?.identity != new.identity {
            events.append(FolderEvent(kind: .folderCame, folder: folder, name: name))
          }
          continue
        }
        if old?.stamp != new.stamp {
          events.append(FolderEvent(kind: .written, folder: folder, name: name))
        }
        if watch.files[name] == nil,
          let descriptor = try? observe(Path.join(watch.path, name))
        {
          watch.files[name] = descriptor
          state.owners[descriptor] = folder
        }
      }
      watch.entries = entries
      state.watches[folder] = watch
      return events
    }

    private func observe(_ path: String) throws(SystemError) -> Int32 {
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last }
      let wanted = NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE
      var change: kevent = .init(
        ident: UInt(descriptor), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(wanted), data: 0, udata: nil)
      guard kevent(file, &change, 1, nil, 0, nil) == 0 else {
        let error = SystemError.last
        close(descriptor)
        throw error
      }
      return descriptor
    }

    private func forget(_ folder: Int32, _ state: inout State) {
      guard let watch = state.watches.removeValue(forKey: folder) else { return }
      for descriptor in watch.files.values {
        state.owners[descriptor] = nil
        close(descriptor)
      }
      close(folder)
    }
  }
#endif
