// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "town-food",
  dependencies: [
    // The address of the repository of aggregate; here, the folder that contains this example.
    .package(name: "aggregate", path: "../../..")
  ],
  targets: [
    .executableTarget(name: "TownFood", dependencies: [.product(name: "FeedKit", package: "aggregate")])
  ],
  cxxLanguageStandard: .cxx17
)
