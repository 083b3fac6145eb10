import AdapterTesting
import Aggregation
import FeedKit
import Fixtures
import Testing

/// A built-in feed with good replies, those of the sample.
struct AdapterCase: Sendable, CustomTestStringConvertible {
  let feed: Feed
  let adapter: any FeedAdapter

  var testDescription: String { feed.id.description }

  /// One for each feed of the built-in campuses.
  static let all: [AdapterCase] = {
    let registry = Registry()
    return registry.feeds.compactMap { feed in registry.adapter(feed.adapter).map { AdapterCase(feed: feed, adapter: $0) } }
  }()

  func contract(seed: UInt64) throws -> AdapterContract {
    var bodies: [String: [UInt8]] = [:]
    var records: [String: String] = [:]
    for request in adapter.manifest.requests {
      let body = try #require(SampleRecording.file("\(feed.id)/\(request).json"), "the sample has no \(request).json of \(feed.id)")
      let tree = try #require(JSONTree(parsing: body))
      let (pointer, list) = try #require(Self.records(of: tree), "no array of records in \(request).json of \(feed.id)")
      // A few records are enough for the contract, which reads them some thousand times.
      bodies[request] = try #require(tree.replacing(JSONTree.steps(pointer)[...], with: .array(Array(list.prefix(4))))).bytes
      records[request] = pointer
    }
    return AdapterContract(adapter, feed: feed, bodies: bodies, records: records, seed: seed)
  }

  /// The array of records of a reply: all of it, or the member that is an array.
  private static func records(of tree: JSONTree) -> (pointer: String, list: [JSONTree])? {
    switch tree {
    case .array(let list): return ("", list)
    case .object(let members):
      for (key, value) in members {
        if case .array(let list) = value { return ("/" + key, list) }
      }
      return nil
    default: return nil
    }
  }
}
