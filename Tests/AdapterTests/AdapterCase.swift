import AdapterTesting
import Aggregation
import CampusCatalog
import FeedCore
import Fixtures
import Testing

/// One built-in adapter with good replies: those of the sample.
struct AdapterCase: Sendable, CustomTestStringConvertible {
  let feed: String
  /// For each request, the pointer of its records.
  let records: [String: String]

  var testDescription: String { feed }

  static let all = [
    AdapterCase(feed: "penn/dining", records: ["venues": ""]),
    AdapterCase(feed: "gmu/whats-open", records: ["facilities": "", "alerts": ""]),
    AdapterCase(feed: "liverpool/places", records: ["places": "/food_venues"]),
    AdapterCase(feed: "everywhere/guides", records: ["guides": "/data"]),
    AdapterCase(feed: "everywhere/quotes", records: ["quotes": ""]),
  ]

  func contract(seed: UInt64) throws -> AdapterContract {
    let registry = Registry()
    let id = try #require(FeedID(feed))
    let feed = try #require(registry.feed(id))
    let adapter = try #require(registry.adapter(feed.adapter))
    var bodies: [String: [UInt8]] = [:]
    for (request, pointer) in records {
      let body = try #require(SampleRecording.file("\(id)/\(request).json"))
      bodies[request] = try firstRecords(of: body, at: pointer)
    }
    return AdapterContract(adapter, feed: feed, bodies: bodies, records: records, seed: seed)
  }

  /// A few records are enough for the contract, which reads them some thousand times.
  private func firstRecords(of body: [UInt8], at pointer: String) throws -> [UInt8] {
    let tree = try #require(JSONTree(parsing: body))
    let path = JSONTree.steps(pointer)
    guard case .array(let list)? = tree.value(at: path[...]) else { throw ContractFailure(.nothingLost, "no records at \(pointer)") }
    return try #require(tree.replacing(path[...], with: .array(Array(list.prefix(4))))).bytes
  }
}
