import Aggregation
import Fetching
import OpeningHours

/// The row of a reply that a result was read from: the name of its body, and the adapter's other values from the reply.
struct BodyRow: StoredRow {
  static let table = StoredTable("snapshot_body", ["snapshot", "label", "sha256", "url", "headers", "received_at"])

  let snapshot: Int
  let label: String
  let body: ContentID
  /// The address that replied, its headers, and when the body was received. Nil in rows of earlier versions, where these columns are
  /// NULL and not part of the checksum.
  let reply: (url: String, headers: StoredHeaders, receivedAt: Instant)?

  init(snapshot: Int, _ request: RequestRow) {
    self.snapshot = snapshot
    label = request.label
    body = request.body
    reply = (request.state.url, request.state.headers, request.state.receivedAt)
  }

  init(reading row: inout RowReader) throws {
    snapshot = row.integer()
    label = row.text()
    body = row.content()
    if row.isNull {
      row.pass(3)
      reply = nil
    } else {
      reply = (row.text(), StoredHeaders(json: row.text()), row.instant())
    }
    try row.verify("the body \(label) of the result \(snapshot)")
  }

  var values: [any ColumnValue] { [snapshot, label, body, reply?.url, reply?.headers.json, reply?.receivedAt] }
}
