import AdapterTesting
import Aggregation
import CampusCatalog
import FeedCore
import Foundation
import Testing

/// The contract kit, run for every built-in adapter, and against adapters that break it on purpose.
@Suite struct ContractTests {
  @Test(arguments: AdapterCase.all)
  func builtInAdapterKeepsTheContract(_ adapter: AdapterCase) async throws {
    let seed: UInt64 = 20_261_121
    let failures = await (try adapter.contract(seed: seed)).failures()
    #expect(failures == [], "seed \(seed)")
  }

  @Test func everyBuiltInAdapterIsChecked() throws {
    let checked = Set(AdapterCase.all.map(\.feed))
    let known = Set(BuiltInAdapters.all.flatMap { $0.manifest.defaultFeeds.map(\.id.description) })
    #expect(checked == known)
  }

  /// The id of an adapter predicts its folder, its type, its README and its tests.
  @Test func oneNamePredictsEveryPath() throws {
    let root = FixtureCase.root.deletingLastPathComponent()
    for manifest in BuiltInAdapters.all.map(\.manifest) {
      let name = manifest.id.description.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      for path in [
        "Adapters/\(name)/\(name)Adapter.swift", "Adapters/\(name)/\(name)Manifest.swift", "Adapters/\(name)/README.md",
        "Tests/AdapterTests/\(name)Tests.swift",
      ] {
        #expect(FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path), "\(path)")
      }
      for feed in manifest.defaultFeeds {
        let cases = FixtureCase.all.filter {
          FileManager.default.fileExists(atPath: $0.folder.appendingPathComponent(feed.id.description).path)
        }
        #expect(cases.count > 3, "\(feed.id) has few cases")
      }
    }
  }

  @Test(arguments: Breach.allCases)
  func theKitFindsABreach(_ breach: Breach) async throws {
    let id = try #require(FeedID("everywhere/quotes"))
    let feed = try #require(Registry().feed(id))
    let adapter = try BrokenAdapter(breach)
    let body = Array(#"[{"k":"a","v":"1"},{"k":"b","v":"2"},{"k":"c","v":"3"}]"#.utf8)
    let contract = AdapterContract(adapter, feed: feed, bodies: ["list": body], records: ["list": ""])
    let failures = await contract.failures()
    #expect(failures.contains { $0.promise == breach.promise }, "\(failures)")
  }
}

/// A way to break the contract.
enum Breach: CaseIterable {
  case counts, usesPositions, sharesIDs, repairsCutText, losesRecords

  var promise: ContractFailure.Promise {
    switch self {
    case .counts: .pure
    case .usesPositions: .orderFree
    case .sharesIDs: .nothingLost
    case .repairsCutText: .truncation
    case .losesRecords: .nothingLost
    }
  }
}
