import VVSIDevelop
import VVSIHost
import VVSIJSON
import VVSIPlugins
import VVSIShell

/// `vvsi bench --reload FOLDER`: from a save to the new code being live, beside plain `swiftc` on the same edits.
enum ReloadBenchCommand {
  static func run(_ folder: String, isJSON: Bool) async -> ExitStatus {
    let complaint = Complaint()
    do throws(PluginError) {
      let viewState = ViewState()
      let host = try PluginHost(
        viewState: viewState, privateFolderIn: "\(UserFolder.cache)/run")
      defer { host.removeCopies() }
      let benchmark = ReloadBenchmark(driver: BuildDriver(log: complaint.note), folder: folder)
      let figures = try await benchmark.run { build throws(PluginError) in
        if await host.path(of: build.plugin) == nil {
          try await host.load(build.library, as: build.plugin)
        } else {
          try await host.reload(build.plugin, with: build.library, stages: build.stages)
        }
      }
      return show(figures, isJSON: isJSON)
    } catch {
      return complaint.tell(error)
    }
  }

  private static func show(
    _ figures: ReloadBenchmark.Figures, isJSON: Bool
  ) -> ExitStatus {
    let live = ReloadBenchmark.Figures.median(figures.driver)
    let plain = ReloadBenchmark.Figures.median(figures.plain)
    do throws(OutputClosed) {
      try DescriptorOutput(1).write(
        isJSON ? json(figures, live, plain) : text(figures, live, plain))
      return .success
    } catch {
      return .outputClosed
    }
  }

  private static func json(
    _ figures: ReloadBenchmark.Figures, _ live: Double, _ plain: Double
  ) -> String {
    func number(_ value: Double) -> JSON { JSONNumber(value).map(JSON.number) ?? .null }
    let object: JSON = [
      "files": .number(JSONNumber(figures.files)),
      "edits": .number(JSONNumber(figures.driver.count)),
      "live_seconds": number(live), "swiftc_seconds": number(plain),
      "ratio": number(figures.ratio),
    ]
    return object.text() + "\n"
  }

  private static func text(
    _ figures: ReloadBenchmark.Figures, _ live: Double, _ plain: Double
  ) -> String {
    func rounded(_ value: Double) -> String { "\((value * 1_000).rounded() / 1_000)" }
    let stages = figures.stages.map { "\($0.name) \(rounded($0.seconds))" }
    return """
      \(figures.driver.count) edits of \(figures.files) files, medians
        save to live      \(rounded(live)) s (\(stages.joined(separator: ", ")))
        plain swiftc      \(rounded(plain)) s
        ratio             \(rounded(figures.ratio))

      """
  }
}
