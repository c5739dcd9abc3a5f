import Testing
import VVSIHost

@testable import VVSIShell

@Suite struct ExitStatusTests {
  /// Each means that a plugin is not there that was asked for.
  static let errors: [PluginError] = [
    .unwritable(path: "/cache/List-1.so", reason: "No space left on device"),
    .unreadable(path: "/cache/run", reason: "Not a directory"),
    .noLibrary("libnone.so", tried: [], near: []),
    .notTrusted(path: "a.so", culprit: "a.so", .everyone),
    .setupNotTrusted(path: "vvsi.json", culprit: "/x", .everyone),
    .withoutConfiguration(path: "a.so", configuration: "vvsi.json"),
    .notPinned(plugin: "List", lock: "plugins.lock"),
    .invalidManifest(path: "vvsi.json", at: "", expected: "an object", found: "text"),
    .trialFailed(path: "a.so", TrialFailure(step: .load, ending: .timedOut(seconds: 1))),
  ]

  @Test(arguments: errors) func tellsThatAPluginIsMissing(_ error: PluginError) {
    #expect(ExitStatus(for: .error(code: error.code, message: "")) == .pluginFailed)
  }
}
