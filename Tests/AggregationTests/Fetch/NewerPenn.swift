import Aggregation
import CampusCatalog
import FeedKit

/// A later version of Penn's adapter, which reads the same bytes differently.
struct NewerPenn: FeedAdapter {
  private let older: any FeedAdapter

  init() {
    guard let penn = Registry().adapters.first(where: { $0.manifest.id.description == "penn" }) else {
      preconditionFailure("the adapter is built in")
    }
    older = penn
  }

  var manifest: AdapterManifest {
    var manifest = older.manifest
    manifest.version += 1
    return manifest
  }

  func requests(for feed: Feed) async throws(AdapterError) -> [FeedRequest] { try await older.requests(for: feed) }

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) async throws(AdapterError) {
    var other = FeedDraft(for: feed)
    try await older.normalize(replies, of: feed, into: &other)
    for (entry, pointer) in zip(other.entries, other.pointers) {
      var entry = entry
      entry.notice = "new reading"
      draft.add(entry, at: pointer)
    }
  }
}
