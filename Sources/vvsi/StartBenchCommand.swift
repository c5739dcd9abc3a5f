import VVSIDevelop
import VVSIHost
import VVSIJSON
import VVSIPlugins
import VVSIShell

/// `vvsi bench --start PLUGIN …`: from the start of the process to its end, with plugins that are built, and what the trial
/// of a library takes that was never seen before.
enum StartBenchCommand {
  /// What the arguments ask for.
  struct Request {
    var plugins: [String] = []
    var count = 40
    var isJSON = false

    /// Nil if the arguments are none of ``BenchCommand/usage``.
    init?(_ arguments: [String]) {
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        switch argument {
        case "--start": break
        case "--json": isJSON = true
        case "--count":
          guard let text = rest.popFirst(), let number = Int(text), number > 0 else { return nil }
          count = number
        default:
          guard !argument.hasPrefix("-") else { return nil }
          plugins.append(argument)
        }
      }
      guard !plugins.isEmpty else { return nil }
    }
  }

  /// What is aimed at, in milliseconds.
  private static let target = 15

  static func run(_ request: Request) async -> ExitStatus {
    let complaint = Complaint()
    do throws(PluginError) {
      let folder = try PrivateFolder(in: "\(UserFolder.cache)/run")
      defer { folder.remove() }
      let check = try CheckCommand.check(in: folder, nil, complaint)
      let benchmark = StartBenchmark(plugins: request.plugins, count: request.count, check: check)
      do throws(Fault) {
        return show(try await benchmark.run(), request)
      } catch {
        return complaint.tell(.fault(error), of: "start")
      }
    } catch {
      return complaint.tell(error)
    }
  }

  private static func show(
    _ figures: StartBenchmark.Figures, _ request: Request
  ) -> ExitStatus {
    let rows: [(name: String, words: String, values: [Double], target: Int?)] = [
      ("start", "start, load, quit", figures.start.map(\.wall), target),
      ("start_processor", "  processor time", figures.start.map(\.processor), nil),
      ("bare", "vvsi --version", figures.bare.map(\.wall), nil),
      ("bare_processor", "  processor time", figures.bare.map(\.processor), nil),
      ("trial", "trial of a library", figures.trial, target),
    ]
    var object: JSONObject = [
      "plugins": .number(JSONNumber(request.plugins.count)),
      "count": .number(JSONNumber(request.count)),
    ]
    var targets = JSONObject()
    var text =
      "\(request.count) starts with \(request.plugins.count) plugins, ms at best and median\n"
    for row in rows {
      let best = tenths(row.values.min() ?? 0)
      let median = tenths(ReloadBenchmark.Figures.median(row.values))
      object["\(row.name)_ms_best"] = JSONNumber(best).map(JSON.number) ?? .null
      object["\(row.name)_ms"] = JSONNumber(median).map(JSON.number) ?? .null
      targets["\(row.name)_ms"] = row.target.map { .number(JSONNumber($0)) }
      let target = row.target.map { ", target \($0)" } ?? ""
      let name = row.words.padding(to: 20)
      text += "  \(name)\(best), \(median)\(target)\n"
    }
    object["targets"] = .object(targets)
    do throws(OutputClosed) {
      try DescriptorOutput(1).write(request.isJSON ? JSON.object(object).text() + "\n" : text)
      return .success
    } catch {
      return .outputClosed
    }
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
