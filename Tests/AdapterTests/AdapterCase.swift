import AdapterTesting
import AdapterWorkbench
import Aggregation
import CatalogSession
import FeedKit
import Foundation
import Testing

/// A feed of a built-in adapter with good replies: those of the sample, or, for an adapter without a built-in feed, those of its first
/// case.
struct AdapterCase: Sendable, CustomTestStringConvertible {
  let feed: Feed
  let adapter: any FeedAdapter
  /// The case with the replies; nil for the sample.
  var fixture: FixtureCase?

  var testDescription: String { feed.id.description }

  /// One case for each feed of the built-in campuses, and for each adapter that none of them uses.
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

  private func reply(_ file: String) -> [UInt8]? {
    guard let fixture else { return SampleRecording.file("\(feed.id)/\(file)") }
    return (try? Data(contentsOf: fixture.folder.appending(path: "\(feed.id)/\(file)"))).map { Array($0) }
  }

  /// The contract, with the first records of each reply.
  func contract(seed: UInt64) async throws -> AdapterContract {
    var bodies: [String: [UInt8]] = [:]
    for request in try await adapter.requests(for: feed) {
      bodies[request.name] = reply(request.fileName)
      // When the reply was received, which may be the date that it is about.
      bodies["\(request.name).meta"] = reply("\(request.name).meta.json")
    }
    let trial = await AdapterTrial(adapter, feed: feed, bodies: bodies)
    #expect(Set(trial.draft.pointers.map(\.request)) == Set(adapter.manifest.requests), "a reply of \(feed.id) has no records")
    return trial.contract(adapter, feed: feed, seed: seed)
  }
}
