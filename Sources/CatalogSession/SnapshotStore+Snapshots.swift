extension SnapshotStore {
  /// Returns the snapshot with the given number.
  ///
  /// - Throws: `missingSnapshot`, `storeFailure`.
  public func existingSnapshot(_ id: Int) async throws(SessionError) -> SnapshotRecord {
    let record = try await SessionError.ofStore { () async throws(StoreError) in try await snapshot(id) }
    guard let record else { throw SessionError(.missingSnapshot, "there is no snapshot \(id) in \(path)") }
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
    if let run { past = try await SessionError.ofStore { () async throws(StoreError) in try await catalog(of: run) } }
    let campus = past?.campuses.first { $0.id == record.feed.campus } ?? registry.campus(record.feed.campus)
    let adapter = past?.feeds.first { $0.id == record.feed }?.adapter ?? registry.feed(record.feed)?.adapter
    guard let lines, let campus, let adapter else {
      throw SessionError(.unregisteredFeed, "the registry has no feed \(record.feed)")
    }
    var report = FeedReport(
      id: record.feed, adapter: adapter, outcome: .fresh, entries: record.entries, rejected: record.result.rejected,
      notes: record.result.notes)
    report.url = record.result.url
    report.fetchedAt = record.result.fetchedAt
    report.checkedAt = record.acceptedAt
    report.etag = record.result.etag
    report.sha256 = record.result.bodies
    report.bytes = record.bytes
    return CatalogParts(
      generatedAt: record.acceptedAt, campuses: [campus], feeds: [report], parts: [(campus.id, .lines(LazyEntryLines(lines)))])
  }
}

/// A snapshot whose replies were read again, with the current adapters and registry.
package struct RereadSnapshot: Sendable {
  package let record: SnapshotRecord
  /// The differences from the stored entries.
  package private(set) var changes: [EntryLineChange] = []
  /// Why the replies can no longer be read.
  package private(set) var refusal: Rereading.Refusal?

  package var isSame: Bool { changes.isEmpty && refusal == nil }

  /// Reads a snapshot again; nil if its replies or entries are not stored.
  ///
  /// - Throws: `storeFailure`.
  package init?(_ record: SnapshotRecord, in store: SnapshotStore, by rereading: Rereading) async throws(SessionError) {
    let (stored, replies) = try await SessionError.ofStore { () async throws(StoreError) in
      (try await store.lines(of: record.id), try await store.storedReplies(of: record.id))
    }
    guard !replies.isEmpty, let stored else { return nil }
    self.record = record
    do throws(Rereading.Refusal) {
      let again = try await rereading.lines(of: record.feed, from: replies, storedAs: stored)
      changes = EntryLineDiff.changes(from: stored.bytes, to: again.bytes)
    } catch {
      refusal = error
    }
  }
}
