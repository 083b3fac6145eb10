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
    if let lines {
      let feeds = lines.byFeed()
      if feeds.contains(where: { $0.feed != record.feed }) { return Self.catalog(of: feeds, record, past, registry) }
    }
    let campus = past?.campuses.first { $0.id == record.feed.campus } ?? registry.campus(record.feed.campus)
    let known = past?.feeds.first { $0.id == record.feed }
    let adapter = known?.adapter ?? registry.feed(record.feed)?.adapter
    guard let lines, let campus, let adapter else { throw SessionError(.unregisteredFeed, "the registry has no feed \(record.feed)") }
    var report = FeedReport(id: record.feed, adapter: adapter, outcome: .fresh)
    report.fill(from: record.result)
    report.checkedAt = record.acceptedAt
    report.license =
      known?.license
      ?? registry.feed(record.feed).flatMap { $0.license ?? registry.adapter(of: $0)?.manifest.license }.flatMap { PlainText.line($0) }
    return CatalogParts(
      generatedAt: record.acceptedAt, campuses: [campus], feeds: [report], parts: [(campus.id, .lines(LazyEntryLines(lines)))])
  }

  /// Returns a snapshot of a catalog: with the campuses and reports of the newest run, as far as it has them.
  private static func catalog(
    of feeds: [(feed: FeedID, lines: EntryLines)], _ record: SnapshotRecord, _ past: CatalogParts?, _ registry: Registry
  ) -> CatalogParts {
    let reports = feeds.compactMap { feed, lines -> FeedReport? in
      let known = past?.feeds.first { $0.id == feed } ?? AdapterID("catalog").map { FeedReport(id: feed, adapter: $0, outcome: .fresh) }
      var report = known
      report?.entries = lines.count
      return report
    }
    let campuses = (past?.campuses ?? []) + registry.campuses
    return CatalogParts(
      generatedAt: record.acceptedAt, campuses: CatalogReader.campuses(Set(feeds.map(\.feed.campus)), [:], known: campuses), feeds: reports,
      parts: Dictionary(grouping: feeds) { $0.feed.campus }.map { ($0.key, .lines(LazyEntryLines(EntryLines(joining: $0.value)))) })
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
    var feeds = Set(entry.sources.map(\.feed))
    // An entry of a catalog is in its replies.
    if reports.contains(where: { feeds.contains($0.id) && !$0.via.isEmpty }) {
      feeds.formUnion(registry.feeds.filter { catalog in catalog.campuses.contains(entry.campus) }.map(\.id))
    }
    for feed in feeds.sorted() {
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
