import Aggregation
import Basics

/// The row of an accepted result. While it is a feed's last good result, each poll updates its times and notes.
struct SnapshotRow {
  /// The number of the result, one more than the largest stored number when it was inserted.
  var id: Int
  let feed: String
  /// The name of the entry lines.
  let content: ContentID
  let result: FeedState.LastGood
}

extension SnapshotRow: StoredRow {
  static let table = StoredTable(
    "snapshot",
    [
      "id", "feed", "accepted_at", "checked_at", "fetched_at", "content", "bodies", "bytes", "entries", "rejected", "url", "etag", "notes",
    ])

  /// Updates the row of a confirmed result; changes no row if the result is a different one.
  ///
  /// Its parameters are the insertion's. Does not set feed, time of acceptance and content, which are the same: setting them would
  /// update their indexes.
  static let update = """
    UPDATE snapshot SET checked_at = ?4, fetched_at = ?5, bodies = ?7, bytes = ?8, entries = ?9, rejected = ?10, url = ?11, \
    etag = ?12, notes = ?13, check_sum = ?14 WHERE id = ?1 AND feed = ?2 AND accepted_at = ?3 AND content = ?6
    """

  init(reading row: inout RowReader) throws {
    id = row.integer()
    feed = row.text()
    let (acceptedAt, checkedAt, fetchedAt) = (row.instant(), row.instant(), row.instant())
    content = row.content()
    var result = FeedState.LastGood(
      acceptedAt: acceptedAt, checkedAt: checkedAt, fetchedAt: fetchedAt, content: content.description, bodies: row.text(),
      bytes: row.integer(), entries: row.integer(), rejected: row.integer(), url: row.optionalText(), etag: row.optionalText(), notes: [])
    let notes = row.text()
    try row.verify("the result \(id) of \(feed)")
    result.notes = try StoredJSON.notes(notes)
    self.result = result
  }

  var values: [any ColumnValue] {
    [
      id, feed, result.acceptedAt, result.checkedAt, result.fetchedAt, content, result.bodies, result.bytes, result.entries,
      result.rejected, result.url, result.etag, StoredJSON.write(result.notes),
    ]
  }
}
