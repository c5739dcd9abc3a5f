package import VVSIHost

/// Tries every library that was never seen before in a process of its own, and remembers those that came through.
public struct Probation: Sendable {
  /// What was found so far.
  public let verdicts: Verdicts
  let run: Trial.Runner

  /// Makes a probation.
  ///
  /// - Parameters:
  ///   - verdicts: What was found so far.
  ///   - run: Makes a trial apart from this process.
  public init(verdicts: Verdicts, run: @escaping Trial.Runner) {
    self.verdicts = verdicts
    self.run = run
  }

  /// Tries a library unless it is known to come through.
  ///
  /// One that did not is tried every time: the reason may lie outside of the library.
  ///
  /// - Returns: The states that were migrated on trial, if there was one, and what the library noted.
  /// - Throws: ``PluginError`` if the library must not be loaded.
  func admit(
    _ copy: PrivateCopy, _ trial: Trial
  ) throws(PluginError) -> (tried: [Trial.State], notes: Notes) {
    if let notes = verdicts.notes(of: copy, trial.kind) { return ([], notes) }
    let verdict = try judge(copy, trial)
    switch verdict.outcome {
    case .passed: return (trial.states, Notes(verdict.notes))
    case .refused(let error): throw error
    case .failed(let failure): throw .trialFailed(path: trial.path, failure)
    }
  }

  /// Tries a library of C, whatever is known of it: a copy in `folder`, or the library itself where that is nil.
  ///
  /// - Returns: What came of it.
  /// - Throws: ``PluginError`` if it cannot be read, may not be loaded, or is no library for this machine.
  package func check(
    code library: String, as plugin: String, from path: String, in folder: PrivateFolder?,
    _ admission: Admission
  ) throws(PluginError) -> Verdict {
    let copy: PrivateCopy
    if let folder {
      copy = try admitted(library, as: plugin, in: folder, admission)
    } else {
      try admission.trust.check(library)
      let bytes = try LibraryFile.read(library)
      try admission.check(bytes, of: plugin, at: library)
      copy = PrivateCopy(path: library, content: PrivateCopy.content(of: bytes))
    }
    defer { if folder != nil { File.remove(copy.path) } }
    return try judge(
      copy,
      Trial(
        library: copy.path, path: library, plugin: plugin, place: PluginHost.place(path),
        kind: .code))
  }

  /// Tries a copy of a library, whatever is known of it.
  ///
  /// - Throws: ``PluginError`` if it cannot be read, may not be loaded, or is no library for this machine.
  package func check(
    _ library: String, as plugin: String, from path: String, in folder: PrivateFolder,
    _ admission: Admission
  ) throws(PluginError) -> Verdict {
    let copy = try admitted(library, as: plugin, in: folder, admission)
    defer { File.remove(copy.path) }
    return try judge(
      copy,
      Trial(library: copy.path, path: library, plugin: plugin, place: PluginHost.place(path)))
  }

  private func admitted(
    _ library: String, as plugin: String, in folder: PrivateFolder, _ admission: Admission
  ) throws(PluginError) -> PrivateCopy {
    try admission.trust.check(library)
    return try folder.copy(library, plugin: plugin, generation: 0) { (copy) throws(PluginError) in
      try admission.check(copy: copy, of: plugin, at: library)
    }
  }

  /// Tries a library and remembers what came of it.
  ///
  /// - Throws: ``PluginError/carryFailed(plugin:feature:_:)`` if a migration is at fault, and not the library.
  func judge(_ copy: PrivateCopy, _ trial: Trial) throws(PluginError) -> Verdict {
    let began = ContinuousClock.now
    var verdict = Verdict(
      plugin: trial.plugin, path: trial.path, outcome: .passed(features: []), milliseconds: 0)
    do throws(TrialFailure) {
      let answer = try run(trial)
      verdict.outcome = Verdict.Outcome(answer)
      if case .passed(_, let notes) = answer { verdict.notes = notes }
    } catch {
      if case .migrate(let feature) = error.step {
        throw .carryFailed(
          plugin: trial.plugin, feature: InstanceName(feature: feature), Fault(error))
      }
      verdict.outcome = .failed(error)
    }
    verdict.milliseconds = began.duration(to: .now) / .milliseconds(1)
    verdicts.record(verdict, of: copy, trial.kind)
    return verdict
  }
}

extension Verdict.Outcome {
  init(_ answer: Trial.Answer) {
    switch answer {
    case .passed(let features, _): self = .passed(features: features)
    case .refused(let error): self = .refused(error)
    }
  }
}

extension Fault {
  /// What became of a migration that was tried.
  init(_ failure: TrialFailure) {
    let what =
      switch failure.ending {
      case .crashed(let signal): "crashed (signal \(signal))"
      case .exited(let status): "ended its process with status \(status)"
      case .timedOut(let seconds):
        "did not return within \(Int(exactly: seconds).map(String.init) ?? String(seconds)) s"
      case .impossible(let reason): "could not be tried: \(reason)"
      }
    self.init(code: "migration_failed", message: "its migration \(what), when it was tried apart")
  }
}
