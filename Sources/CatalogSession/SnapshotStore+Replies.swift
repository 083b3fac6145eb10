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

  /// Returns the positions of the records that an entry was made of, as far as they can be found by reading the stored replies again:
  /// replies may have been removed, and the adapters of this version may read them differently.
  ///
  /// - Parameter reports: the reports of the entry's catalog, which identify the replies.
  func recordPlaces(of entry: Entry, _ reports: [FeedReport], _ registry: Registry) async -> [EntryID: RecordPlace] {
    var places: [EntryID: RecordPlace] = [:]
    let rereading = Rereading(registry: registry)
    for feed in Set(entry.sources.map(\.feed)).sorted() {
      guard let sha256 = reports.first(where: { $0.id == feed })?.sha256 else { continue }
      // A damaged reply is reported when the store is verified.
      guard let snapshot = try? await snapshots(of: [feed]).first(where: { $0.result.bodies == sha256 }),
        let replies = try? await storedReplies(of: snapshot.id), !replies.isEmpty,
        let found = try? await rereading.places(of: feed, from: replies)
      else { continue }
      places.merge(found) { first, _ in first }
    }
    return places
  }
}
