// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as an app is: it depends on nothing but CampusClient, and resolves no other package.
let package = Package(
  name: "campus-client-tests",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    .package(name: "aggregate", path: "../..", traits: [])
  ],
  targets: [
    .testTarget(name: "CampusClientTests", dependencies: [.product(name: "CampusClient", package: "aggregate")])
  ]
)
