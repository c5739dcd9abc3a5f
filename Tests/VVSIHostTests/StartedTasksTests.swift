import Dispatch
import Testing
import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct StartedTasksTests {
  /// What happened, in order.
  private final class Diary: Sendable {
    private let entries = Guarded<[String]>([])

    var all: [String] { entries.withLock { $0 } }
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  @Test func runsTasksInTheirOrderOnTheThreadThatStartedThem() async {
    let diary = Diary()
    await offActor {
      let tasks = StartedTasks { diary.note("moved on") }
      let here = thread()
      for number in 1...2 {
        tasks.call {
          Task { diary.note("first of \(number), \(thread() == here)") }
          Task { diary.note("second of \(number), \(thread() == here)") }
          diary.note("call \(number)")
        }
        #expect(tasks.run())
      }
    }
    #expect(
      diary.all == [
        "call 1", "first of 1, true", "second of 1, true",
        "call 2", "first of 2, true", "second of 2, true",
      ])
  }

  @Test func aTaskThatSuspendsGoesOnElsewhereAndKeepsNobodyWaiting() async {
    let (resumed, resume) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Bool>.makeStream()
    await offActor {
      let tasks = StartedTasks {}
      tasks.call {
        Task {
          for await _ in resumed { break }
          end.yield(true)
        }
      }
      #expect(tasks.run())
    }
    resume.yield()
    for await hasEnded in ended {
      #expect(hasEnded)
      break
    }
  }

  @Test func aTaskThatYieldsForEverKeepsNobodyWaiting() async {
    let task = await offActor {
      let tasks = StartedTasks {}
      let task = Guarded<Task<Void, Never>?>(nil)
      tasks.call {
        let endless = Task { while !Task.isCancelled { await Task.yield() } }
        task.withLock { $0 = endless }
      }
      #expect(tasks.run())
      return task.withLock { $0 }
    }
    task?.cancel()
    await task?.value
  }

  @Test func aTaskThatBlocksLosesItsThreadAndWhatWaitsBehindIt() async {
    let (events, event) = AsyncStream<String>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let goesOn = Task {
      await offActor {
        let tasks = StartedTasks { event.yield("moved on") }
        tasks.call {
          Task { wait(gate) }
          Task { event.yield("behind it") }
        }
        return tasks.run()
      }
    }
    var seen: Set<String> = []
    for await event in events {
      seen.insert(event)
      if seen.count == 2 { break }
    }
    #expect(seen == ["moved on", "behind it"])
    gate.signal()
    #expect(await goesOn.value == false)
  }

  @Test func aCallMayWaitForATaskThatItStarts() async {
    let goesOn = await offActor {
      let tasks = StartedTasks { Issue.record("the call has its thread") }
      let gate = DispatchSemaphore(value: 0)
      tasks.call {
        Task { gate.signal() }
        gate.wait()
      }
      return tasks.run()
    }
    #expect(goesOn)
  }

  @Test func aTaskThatBlocksDoesNotKeepTheNextActionWaiting() async throws {
    let gate = DispatchSemaphore(value: 0)
    let feature = ScriptedFeature { (endpoint, ticket, action) throws(Fault) in
      guard action != "[0]" else {
        Task {
          wait(gate)
          endpoint.finish(ticket, state: action)
        }
        return
      }
      endpoint.finish(ticket, state: action)
    }
    let viewState = ViewState()
    try await viewState.install("Lists", feature)
    let blocked = try await viewState.trigger("[0]")
    for number in 1...3 {
      let ticket = try await viewState.trigger("[\(number)]")
      guard case .settled = await viewState.settlement(of: ticket) else {
        Issue.record("it did not settle")
        return
      }
    }
    #expect(try await viewState.state() == "[3]")
    gate.signal()
    guard case .settled = await viewState.settlement(of: blocked) else {
      Issue.record("it did not settle")
      return
    }
    #expect(try await viewState.state() == "[0]")
  }
}

private func thread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}

/// Blocks the calling thread, as code should not but some does.
private func wait(_ gate: DispatchSemaphore) {
  gate.wait()
}
