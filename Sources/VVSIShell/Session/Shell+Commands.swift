import VVSIHost
import VVSIJSON

extension Shell {
  /// Runs a command.
  func run(command name: String, _ words: [String]) async {
    do throws(CommandError) {
      try await run(try ShellCommand(name, words))
    } catch {
      await complain(error)
    }
  }

  private func run(_ command: ShellCommand) async throws(CommandError) {
    switch command {
    case .help(let topic): try await help(topic)
    case .features:
      let features = await viewState.features()
      await answer(
        "features", Listing.value(features), Listing.text(features, style: outputs.style))
    case .describe(let feature): await describe(feature)
    case .state(let name, let place): try await state(name, place)
    case .open(let feature): await open(feature)
    case .close(let name): await close(name)
    case .plugins:
      let plugins = await viewState.plugins()
      await answer("plugins", Listing.value(plugins), Listing.text(plugins, style: outputs.style))
    case .load, .unload, .reload, .rollback, .retry, .watch: await runPlugin(command)
    case .wait(let seconds): await waitForIdle(seconds ?? settings.waitSeconds)
    case .cancel(let ticket):
      guard await viewState.cancel(ticket) else { throw .notRunning(ticket) }
    case .quit: hasQuit = true
    }
  }

  /// Gives people a text, and programs a value.
  func answer(_ command: String, _ value: JSON, _ text: String) async {
    if outputs.isJSON {
      await viewState.publish(.answer(command: command, value: value.bytes()))
    } else {
      await transcript.say(text)
    }
  }

  // MARK: Features

  private func help(_ topic: String?) async throws(CommandError) {
    let features = await viewState.features()
    guard let topic else {
      await answer(
        "help", .string(Help.text(features, style: .plain)),
        Help.text(features, style: outputs.style))
      return
    }
    let name = topic.hasPrefix(":") ? String(topic.dropFirst()) : topic
    if let entry = CommandTable.entry(named: name) {
      await answer("help", .string(Help.text(entry)), Help.text(entry))
    } else if features.contains(where: { $0.description.id == name }) {
      await describe(name)
    } else {
      throw .unknownTopic(topic, known: Help.topics + features.map(\.description.id))
    }
  }

  private func describe(_ name: String) async {
    let features = await viewState.features()
    guard let status = features.first(where: { $0.description.id == InstanceName(name)?.feature })
    else {
      await reject(name, .unknownFeature(name, known: features.map(\.description.id)))
      return
    }
    await answer(
      "describe", Description.value(status), Description.text(status, style: outputs.style))
  }

  private func state(_ name: String, _ place: String) async throws(CommandError) {
    guard let pointer = PathText.pointer(place) else { throw .invalidPlace(place) }
    let snapshot: Snapshot
    let instance = InstanceName(name) ?? InstanceName(feature: name)
    do throws(Rejection) {
      snapshot = try await viewState.snapshot(of: instance)
    } catch {
      await reject(name, error)
      return
    }
    let whole = (try? JSON(parsing: snapshot.state)) ?? .null
    guard let part = whole[pointer] else {
      throw .nothingAt(place: place, feature: name, known: whole.names(beside: pointer))
    }
    await answer("state", part, StateText.part(part, of: instance, style: outputs.style))
  }

  private func open(_ feature: String) async {
    do throws(Rejection) {
      let instance = try await viewState.open(feature)
      let name = instance.description
      await answer("open", .string(name), Wording.opened(name) + "\n")
    } catch {
      await reject(feature, error)
    }
  }

  private func close(_ name: String) async {
    do throws(Rejection) {
      try await viewState.close(InstanceName(name) ?? InstanceName(feature: name))
      await refreshCatalog()
      await answer("close", .string(name), Wording.closed(name) + "\n")
    } catch {
      await reject(name, error)
    }
  }
}

extension JSON {
  /// The names of members where the last token of a pointer finds none.
  fileprivate func names(beside pointer: JSONPointer) -> [String] {
    let parent = self[JSONPointer(tokens: Array(pointer.tokens.dropLast()))]
    return parent?.objectValue?.names ?? []
  }
}
