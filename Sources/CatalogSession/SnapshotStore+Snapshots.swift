public import Aggregation
public import CampusCatalog
public import FeedKit
public import SnapshotStore

extension SnapshotStore {
  /// - Throws: `missingSnapshot`, `storeFailure`.
  public func existingSnapshot(_ id: Int) async throws(SessionError) -> SnapshotRecord {
    let record = try await SessionError.ofStore { () async throws(StoreError) in try await snapshot(id) }
    guard let record else { throw SessionError(.missingSnapshot, "no snapshot \(id) in \(path)") }
    return record
  }

  /// Returns a snapshot as a catalog: its entries before any merge, with the campus of the newest run with the feed, or of the registry.
  ///
  /// - Throws: `missingSnapshot`, `storeFailure`, and `unregisteredFeed` if neither has the feed.
  public func catalog(ofSnapshot id: Int, _ registry: Registry) async throws(SessionError) -> CatalogParts {
    let record = try await existingSnapshot(id)
    let (lines, run) = try await SessionError.ofStore { () async throws(StoreError) in
      (try await self.lines(of: id), try await self.run(selection: RunSelection(feeds: [record.feed])))
    }
    var past: CatalogParts?
    if let run { past = try await SessionError.ofStore { () async throws(StoreError) in try await header(of: run) } }
    let campus = past?.campuses.first { $0.id == record.feed.campus } ?? registry.campus(record.feed.campus)
    let known = past?.feeds.first { $0.id == record.feed }
    let adapter = known?.adapter ?? registry.feed(record.feed)?.adapter
    guard let lines, let campus, let adapter else { throw SessionError(.unregisteredFeed, "the registry has no feed \(record.feed)") }
    var report = FeedReport(id: record.feed, adapter: adapter, outcome: .fresh)
    report.fill(from: record.result)
    report.checkedAt = record.acceptedAt
    report.license =
      known?.license ?? registry.feed(record.feed).flatMap { registry.adapter(of: $0) }.flatMap { PlainText.line($0.manifest.license) }
    return CatalogParts(
      generatedAt: record.acceptedAt, campuses: [campus], feeds: [report], parts: [(campus.id, .lines(LazyEntryLines(lines)))])
  }
}

/// A snapshot whose replies were read again, with the current adapters and registry.
package struct RereadSnapshot: Sendable {
  package let record: SnapshotRecord
  /// The differences from the stored entries.
  package private(set) var changes: [EntryLines.Change] = []
  /// Why the replies can no longer be read.
  package private(set) var refusal: Rereading.Refusal?

  package var isSame: Bool { changes.isEmpty && refusal == nil }

  /// Reads a snapshot again; nil if its replies or entries are not stored.
  package init?(_ record: SnapshotRecord, in store: SnapshotStore, by rereading: Rereading) async throws(StoreError) {
    let (stored, replies) = (try await store.lines(of: record.id), try await store.storedReplies(of: record.id))
    guard !replies.isEmpty, let stored else { return nil }
    self.record = record
    do throws(Rereading.Refusal) {
      let again = try await rereading.lines(of: record.feed, from: replies, storedAs: stored)
      changes = EntryLines.changes(from: stored.bytes, to: again.bytes)
    } catch {
      refusal = error
    }
  }
}

extension SnapshotStore {
  /// Returns the replies that a result was read from by their labels, for `Rereading`; none for a stream, of which only the last replies
  /// are stored.
  public func storedReplies(of snapshot: Int) async throws(StoreError) -> [String: FeedReply] {
    var stored: [String: FeedReply] = [:]
    for reply in try await replies(of: snapshot) {
      guard let body = try await body(reply.sha256) else {
        throw StoreError(.storeCorrupt, "the body of \(reply.label) of the snapshot \(snapshot) is not stored")
      }
      stored[reply.label] = FeedReply(
        to: FeedRequest(reply.label, addresses: []), headers: reply.headers ?? [:], body: body, url: reply.url,
        receivedAt: reply.receivedAt)
    }
    return stored
  }

  /// Returns the positions of the records that an entry was made of, as far as they can be found by reading the stored replies again:
  /// replies may have been removed, and the adapters of this version may read them differently.
  ///
  /// - Parameter reports: the reports of the entry's catalog, which identify the replies.
  func recordPointers(of entry: Entry, _ reports: [FeedReport], _ registry: Registry) async -> [EntryID: RecordPointer] {
    var pointers: [EntryID: RecordPointer] = [:]
    let rereading = Rereading(registry: registry)
    for feed in Set(entry.sources.map(\.feed)).sorted() {
      guard let sha256 = reports.first(where: { $0.id == feed })?.sha256 else { continue }
      // A damaged reply is reported when the store is verified.
      guard let snapshot = try? await snapshots(of: [feed]).first(where: { $0.result.bodies == sha256 }),
        let replies = try? await storedReplies(of: snapshot.id), !replies.isEmpty,
        let found = try? await rereading.pointers(of: feed, from: replies)
      else { continue }
      pointers.merge(found) { first, _ in first }
    }
    return pointers
  }
}
