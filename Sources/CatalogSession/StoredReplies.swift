public import Aggregation
import CampusCatalog
import FeedKit
public import SnapshotStore
public import StoreInterface

extension SnapshotStore {
  /// Returns the replies that a result was read from, for `Rereading`; none for a stream, of which only the last replies are stored.
  public func storedReplies(of snapshot: Int) async throws(StoreError) -> [Rereading.Reply] {
    var stored: [Rereading.Reply] = []
    for reply in try await replies(of: snapshot) {
      guard let body = try await body(reply.sha256) else {
        throw StoreError(.storeCorrupt, "the body of \(reply.label) of the snapshot \(snapshot) is not stored")
      }
      stored.append(
        Rereading.Reply(label: reply.label, body: body, headers: reply.headers ?? [:], url: reply.url, receivedAt: reply.receivedAt))
    }
    return stored
  }
}

/// Finds the locations of records in stored replies by reading them again.
struct StoredReplies {
  let store: SnapshotStore
  let registry: Registry

  /// The positions of the records that an entry was made of, as far as they can be found: replies may have been removed, and
  /// the adapters of this version may read them differently.
  ///
  /// - Parameter reports: the reports of the entry's catalog, which identify the replies.
  func places(of entry: Entry, _ reports: [FeedReport]) async -> [EntryID: RecordPlace] {
    var places: [EntryID: RecordPlace] = [:]
    let rereading = Rereading(registry: registry)
    for feed in Set(entry.sources.map(\.feed)).sorted() {
      guard let sha256 = reports.first(where: { $0.id == feed })?.sha256 else { continue }
      // A damaged reply is reported when the store is verified.
      guard let snapshot = try? await store.snapshots(of: [feed]).first(where: { $0.result.bodies == sha256 }),
        let replies = try? await store.storedReplies(of: snapshot.id), !replies.isEmpty,
        let found = try? await rereading.places(of: feed, from: replies)
      else { continue }
      places.merge(found) { first, _ in first }
    }
    return places
  }
}
