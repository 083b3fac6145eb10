import Aggregation
import CampusCatalog
import FeedCore
import SnapshotStore

extension SnapshotStore {
  /// The replies that a result was read from, as `Rereading` takes them; none for a stream's, of which only the last are kept.
  func keptReplies(of snapshot: Int) async throws(StoreError) -> [Rereading.Reply] {
    var kept: [Rereading.Reply] = []
    for reply in try await replies(of: snapshot) {
      guard let body = try await body(reply.sha256) else {
        throw StoreError("store.corrupt", "the body of \(reply.label) of the snapshot \(snapshot) is not kept")
      }
      kept.append(
        Rereading.Reply(label: reply.label, body: body, headers: reply.headers ?? [:], url: reply.url, receivedAt: reply.receivedAt))
    }
    return kept
  }
}

/// Finds where records stand in the replies that a store keeps, by reading these once more.
struct StoredReplies {
  let store: SnapshotStore
  let registry: Registry

  /// The places of the records that an entry was made of. Left out is what can not be found: replies that are kept no more, and such
  /// as the adapters of this version read otherwise.
  ///
  /// - Parameter reports: of the catalog that the entry is in: they say which replies it was made of.
  func places(of entry: Entry, _ reports: [FeedReport]) async -> [EntryID: RecordPlace] {
    var places: [EntryID: RecordPlace] = [:]
    let rereading = Rereading(registry: registry)
    for feed in Set(entry.sources.map(\.feed)).sorted() {
      guard let sha256 = reports.first(where: { $0.id == feed })?.sha256 else { continue }
      // What is damaged can not be found either; `snapshots verify` tells of it.
      guard let snapshot = try? await store.snapshots(of: [feed]).first(where: { $0.result.bodies == sha256 }),
        let replies = try? await store.keptReplies(of: snapshot.id), !replies.isEmpty,
        let found = try? await rereading.places(of: feed, from: replies)
      else { continue }
      places.merge(found) { first, _ in first }
    }
    return places
  }
}
