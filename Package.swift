// swift-tools-version: 6.2
import PackageDescription

// The targets stand in the order in which data flows: a target imports only what stands above it.

let package = Package(
  name: "aggregate",
  products: [
    .executable(name: "aggregate", targets: ["aggregate"]),
    .library(name: "OpeningHours", targets: ["OpeningHours"]),
    .library(name: "CampusCatalog", targets: ["CampusCatalog"]),
    .library(name: "FeedCore", targets: ["FeedCore"]),
    .library(name: "AdapterTesting", targets: ["AdapterTesting"]),
    .library(name: "Aggregation", targets: ["Aggregation"]),
    .library(name: "CatalogQuery", targets: ["CatalogQuery"]),
    .library(name: "CatalogDiff", targets: ["CatalogDiff"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    // What several need.
    .target(name: "Locking"),

    // JSON in and out.
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "SimdJSON", dependencies: ["CSimdJSON", "Locking"]),

    // The model.
    .target(name: "OpeningHours", dependencies: ["Locking"]),
    .target(
      name: "CampusCatalog",
      dependencies: ["SimdJSON", "OpeningHours", .product(name: "Crypto", package: "swift-crypto")],
      resources: [.embedInCode("Schema")]),

    // The contract, and what is written against it.
    .target(name: "FeedCore", dependencies: ["CampusCatalog", .product(name: "Crypto", package: "swift-crypto")]),
    .adapter("Penn"),
    .adapter("WhatsOpen"),
    .adapter("Places"),
    .adapter("Guide"),
    .adapter("Quotes"),
    .target(name: "AdapterTesting", dependencies: ["FeedCore"]),

    // Questions about a catalog.
    .target(
      name: "CatalogQuery", dependencies: ["CampusCatalog", "OpeningHours", "SimdJSON"], resources: [.embedInCode("Schema")]),

    // What differs between two catalogs.
    .target(
      name: "CatalogDiff",
      dependencies: ["CampusCatalog", "OpeningHours", "SimdJSON", .product(name: "Crypto", package: "swift-crypto")],
      resources: [.embedInCode("Schema")]),

    // The two seams to the world: the network and the store.
    .target(
      name: "CCodings", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("brotlidec"), .linkedLibrary("zstd")]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "CurlTransport", dependencies: ["CCurl", "CCodings", "FeedCore", "Locking"]),
    .target(
      name: "SnapshotStore",
      dependencies: [
        "CCodings", "CatalogQuery", "FeedCore", "Locking", "SimdJSON", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"), .product(name: "Crypto", package: "swift-crypto"),
      ]),

    // The engine, and what leaves the house.
    .target(
      name: "Aggregation",
      dependencies: [
        "FeedCore", "Locking", "PennAdapter", "WhatsOpenAdapter", "PlacesAdapter", "GuideAdapter", "QuotesAdapter",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      resources: [.embedInCode("Schema")]),
    .target(name: "CatalogExport", dependencies: ["CampusCatalog"]),
    .target(
      name: "Fixtures",
      path: "Fixtures/sample",
      sources: ["SampleRecording.swift"],
      resources: [.embedInCode("penn"), .embedInCode("gmu"), .embedInCode("liverpool"), .embedInCode("everywhere")]),
    .target(name: "CLinux"),
    .executableTarget(
      name: "aggregate",
      dependencies: [
        "CLinux", "Aggregation", "CatalogDiff", "CatalogExport", "CatalogQuery", "CurlTransport", "Fixtures", "Locking", "SnapshotStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"), .product(name: "SystemPackage", package: "swift-system"),
      ]),

    // Tests, one target for each house they look into.
    .testTarget(name: "SimdJSONTests", dependencies: ["SimdJSON"]),
    .testTarget(name: "OpeningHoursTests", dependencies: ["OpeningHours"]),
    .executableTarget(name: "HoursProbe", dependencies: ["CampusCatalog", "OpeningHours", "SimdJSON"], path: "Tests/HoursProbe"),
    .target(name: "RandomData", dependencies: ["CampusCatalog", "OpeningHours"], path: "Tests/RandomData"),
    .testTarget(name: "CampusCatalogTests", dependencies: ["CampusCatalog", "HoursProbe", "RandomData"]),
    .testTarget(
      name: "AdapterTests",
      dependencies: ["AdapterTesting", "Aggregation", "Fixtures"]),
    .target(name: "ScriptedServer", dependencies: ["CCodings", "Locking"], path: "Tests/ScriptedServer"),
    .testTarget(name: "CurlTransportTests", dependencies: ["CCodings", "CurlTransport", "FeedCore", "Locking", "ScriptedServer"]),
    .executableTarget(name: "StoreTorture", dependencies: ["SnapshotStore"], path: "Tests/StoreTorture"),
    .testTarget(name: "SnapshotStoreTests", dependencies: ["AdapterTesting", "Locking", "SnapshotStore", "StoreTorture"]),
    .testTarget(
      name: "AggregationTests",
      dependencies: ["Aggregation", "Fixtures", "Locking", "RandomData", .product(name: "Crypto", package: "swift-crypto")]),
    .executableTarget(
      name: "YearOfPolls",
      dependencies: [
        "Aggregation", "CampusCatalog", "FeedCore", "Locking", "OpeningHours", "RandomData", "SnapshotStore",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Tests/YearOfPolls"),
    .testTarget(name: "CatalogQueryTests", dependencies: ["CatalogQuery", "SnapshotStore"]),
    .testTarget(name: "CatalogDiffTests", dependencies: ["CatalogDiff", "RandomData"]),
    .executableTarget(name: "PeakMemory", path: "Tests/PeakMemory"),
    .testTarget(name: "CommandTests", dependencies: ["aggregate", "Fixtures", "PeakMemory", "ScriptedServer"]),
  ],
  cxxLanguageStandard: .cxx17
)

extension Target {
  /// An adapter lives in `Adapters/<Name>` and imports nothing but the contract.
  static func adapter(_ name: String) -> Target {
    .target(name: "\(name)Adapter", dependencies: ["FeedCore"], path: "Adapters/\(name)", exclude: ["README.md"])
  }
}

// One set of language settings for all Swift code here.
for target in package.targets where !["CSimdJSON", "CLinux", "CCodings", "CCurl"].contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableExperimentalFeature("Lifetimes"),
    ]
}
