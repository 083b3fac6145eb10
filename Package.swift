// swift-tools-version: 6.2
import PackageDescription

// Targets are listed in the order in which data flows: a target imports only targets above it. (TestKit, EmbedFiles and WriteEmbeddedFiles are tools.)

let package = Package(
  name: "aggregate",
  products: [
    .executable(name: "aggregate", targets: ["aggregate"]),
    .library(name: "OpeningHours", targets: ["OpeningHours"]),
    .library(name: "CampusCatalog", targets: ["CampusCatalog"]),
    .library(name: "FeedKit", targets: ["FeedKit"]),
    .library(name: "AdapterTesting", targets: ["AdapterTesting"]),
    .library(name: "CatalogQuery", targets: ["CatalogQuery"]),
    .library(name: "CatalogDiff", targets: ["CatalogDiff"]),
    .library(name: "CatalogExport", targets: ["CatalogExport"]),
    .library(name: "CatalogSession", targets: ["CatalogSession"]),
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
  ],
  targets: [
    // Shared basics.
    .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: ["WriteEmbeddedFiles"]),
    .executableTarget(name: "WriteEmbeddedFiles", path: "Plugins/WriteEmbeddedFiles"),
    .target(name: "Locking"),
    .target(name: "CLinux"),
    .systemLibrary(name: "CCrypto"),
    .target(name: "Hashing", dependencies: ["CCrypto"]),
    .target(name: "PartFiles", dependencies: ["CLinux"]),

    // JSON in and out.
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "SimdJSON", dependencies: ["CSimdJSON", "Locking"]),

    // XML in.
    .systemLibrary(name: "CExpat"),
    .target(name: "ExpatXML", dependencies: ["CExpat", "SimdJSON"]),

    // The model.
    .target(name: "OpeningHours", dependencies: ["Locking"]),
    .target(name: "CampusCatalog", dependencies: ["SimdJSON", "OpeningHours", "Hashing"], plugins: ["EmbedFiles"]),

    // The contract, and what is written against it.
    .target(name: "FeedKit", dependencies: ["CampusCatalog", "ExpatXML", "Hashing", "OpeningHours", "SimdJSON"]),
    .target(name: "FeedMapping", dependencies: ["FeedKit"], plugins: ["EmbedFiles"]),
    .target(name: "Adapters", dependencies: ["FeedKit", "FeedMapping"], path: "Adapters", plugins: ["EmbedFiles"]),
    .target(
      name: "ExecAdapter",
      dependencies: [
        "FeedKit", "Locking", .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(name: "AdapterTesting", dependencies: ["ExpatXML", "FeedKit", "TestKit"]),

    // Questions about a catalog.
    .target(
      name: "CatalogQuery", dependencies: ["CampusCatalog", "Locking", "OpeningHours", "SimdJSON"], plugins: ["EmbedFiles"]),

    // What differs between two catalogs.
    .target(
      name: "CatalogDiff", dependencies: ["CampusCatalog", "CatalogQuery", "OpeningHours", "SimdJSON", "Hashing"], plugins: ["EmbedFiles"]),

    // The network.
    .target(name: "Fetching", dependencies: ["FeedKit", "Hashing", "Locking"]),
    .target(
      name: "CCodings", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("brotlidec"), .linkedLibrary("zstd")]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl"), .linkedLibrary("ssl")]),
    .target(name: "CurlTransport", dependencies: ["CCodings", "CCurl", "CampusCatalog", "FeedKit", "Fetching", "Locking"]),

    // The store, and queries on large ones.
    .target(name: "StoreInterface", dependencies: ["CampusCatalog", "Fetching", "OpeningHours"]),
    .target(
      name: "SnapshotStore",
      dependencies: [
        "CCodings", "FeedKit", "Fetching", "Hashing", "Locking", "StoreInterface",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "CatalogIndex",
      dependencies: [
        "CCodings", "CatalogQuery", "FeedKit", "Hashing", "Locking", "OpeningHours", "SnapshotStore", "StoreInterface",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),

    // The engine.
    .target(name: "Campuses", path: "Campuses", plugins: ["EmbedFiles"]),
    .target(
      name: "Aggregation",
      dependencies: ["Adapters", "Campuses", "FeedKit", "FeedMapping", "Fetching", "Hashing", "Locking", "StoreInterface"],
      plugins: ["EmbedFiles"]),

    // What the author of an adapter works with.
    .target(name: "AdapterWorkbench", dependencies: ["AdapterTesting", "Aggregation", "FeedKit", "FeedMapping", "Fetching"]),

    // Exports and plain-text tables, and sessions that commands and servers use.
    .target(
      name: "CatalogExport",
      dependencies: ["CampusCatalog", "CatalogDiff", "CatalogQuery", "Hashing", "Locking", "OpeningHours", "SimdJSON"]),
    .target(
      name: "CatalogDatabase",
      dependencies: [
        "CatalogExport", "OpeningHours", "SnapshotStore",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(name: "Fixtures", path: "Fixtures/sample", plugins: ["EmbedFiles"]),
    .target(
      name: "CatalogSession",
      dependencies: [
        "Aggregation", "CampusCatalog", "CatalogDiff", "CatalogIndex", "CatalogQuery", "FeedKit", "Fetching", "Fixtures", "Hashing",
        "Locking",
        "OpeningHours", "SnapshotStore", "StoreInterface",
      ]),
    // The API and the page.
    .target(
      name: "CatalogServer",
      dependencies: [
        "CCodings", "CLinux", "CampusCatalog", "CatalogExport", "CatalogQuery", "CatalogSession", "Fetching", "Hashing", "Locking",
        "OpeningHours", "SimdJSON",
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
      ],
      plugins: ["EmbedFiles"]),
    .target(
      name: "Commands",
      dependencies: [
        "AdapterTesting", "AdapterWorkbench", "Aggregation", "CLinux", "CampusCatalog", "CatalogDatabase", "CatalogDiff",
        "CatalogExport", "CatalogQuery", "CatalogServer", "CatalogSession", "CurlTransport", "ExecAdapter", "FeedKit", "FeedMapping",
        "Fetching", "Fixtures", "Hashing", "Locking",
        "OpeningHours", "PartFiles", "SimdJSON", "SnapshotStore",
        "StoreInterface",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // The program contains Swift's libraries. The tests share all other objects with it, and are linked with libraries outside.
    .executableTarget(
      name: "aggregate", dependencies: ["CLinux", "Commands"],
      swiftSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))],
      linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),

    // Tests, and what they share.
    .target(name: "TestKit", path: "Tests/TestKit"),
    .testTarget(name: "SimdJSONTests", dependencies: ["SimdJSON", "TestKit"]),
    .testTarget(name: "ExpatXMLTests", dependencies: ["ExpatXML", "SimdJSON", "TestKit"]),
    .target(name: "RandomData", dependencies: ["CampusCatalog", "OpeningHours", "TestKit"], path: "Tests/RandomData"),
    .testTarget(name: "OpeningHoursTests", dependencies: ["OpeningHours", "RandomData", "TestKit"]),
    .executableTarget(name: "HoursProbe", dependencies: ["CampusCatalog", "OpeningHours", "SimdJSON"], path: "Tests/HoursProbe"),
    .testTarget(
      name: "CampusCatalogTests",
      dependencies: ["CampusCatalog", "Hashing", "HoursProbe", "MemoryProbe", "OpeningHours", "RandomData", "SimdJSON", "TestKit"]),
    .testTarget(
      name: "AdapterTests",
      dependencies: [
        "AdapterTesting", "AdapterWorkbench", "Aggregation", "CampusCatalog", "Campuses", "FeedKit", "Fetching", "Fixtures", "Locking",
        "OpeningHours",
        "SimdJSON", "StoreInterface", "TestKit",
      ]),
    .testTarget(
      name: "FeedMappingTests",
      dependencies: ["AdapterTesting", "AdapterWorkbench", "Aggregation", "FeedKit", "FeedMapping", "Fixtures", "TestKit"],
      exclude: ["Mappings"]),
    .testTarget(
      name: "ExecAdapterTests",
      dependencies: ["Adapters", "CLinux", "ExecAdapter", "FeedKit", "Locking", "TestKit"]),
    .testTarget(name: "FetchingTests", dependencies: ["FeedKit", "Fetching"]),
    .target(name: "ScriptedServer", dependencies: ["CCodings", "Locking"], path: "Tests/ScriptedServer"),
    .executableTarget(
      name: "MemoryProbe",
      dependencies: ["CampusCatalog", "CurlTransport", "FeedKit", "Fetching", "ScriptedServer", "TestKit"], path: "Tests/MemoryProbe"),
    .testTarget(
      name: "CurlTransportTests",
      dependencies: [
        "CCodings", "CurlTransport", "FeedKit", "Fetching", "Locking", "MemoryProbe", "ScriptedServer", "TestKit",
      ]),
    .executableTarget(
      name: "StoreTorture",
      dependencies: [
        "CampusCatalog", "FeedKit", "Fetching", "Hashing", "OpeningHours", "SnapshotStore", "StoreInterface", "TestKit",
      ],
      path: "Tests/StoreTorture"),
    .testTarget(
      name: "SnapshotStoreTests",
      dependencies: [
        "AdapterTesting", "CampusCatalog", "FeedKit", "Fetching", "Hashing", "OpeningHours", "SnapshotStore", "StoreInterface",
        "StoreTorture", "TestKit",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "AggregationTests",
      dependencies: [
        "AdapterTesting", "Aggregation", "CampusCatalog", "Campuses", "FeedKit", "Fetching", "Fixtures", "Hashing", "Locking",
        "OpeningHours", "RandomData", "SimdJSON", "StoreInterface", "TestKit",
      ]),
    .executableTarget(
      name: "YearOfPolls",
      dependencies: [
        "Aggregation", "CampusCatalog", "FeedKit", "Fetching", "Hashing", "Locking", "OpeningHours", "RandomData", "SnapshotStore",
        "TestKit",
      ],
      path: "Tests/YearOfPolls"),
    .target(
      name: "QueryTestData", dependencies: ["CampusCatalog", "CatalogQuery", "OpeningHours", "TestKit"], path: "Tests/QueryTestData"),
    .testTarget(
      name: "CatalogQueryTests",
      dependencies: ["CampusCatalog", "CatalogQuery", "OpeningHours", "QueryTestData", "SimdJSON", "TestKit"]),
    .testTarget(
      name: "CatalogIndexTests",
      dependencies: [
        "CampusCatalog", "CatalogIndex", "CatalogQuery", "FeedKit", "OpeningHours", "QueryTestData", "StoreInterface", "TestKit",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "CatalogDiffTests", dependencies: ["CampusCatalog", "CatalogDiff", "OpeningHours", "RandomData", "SimdJSON", "TestKit"]),
    .testTarget(
      name: "CatalogExportTests",
      dependencies: [
        "CampusCatalog", "CatalogDatabase", "CatalogDiff", "CatalogExport", "CatalogQuery", "OpeningHours", "QueryTestData", "RandomData",
        "TestKit",
      ]),
    .testTarget(
      name: "CatalogSessionTests",
      dependencies: [
        "Aggregation", "CampusCatalog", "CatalogDiff", "CatalogQuery", "CatalogSession", "FeedKit", "Fetching", "Locking", "OpeningHours",
        "SnapshotStore", "StoreInterface", "TestKit",
      ]),
    .testTarget(
      name: "CatalogServerTests",
      dependencies: [
        "CampusCatalog", "CatalogQuery", "CatalogServer", "CatalogSession", "FeedKit", "Locking", "OpeningHours", "QueryTestData",
        "TestKit",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    .executableTarget(name: "PeakMemory", path: "Tests/PeakMemory"),
    .executableTarget(name: "TownFood", dependencies: ["FeedKit"], path: "Docs/examples/swift/Sources/TownFood"),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Aggregation", "CampusCatalog", "CatalogExport", "CatalogQuery", "Commands", "FeedKit", "Fetching", "Fixtures", "Locking",
        "OpeningHours", "PeakMemory", "ScriptedServer", "SimdJSON", "SnapshotStore", "StoreInterface", "TestKit",
      ],
      exclude: ["Penn"]),
  ],
  cxxLanguageStandard: .cxx17
)

// One set of language settings for all Swift code here.
for target in package.targets
where target.type != .plugin && !["CExpat", "CSimdJSON", "CLinux", "CCodings", "CCrypto", "CCurl"].contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableExperimentalFeature("Lifetimes"),
    ]
  // Commands parse arguments and print, and tests run once: to optimize them takes longer than it saves (decision 69).
  if target.name == "Commands" || target.type == .test {
    target.swiftSettings? += [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
}
