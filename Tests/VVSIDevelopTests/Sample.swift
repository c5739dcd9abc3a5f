import Foundation

@testable import VVSIDevelop

/// Plugins in a few lines, and a driver whose SDK is built once for all test runs.
enum Sample {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static let sources = root + "/Sources"

  /// Outlives the run: what is in it names the content that it was made from.
  static let cache = root + "/.build/plugin-cache"

  /// Begins with the SDK of the last run, but without the plugins that an older driver may have built.
  static let driver: BuildDriver = {
    Files.remove(cache + "/plugins")
    return BuildDriver(sdk: sources, cache: cache)
  }()

  static func swift(_ more: String = "") -> String {
    """
    import CVVSI

    @_cdecl("vvsi_main")
    public func vvsiMain(_ host: UnsafePointer<vvsi_host>?) -> UnsafePointer<vvsi_plugin>? { nil }
    \(more)
    """
  }

  static let feature = """
    import VVSI

    final class One: ViewStateInteractorProtocol, InitialStateProtocol {
      struct S: StateProtocol, Codable { var count = 0 }
      enum A: ActionProtocol, Codable { case up }
      typealias N = Never
      let initialState = S()
      let notifications = PassthroughSubject<Never, Never>()

      func execute(
        _ state: @escaping CurrentState<S>, _ action: A, _ updater: @escaping StateUpdater<S>
      ) {}
    }
    """

  static let c = """
    #include "vvsi.h"

    int helper(void) { return 1; }
    const vvsi_plugin *vvsi_main(const vvsi_host *host) { return helper() ? NULL : NULL; }
    """
}
