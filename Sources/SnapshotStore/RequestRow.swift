import Aggregation
import Basics
import Fetching

/// The row of one request of a feed: its validators, and its last accepted reply without the body.
struct RequestRow {
  let feed: String
  /// The label of the request within its feed, such as "venues" or "guides.2".
  let label: String
  /// The name of the last accepted body, which is stored as a content.
  let body: ContentID
  let state: FeedState.RequestState
}

extension RequestRow: StoredRow {
  static let table = StoredTable(
    "request",
    [
      "feed", "label", "key", "etag", "last_modified", "body", "url", "headers", "received_at", "moved_url", "moved_count", "moved_since",
    ], or: .replace)

  init(reading row: inout RowReader) throws {
    feed = row.text()
    label = row.text()
    let key = row.text()
    let validators = Validators(etag: row.optionalText(), lastModified: row.optionalText())
    body = row.content()
    var state = FeedState.RequestState(
      key: key, validators: validators, body: body.description, url: row.text(), headers: StoredHeaders(json: row.text()),
      receivedAt: row.instant())
    let moved = (url: row.optionalText(), count: row.optionalInteger(), since: row.optionalInstant())
    try row.verify("the request \(label) of \(feed)")
    if let url = moved.url, let count = moved.count, let since = moved.since {
      state.moved = FeedState.Moved(url: url, count: count, since: since)
    }
    self.state = state
  }

  var values: [any ColumnValue] {
    [
      feed, label, state.key, state.validators.etag, state.validators.lastModified, body, state.url, state.headers.json, state.receivedAt,
      state.moved?.url, state.moved?.count, state.moved?.since,
    ]
  }
}
