import Aggregation
import Basics
import CampusCatalog
import FeedKit

/// The row of a feed whose replies are catalogs: the campuses and reports of its last good result, and the feeds that are held back.
struct UpstreamRow {
  let feed: String
  /// The name of the entry lines of the result.
  let content: ContentID
  let catalog: UpstreamCatalog
  let held: [FeedID: FeedState.Held]

  /// Nil for a state without such a result.
  init?(_ state: FeedState, _ content: ContentID?) {
    guard let content, let catalog = state.lastGood?.upstream else { return nil }
    self.init(feed: state.feed.description, content: content, catalog: catalog, held: state.heldFeeds)
  }

  private init(feed: String, content: ContentID, catalog: UpstreamCatalog, held: [FeedID: FeedState.Held]) {
    (self.feed, self.content, self.catalog, self.held) = (feed, content, catalog, held)
  }
}

extension UpstreamRow: StoredRow {
  static let table = StoredTable("upstream", ["feed", "content", "catalog", "held"], or: .replace)

  init(reading row: inout RowReader) throws {
    let (feed, content, catalog, held) = (row.text(), row.content(), row.text(), row.text())
    try row.verify("the upstream \(feed)")
    self.init(feed: feed, content: content, catalog: try StoredJSON.upstream(catalog), held: try StoredJSON.held(held))
  }

  var values: [any ColumnValue] { [feed, content, StoredJSON.write(catalog), StoredJSON.write(held)] }
}
