public import Aggregation
public import CampusCatalog
import GRDB

extension SnapshotStore {
  /// The number of entries after which `entryIDs` reads no further results.
  private static let mostEntries = 20_000

  /// Returns the ids that begin with a text, of the entries in the newest results of the feeds, before any merge. They are sorted by feed, and
  /// by the bytes of the ids of each feed.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of ids. No further results are read after 20,000 entries.
  /// - Throws: `store.corrupt` if a result is damaged.
  public func entryIDs(withPrefix prefix: String, limit: Int) async throws(StoreError) -> [EntryID] {
    let results = try await connection.read { database in
      try Array(
        database.rows("SELECT id, snapshot FROM feed WHERE snapshot IS NOT NULL ORDER BY id") { ($0.text(), $0.integer()) })
    }
    var ids: [EntryID] = []
    var read = 0
    for (feed, snapshot) in results where feed.hasPrefix(prefix) || prefix.hasPrefix("\(feed)/") {
      guard let lines = try await lines(of: snapshot) else { continue }
      ids += lines.ids.filter { $0.description.hasPrefix(prefix) }
      read += lines.count
      if ids.count >= limit || read >= Self.mostEntries { break }
    }
    return Array(ids.prefix(limit))
  }
}
