import CampusCatalog
import FeedKit
import Fetching
import GRDB
import OpeningHours
import StoreInterface

/// The row of one request of a feed: its validators, and its last accepted reply without the body.
struct RequestRow: StoredRow {
  static let columns = """
    request.feed, request.label, request.key, request.etag, request.last_modified, request.body, request.url, request.headers, \
    request.received_at, request.moved_url, request.moved_count, request.moved_since, request.check_sum
    """

  static let insertion = """
    INSERT OR REPLACE INTO request (feed, label, key, etag, last_modified, body, url, headers, received_at, moved_url, \
    moved_count, moved_since, check_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  let feed: String
  /// The label of the request within its feed, such as "venues" or "guides.2".
  let label: String
  /// The name of the last accepted body, which is stored as a content.
  let body: ContentID
  let state: FeedState.RequestState

  init(feed: FeedID, label: String, body: ContentID, _ state: FeedState.RequestState) {
    self.feed = feed.description
    self.label = label
    self.body = body
    self.state = state
  }

  init(reading row: inout RowReader) throws {
    feed = row.text()
    label = row.text()
    let key = row.text()
    let validators = Validators(etag: row.optionalText(), lastModified: row.optionalText())
    let body = row.content()
    let url = row.text()
    let headers = row.text()
    let receivedAt = row.instant()
    let moved = (url: row.optionalText(), count: row.optionalInteger(), since: row.optionalInstant())
    try row.verify("the request \(label) of \(feed)")
    guard let body, let receivedAt else { throw DamagedRow("the request \(label) of \(feed)") }
    self.body = body
    var state = FeedState.RequestState(
      key: key, validators: validators, body: body.description, url: url, headers: StoredHeaders(json: headers),
      receivedAt: receivedAt)
    if let url = moved.url, let count = moved.count, let since = moved.since {
      state.moved = FeedState.Moved(url: url, count: count, since: since)
    }
    self.state = state
  }

  func write(to row: inout RowWriter) {
    row.text(feed)
    row.text(label)
    row.text(state.key)
    row.text(state.validators.etag)
    row.text(state.validators.lastModified)
    row.content(body)
    row.text(state.url)
    row.text(state.headers.json)
    row.instant(state.receivedAt)
    row.text(state.moved?.url)
    row.integer(state.moved?.count)
    row.instant(state.moved?.since)
  }
}
