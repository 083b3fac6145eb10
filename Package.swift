// swift-tools-version: 6.2
import PackageDescription

// Targets are listed in the order in which data flows: a target imports only targets above it. (EmbedFiles and WriteEmbeddedFiles are
// tools.)

/// A product of another package. Apps that depend on this package without its traits do not even resolve these.
func product(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Programs"]))
}

let package = Package(
  name: "aggregate",
  // For OpeningHours and CampusClient. The programs are for Linux.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .executable(name: "aggregate", targets: ["aggregate"]),
    .executable(name: "aggregate-server", targets: ["aggregate-server"]),
    .library(name: "OpeningHours", targets: ["OpeningHours"]),
    .library(name: "CampusCatalog", targets: ["CampusCatalog"]),
    .library(name: "FeedKit", targets: ["FeedKit"]),
    .library(name: "AdapterTesting", targets: ["AdapterTesting"]),
    .library(name: "CatalogQuery", targets: ["CatalogQuery"]),
    .library(name: "CatalogDiff", targets: ["CatalogDiff"]),
    .library(name: "CatalogExport", targets: ["CatalogExport"]),
    .library(name: "CatalogSession", targets: ["CatalogSession"]),
    .library(name: "CampusClient", targets: ["CampusClient"]),
  ],
  traits: [
    .trait(name: "Programs", description: "Everything but OpeningHours and CampusClient, which need no other package."),
    .default(enabledTraits: ["Programs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
  ],
  targets: [
    // Shared basics.
    .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: ["WriteEmbeddedFiles"]),
    .executableTarget(name: "WriteEmbeddedFiles", path: "Plugins/WriteEmbeddedFiles"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CCrypto"),
    .target(name: "Basics", dependencies: ["CCrypto", "CLinux"]),

    // JSON in and out.
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "SimdJSON", dependencies: ["Basics", "CSimdJSON"]),

    // XML in.
    .systemLibrary(name: "CExpat"),
    .target(name: "ExpatXML", dependencies: ["Basics", "CExpat"]),

    // The model.
    .target(name: "OpeningHours", plugins: ["EmbedFiles"]),
    // For apps, and in no program here. Its tests are a package of their own: Tests/CampusClient.
    .target(name: "CampusClient", dependencies: ["OpeningHours"]),
    .target(name: "CampusCatalog", dependencies: ["Basics", "OpeningHours", "SimdJSON"], plugins: ["EmbedFiles"]),

    // The contract and its implementations.
    .target(name: "FeedKit", dependencies: ["Basics", "CampusCatalog", "ExpatXML", "OpeningHours", "SimdJSON"]),
    .systemLibrary(name: "CICal"),
    .target(name: "ICalendar", dependencies: ["Basics", "CICal", "OpeningHours"], plugins: ["EmbedFiles"]),
    .target(name: "FeedMapping", dependencies: ["FeedKit"], plugins: ["EmbedFiles"]),
    .target(name: "Adapters", dependencies: ["FeedKit", "FeedMapping", "ICalendar"], path: "Adapters", plugins: ["EmbedFiles"]),
    .target(
      name: "ExecAdapter",
      dependencies: [
        "Basics", "FeedKit", product("Subprocess", of: "swift-subprocess"),
        product("SystemPackage", of: "swift-system"),
      ]),
    .target(name: "AdapterTesting", dependencies: ["Basics", "CampusCatalog", "ExpatXML", "FeedKit", "SimdJSON"]),

    // Questions about a catalog.
    .target(
      name: "CatalogQuery", dependencies: ["Basics", "CampusCatalog", "OpeningHours", "SimdJSON"], plugins: ["EmbedFiles"]),

    // Differences between two catalogs.
    .target(
      name: "CatalogDiff", dependencies: ["Basics", "CampusCatalog", "CatalogQuery", "OpeningHours", "SimdJSON"], plugins: ["EmbedFiles"]),

    // The network.
    .target(
      name: "CCodings", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("brotlidec"), .linkedLibrary("zstd")]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "Fetching", dependencies: ["Basics", "CCodings", "CCurl", "CampusCatalog", "FeedKit", "OpeningHours", "SimdJSON"]),

    // The engine.
    .target(
      name: "Aggregation",
      dependencies: ["Adapters", "Basics", "CampusCatalog", "FeedKit", "FeedMapping", "Fetching", "OpeningHours", "SimdJSON"],
      plugins: ["EmbedFiles"]),

    // The store.
    .target(
      name: "SnapshotStore",
      dependencies: [
        "Aggregation", "Basics", "CCodings", "CampusCatalog", "FeedKit", "Fetching", "OpeningHours", "SimdJSON",
        product("GRDB", of: "GRDB.swift"), product("GRDBSQLite", of: "GRDB.swift"),
      ],
      plugins: ["EmbedFiles"]),

    // Tools for authors of adapters.
    .target(
      name: "AdapterWorkbench", dependencies: ["AdapterTesting", "Aggregation", "FeedKit", "FeedMapping", "Fetching"],
      plugins: ["EmbedFiles"]),

    // Exports, and sessions that commands and servers use.
    .target(
      name: "CatalogExport",
      dependencies: [
        "Basics", "CampusCatalog", "CatalogDiff", "CatalogQuery", "OpeningHours", "SimdJSON", product("GRDB", of: "GRDB.swift"),
        product("GRDBSQLite", of: "GRDB.swift"),
      ],
      plugins: ["EmbedFiles"]),
    .target(
      name: "CatalogSession",
      dependencies: [
        "Aggregation", "Basics", "CampusCatalog", "CatalogDiff", "CatalogQuery", "FeedKit", "Fetching", "OpeningHours",
        "SimdJSON", "SnapshotStore",
      ],
      plugins: ["EmbedFiles"]),
    .target(
      name: "Commands",
      dependencies: [
        "AdapterTesting", "AdapterWorkbench", "Aggregation", "Basics", "CampusCatalog", "CatalogDiff", "CatalogExport",
        "CatalogQuery", "CatalogSession", "CLinux", "ExecAdapter", "FeedKit", "FeedMapping", "Fetching", "OpeningHours", "SimdJSON",
        "SnapshotStore", product("ArgumentParser", of: "swift-argument-parser"),
        product("Logging", of: "swift-log"), product("Subprocess", of: "swift-subprocess"),
        product("SystemPackage", of: "swift-system"),
      ]),
    .executableTarget(name: "aggregate", dependencies: ["Commands"]),

    // The API and the page, and the program that serves them: only they need NIO and Hummingbird.
    .target(
      name: "CatalogServer",
      dependencies: [
        "Aggregation", "Basics", "CCodings", "CampusCatalog", "CatalogDiff", "CatalogExport", "CatalogQuery", "CatalogSession", "Fetching",
        "OpeningHours", "SimdJSON", "SnapshotStore", product("HTTPTypes", of: "swift-http-types"),
        product("Hummingbird", of: "hummingbird"), product("HummingbirdCore", of: "hummingbird"),
        product("ServiceLifecycle", of: "swift-service-lifecycle"), product("NIOCore", of: "swift-nio"),
        product("UnixSignals", of: "swift-service-lifecycle"), product("NIOHTTP1", of: "swift-nio"),
        product("Logging", of: "swift-log"),
      ],
      plugins: ["EmbedFiles"]),
    .executableTarget(
      name: "aggregate-server", dependencies: ["CampusCatalog", "CatalogServer", "CatalogSession", "Commands", "OpeningHours"]),

    // Tests, and their shared code.
    .target(name: "TestKit", path: "Tests/TestKit"),
    // Apart from the kit, which programs use that are linked without Testing.
    .target(name: "TestTraits", path: "Tests/TestTraits"),
    .testTarget(name: "SimdJSONTests", dependencies: ["Basics", "SimdJSON", "TestKit"]),
    .testTarget(name: "ExpatXMLTests", dependencies: ["ExpatXML", "SimdJSON", "TestKit"]),
    .testTarget(name: "ICalendarTests", dependencies: ["ICalendar", "OpeningHours", "TestKit"]),
    .target(name: "RandomData", dependencies: ["CampusCatalog", "OpeningHours", "TestKit"], path: "Tests/RandomData"),
    .testTarget(name: "OpeningHoursTests", dependencies: ["OpeningHours", "RandomData", "TestKit"]),
    .executableTarget(name: "HoursProbe", dependencies: ["CampusCatalog", "OpeningHours", "SimdJSON"], path: "Tests/HoursProbe"),
    .testTarget(
      name: "CampusCatalogTests",
      dependencies: ["Basics", "CampusCatalog", "MemoryProbe", "OpeningHours", "RandomData", "SimdJSON", "TestKit"]),
    .testTarget(
      name: "AdapterTests",
      dependencies: [
        "AdapterTesting", "AdapterWorkbench", "Aggregation", "Basics", "CampusCatalog", "CatalogSession", "FeedKit", "Fetching",
        "OpeningHours", "SimdJSON", "TestKit",
      ]),
    .testTarget(
      name: "FeedMappingTests",
      dependencies: ["AdapterTesting", "AdapterWorkbench", "Aggregation", "CatalogSession", "FeedKit", "FeedMapping", "TestKit"],
      exclude: ["Mappings"]),
    .testTarget(
      name: "ExecAdapterTests",
      dependencies: ["Adapters", "Basics", "ExecAdapter", "FeedKit", "TestKit", "TestTraits"]),
    .testTarget(name: "FetchingTests", dependencies: ["CampusCatalog", "FeedKit", "Fetching", "OpeningHours"]),
    .systemLibrary(name: "COpenSSL", path: "Tests/COpenSSL"),
    .target(name: "ScriptedServer", dependencies: ["Basics", "CCodings", "COpenSSL"], path: "Tests/ScriptedServer"),
    .executableTarget(
      name: "MemoryProbe", dependencies: ["CampusCatalog", "FeedKit", "Fetching", "ScriptedServer", "TestKit"], path: "Tests/MemoryProbe"),
    .testTarget(
      name: "CurlTransportTests",
      dependencies: ["Basics", "CCodings", "CampusCatalog", "FeedKit", "Fetching", "MemoryProbe", "ScriptedServer", "TestKit"]),
    .executableTarget(
      name: "StoreTorture",
      dependencies: ["Aggregation", "Basics", "CampusCatalog", "FeedKit", "Fetching", "OpeningHours", "SnapshotStore", "TestKit"],
      path: "Tests/StoreTorture"),
    .testTarget(
      name: "SnapshotStoreTests",
      dependencies: [
        "AdapterTesting", "Aggregation", "Basics", "CampusCatalog", "FeedKit", "Fetching", "OpeningHours", "SnapshotStore", "StoreTorture",
        "TestKit", product("GRDB", of: "GRDB.swift"),
      ]),
    .testTarget(
      name: "AggregationTests",
      dependencies: [
        "Aggregation", "Basics", "CampusCatalog", "CatalogSession", "FeedKit", "Fetching", "OpeningHours", "RandomData", "SimdJSON",
        "TestKit",
      ]),
    .executableTarget(
      name: "YearOfPolls",
      dependencies: [
        "Aggregation", "Basics", "CampusCatalog", "FeedKit", "Fetching", "OpeningHours", "SimdJSON", "SnapshotStore", "TestKit",
      ],
      path: "Tests/YearOfPolls"),
    .target(
      name: "QueryTestData", dependencies: ["CampusCatalog", "CatalogQuery", "OpeningHours", "TestKit"], path: "Tests/QueryTestData"),
    .testTarget(
      name: "CatalogQueryTests",
      dependencies: ["CampusCatalog", "CatalogQuery", "OpeningHours", "QueryTestData", "RandomData", "SimdJSON", "TestKit"]),
    .testTarget(
      name: "CatalogDiffTests", dependencies: ["CampusCatalog", "CatalogDiff", "OpeningHours", "RandomData", "SimdJSON", "TestKit"]),
    .testTarget(
      name: "CatalogExportTests",
      dependencies: [
        "Basics", "CampusCatalog", "CatalogDiff", "CatalogExport", "CatalogQuery", "OpeningHours", "QueryTestData", "RandomData", "TestKit",
      ]),
    .testTarget(
      name: "CatalogSessionTests",
      dependencies: [
        "Aggregation", "Basics", "CampusCatalog", "CatalogDiff", "CatalogQuery", "CatalogSession", "FeedKit", "Fetching", "OpeningHours",
        "SnapshotStore", "TestKit",
      ]),
    .testTarget(
      name: "CatalogServerTests",
      dependencies: [
        "Aggregation", "Basics", "CampusCatalog", "CatalogExport", "CatalogQuery", "CatalogServer", "CatalogSession", "FeedKit", "Fetching",
        "OpeningHours", "QueryTestData", "SnapshotStore", "TestKit", product("HTTPTypes", of: "swift-http-types"),
        product("Hummingbird", of: "hummingbird"),
        product("HummingbirdCore", of: "hummingbird"), product("Logging", of: "swift-log"),
        product("NIOCore", of: "swift-nio"), product("NIOEmbedded", of: "swift-nio"),
        product("NIOHTTP1", of: "swift-nio"),
      ]),
    .executableTarget(name: "PeakMemory", path: "Tests/PeakMemory"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "AdapterTesting", "Adapters", "Aggregation", "Basics", "CampusCatalog", "CatalogDiff", "CatalogExport", "CatalogQuery",
        "CatalogServer", "CatalogSession", "ExpatXML", "FeedKit", "FeedMapping", "Fetching", "OpeningHours", "QueryTestData", "RandomData",
        "SimdJSON", "SnapshotStore", product("GRDB", of: "GRDB.swift"), product("HTTPTypes", of: "swift-http-types"),
        product("Hummingbird", of: "hummingbird"), product("HummingbirdCore", of: "hummingbird"), product("Logging", of: "swift-log"),
        product("NIOCore", of: "swift-nio"), product("NIOEmbedded", of: "swift-nio"), product("NIOHTTP1", of: "swift-nio"),
      ],
      path: "Tests/FuzzTargets"),
    .testTarget(name: "FuzzTargetTests", dependencies: ["FuzzTargets", "TestKit"]),
    .executableTarget(name: "TownFood", dependencies: ["FeedKit"], path: "Docs/examples/swift/Sources/TownFood"),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Aggregation", "Basics", "CampusCatalog", "CatalogExport", "CatalogQuery", "CatalogSession", "Commands", "FeedKit", "Fetching",
        "OpeningHours", "PeakMemory", "QueryTestData", "ScriptedServer", "SimdJSON", "SnapshotStore", "TestKit", "TestTraits",
      ],
      exclude: ["Penn"]),
  ],
  cxxLanguageStandard: .cxx17
)

// The fuzzer needs libFuzzer, with which Tests/Fuzz/run.py links it.
if Context.environment["AGGREGATE_FUZZ"] != nil {
  package.targets.append(.executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Program"))
}

// One set of language settings for all Swift code here.
for target in package.targets
where target.type != .plugin
  && !["CExpat", "CSimdJSON", "CLinux", "CCodings", "CCrypto", "CCurl", "CICal", "COpenSSL"].contains(target.name)
{
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
  ]
}
