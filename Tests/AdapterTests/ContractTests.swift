import AdapterTesting
import Aggregation
import CampusCatalog
import FeedKit
import Foundation
import Testing

/// The contract kit, run for every built-in adapter, and against adapters that break it on purpose.
@Suite struct ContractTests {
  @Test(arguments: AdapterCase.all)
  func builtInAdapterMeetsContract(_ adapter: AdapterCase) async throws {
    let seed: UInt64 = 20_261_121
    let failures = await (try adapter.contract(seed: seed)).failures()
    #expect(failures == [], "seed \(seed)")
  }

  @Test func everyBuiltInAdapterHasFeed() {
    let checked = Set(AdapterCase.all.map(\.adapter.manifest.id))
    #expect(checked == Set(Registry().adapters.map(\.manifest.id)))
  }

  /// The id of an adapter predicts its folder, its type and its README.
  @Test func oneNamePredictsEveryPath() throws {
    let adapters = FixtureCase.root.deletingLastPathComponent().appending(path: "Adapters")
    let names = Registry().adapters.map { adapter in
      adapter.manifest.id.description.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
    for name in names {
      let exists = { (path: String) in FileManager.default.fileExists(atPath: adapters.appending(path: "\(name)/\(path)").path) }
      #expect(exists("README.md"), "\(name)")
      #expect(exists("\(name)Adapter.swift") != exists("mapping.json"), "\(name) is either code or a mapping")
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: adapters.path).filter { !$0.contains(".") }
    #expect(folders.sorted() == names.sorted(), "Adapters/ has a folder for each adapter in the list")
  }

  @Test(arguments: AdapterCase.all)
  func everyBuiltInFeedHasCases(_ adapter: AdapterCase) {
    let cases = FixtureCase.all.filter {
      FileManager.default.fileExists(atPath: $0.folder.appending(path: adapter.feed.id.description).path)
    }
    #expect(cases.count > 3)
  }

  @Test(arguments: Breach.allCases)
  func kitDetectsBreach(_ breach: Breach) async throws {
    let id = try #require(FeedID("everywhere/quotes"))
    let feed = try #require(Registry().feed(id))
    let adapter = BrokenAdapter(breach)
    let body = Array(#"[{"k":"a","v":"1"},{"k":"b","v":"2"},{"k":"c","v":"3"}]"#.utf8)
    let contract = AdapterContract(adapter, feed: feed, bodies: ["list": body], records: ["list": ""])
    let failures = await contract.failures()
    #expect(failures.contains { $0.promise == breach.promise }, "\(failures)")
  }
}

/// A way to break the contract.
enum Breach: CaseIterable {
  case counts, usesPositions, sharesIDs, repairsCutText, addsLastBracket, losesRecords, comparesAllRecords, comparesAllLetters,
    multipliesText

  var promise: ContractFailure.Promise {
    switch self {
    case .counts: .pure
    case .usesPositions: .orderFree
    case .sharesIDs: .nothingLost
    case .repairsCutText, .addsLastBracket: .truncation
    case .losesRecords: .nothingLost
    case .comparesAllRecords, .comparesAllLetters, .multipliesText: .proportional
    }
  }
}
