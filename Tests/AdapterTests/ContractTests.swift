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
    let failures = await (try await adapter.contract(seed: seed)).failures()
    #expect(failures == [], "seed \(seed)")
  }

  @Test func everyBuiltInAdapterHasFeed() {
    let checked = Set(AdapterCase.all.map(\.adapter.manifest.id))
    #expect(checked == Set(Registry().adapters.map(\.manifest.id)))
  }

  /// The names of an adapter's folder, type and README follow from its id, except for capital letters inside words.
  @Test func oneNamePredictsEveryPath() throws {
    let adapters = FixtureCase.root.deletingLastPathComponent().appending(path: "Adapters")
    let folders = try FileManager.default.contentsOfDirectory(atPath: adapters.path).filter { !$0.contains(".") }
    let ids = Registry().adapters.map { $0.manifest.id.description.replacing("-", with: "") }
    #expect(folders.map { $0.lowercased() }.sorted() == ids.sorted(), "Adapters/ has a folder for each adapter in the list")
    for name in folders {
      let exists = { (path: String) in FileManager.default.fileExists(atPath: adapters.appending(path: "\(name)/\(path)").path) }
      #expect(exists("README.md"), "\(name)")
      #expect(exists("\(name)Adapter.swift") != exists("mapping.json"), "\(name) is either code or a mapping")
    }
  }

  @Test(arguments: AdapterCase.all)
  func everyBuiltInFeedHasCases(_ adapter: AdapterCase) {
    let cases = FixtureCase.all.filter {
      FileManager.default.fileExists(atPath: $0.folder.appending(path: adapter.feed.id.description).path)
    }
    #expect(cases.count > 3)
  }

  private static let bodies: [FeedRequest.Format: (text: String, records: String)] = [
    .json: (#"[{"k":"a","v":"1"},{"k":"b","v":"2"},{"k":"c","v":"3"}]"#, ""),
    .xml: (#"<list><row k="a" v="1"></row><row k="b" v="2"></row><row k="c" v="3"></row></list>"#, "/row"),
  ]

  @Test(arguments: Breach.allCases, [FeedRequest.Format.json, .xml])
  func kitDetectsBreach(_ breach: Breach, _ format: FeedRequest.Format) async throws {
    let id = try #require(FeedID("everywhere/quotes"))
    let feed = try #require(Registry().feed(id))
    let (text, records) = try #require(Self.bodies[format])
    let contract = AdapterContract(
      BrokenAdapter(breach, format), feed: feed, bodies: ["list": Array(text.utf8)], records: ["list": records])
    let failures = await contract.failures()
    #expect(failures.contains { $0.promise == breach.promise }, "\(failures)")
  }
}

/// A way to break the contract.
enum Breach: CaseIterable {
  case counts, usesPositions, sharesIDs, repairsCutText, addsLastBracket, losesRecords, comparesAllRecords, comparesAllLetters,
    comparesFewLetters, multipliesText, keepsControlCharacters

  var promise: ContractFailure.Promise {
    switch self {
    case .counts: .pure
    case .usesPositions: .orderFree
    case .sharesIDs: .nothingLost
    case .repairsCutText, .addsLastBracket: .truncation
    case .losesRecords: .nothingLost
    case .keepsControlCharacters: .hostile
    case .comparesAllRecords, .comparesAllLetters, .comparesFewLetters, .multipliesText: .proportional
    }
  }
}
