import AdapterTesting
import Aggregation
import FeedKit
import Fixtures
import Foundation
import Testing

/// A feed of a built-in adapter with good replies: those of the sample, or, for an adapter without a built-in feed, those of its first case.
struct AdapterCase: Sendable, CustomTestStringConvertible {
  let feed: Feed
  let adapter: any FeedAdapter
  /// The case with the replies; nil for the sample.
  var fixture: FixtureCase?

  var testDescription: String { feed.id.description }

  /// One for each feed of the built-in campuses, and for each adapter that none of them uses.
  static let all: [AdapterCase] = {
    let registry = Registry()
    let builtIn = registry.feeds.compactMap { feed in registry.adapter(feed.adapter).map { AdapterCase(feed: feed, adapter: $0) } }
    let others = registry.adapters.filter { adapter in !builtIn.contains { $0.adapter.manifest.id == adapter.manifest.id } }
    return builtIn
      + others.compactMap { adapter in
        for fixture in FixtureCase.all {
          guard let feed = fixture.registry.feeds.first(where: { $0.adapter == adapter.manifest.id }) else { continue }
          return AdapterCase(feed: feed, adapter: adapter, fixture: fixture)
        }
        return nil
      }
  }()

  private func reply(_ request: String) -> [UInt8]? {
    guard let fixture else { return SampleRecording.file("\(feed.id)/\(request).json") }
    return (try? Data(contentsOf: fixture.folder.appending(path: "\(feed.id)/\(request).json"))).map { Array($0) }
  }

  func contract(seed: UInt64) throws -> AdapterContract {
    var bodies: [String: [UInt8]] = [:]
    var records: [String: String] = [:]
    for request in adapter.manifest.requests {
      let body = try #require(reply(request), "there is no \(request).json of \(feed.id)")
      let tree = try #require(JSONTree(parsing: body))
      let (pointer, list) = try #require(Self.records(of: tree), "no array of records in \(request).json of \(feed.id)")
      // A few records are enough for the contract, which reads them some thousand times.
      bodies[request] = try #require(tree.replacing(JSONTree.steps(pointer)[...], with: .array(Array(list.prefix(4))))).bytes
      records[request] = pointer
    }
    return AdapterContract(adapter, feed: feed, bodies: bodies, records: records, seed: seed)
  }

  /// The array of records of a reply: all of it, or the first member, at any depth, that is an array.
  private static func records(of tree: JSONTree) -> (pointer: String, list: [JSONTree])? {
    switch tree {
    case .array(let list): return ("", list)
    case .object(let members):
      for (key, value) in members {
        if let (pointer, list) = records(of: value) { return ("/" + key + pointer, list) }
      }
      return nil
    default: return nil
    }
  }
}
