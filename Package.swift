// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "vvsi",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "vvsi", targets: ["vvsi"]),
    .library(name: "VVSI", targets: ["VVSI"]),
  ],
  targets: [
    // C
    .systemLibrary(name: "CVVSI"),
    // On Linux libedit is loaded when it is needed.
    .target(
      name: "CLineEditor", linkerSettings: [.linkedLibrary("edit", .when(platforms: [.macOS]))]),
    .target(name: "CSpawn"),
    .target(name: "CCrumb"),
    .target(name: "CTasks"),
    .target(
      name: "CDigest", linkerSettings: [.linkedLibrary("md", .when(platforms: [.linux]))]),
    .target(name: "CFFI", linkerSettings: [.linkedLibrary("ffi")]),

    // What a plugin is built from
    .target(name: "VVSIJSON", swiftSettings: strict),
    .target(name: "VVSI", dependencies: ["CVVSI", "VVSIJSON"], swiftSettings: strict),

    // The host
    .target(name: "VVSIHost", dependencies: ["CTasks", "VVSIJSON"], swiftSettings: strict),
    .target(
      name: "VVSIPlugins", dependencies: ["CCrumb", "CDigest", "CVVSI", "VVSIHost", "VVSIJSON"],
      swiftSettings: strict),
    .target(
      name: "VVSIForeign", dependencies: ["CFFI", "VVSIHost", "VVSIJSON", "VVSIPlugins"],
      swiftSettings: strict),
    .target(
      name: "VVSIWorkers",
      dependencies: ["CSpawn", "CTasks", "VVSIHost", "VVSIJSON", "VVSIPlugins"],
      swiftSettings: strict),
    .target(
      name: "VVSIDevelop", dependencies: ["CSpawn", "VVSIForeign", "VVSIPlugins", "VVSIWorkers"],
      swiftSettings: strict),
    .target(
      name: "VVSIShell", dependencies: ["VVSIHost", "VVSIJSON", "CLineEditor"],
      swiftSettings: strict),
    .executableTarget(
      name: "vvsi",
      dependencies: [
        "VVSIHost", "VVSIPlugins", "VVSIForeign", "VVSIWorkers", "VVSIDevelop", "VVSIShell",
      ],
      swiftSettings: strict),

    // Tests
    .target(name: "FixtureSupport", path: "Tests/Support/Fixtures", swiftSettings: strict),
    .target(name: "CTerminalSupport", path: "Tests/Support/CTerminal"),
    .target(
      name: "TerminalSupport", dependencies: ["CTerminalSupport"], path: "Tests/Support/Terminal",
      swiftSettings: strict),
    .executableTarget(
      name: "LineEditorProbe", dependencies: ["VVSIShell"], path: "Tests/LineEditorProbe",
      swiftSettings: strict),
    .testTarget(
      name: "VVSIJSONTests", dependencies: ["VVSIJSON", "FixtureSupport"], swiftSettings: strict),
    .testTarget(name: "VVSITests", dependencies: ["VVSI"], swiftSettings: strict),
    .testTarget(name: "VVSIHostTests", dependencies: ["VVSIHost"], swiftSettings: strict),
    .testTarget(
      name: "VVSIPluginsTests", dependencies: ["VVSIPlugins", "FixtureSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "VVSIForeignTests",
      dependencies: ["VVSIForeign", "VVSIHost", "VVSIJSON", "VVSIPlugins", "FixtureSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "VVSIWorkersTests",
      dependencies: ["vvsi", "VVSIWorkers", "VVSIHost", "VVSIPlugins", "FixtureSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "VVSIDevelopTests", dependencies: ["CSpawn", "VVSIDevelop", "FixtureSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "VVSIShellTests", dependencies: ["VVSIShell", "LineEditorProbe", "TerminalSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["vvsi", "VVSIHost", "VVSIJSON", "FixtureSupport", "TerminalSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "soak", dependencies: ["VVSIHost", "VVSIPlugins", "VVSIWorkers"], path: "Tests/Soak",
      exclude: ["run"], swiftSettings: strict),
    .executableTarget(
      name: "codec-benchmark", dependencies: ["VVSIJSON"], path: "Tests/CodecBenchmark",
      swiftSettings: strict),
    .executableTarget(
      name: "task-benchmark", dependencies: ["VVSI"], path: "Tests/TaskBenchmark",
      swiftSettings: strict),
    .executableTarget(
      name: "foreign-benchmark",
      dependencies: ["VVSIDevelop", "VVSIForeign", "VVSIHost", "VVSIPlugins"],
      path: "Tests/ForeignBenchmark", swiftSettings: strict),
  ]
)
