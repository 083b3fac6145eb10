import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON

/// The part of a catalog's result that says what its entries are: the campuses and feeds that it delivered, as far as the run shows them.
struct WorkCatalog: Sendable {
  let upstream: UpstreamCatalog
  /// The feeds whose last good entries are shown instead of suspicious ones.
  let heldFeeds: [FeedID: FeedState.Held]
  /// The time from which the age of feeds is computed; nil for recordings.
  let moment: Instant?
}

extension WorkCatalog {
  func writeMembers(to writer: inout JSONWriter) {
    upstream.writeMembers(to: &writer)
    FeedState.Held.write(heldFeeds, to: &writer)
    writer.member("moment", moment?.description)
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["campuses", "feeds", "heldFeeds", "moment"])
    self.init(
      upstream: try UpstreamCatalog(reading: value), heldFeeds: try FeedState.Held.feeds(in: value), moment: try value.instant("moment"))
  }
}

extension CatalogScope {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("campuses", selection.campuses.map(\.description))
    writer.member("feeds", selection.feeds.map(\.description))
    writer.member("others", others.sorted().map(\.description))
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    func feeds(_ key: StaticString) throws(JSONFieldError) -> [FeedID] {
      try value.list(key) { (id) throws(JSONFieldError) in try id.parsed("a feed id") { FeedID($0) } }
    }
    let campuses = try value.list("campuses") { (id) throws(JSONFieldError) in try id.parsed("a campus id") { CampusID($0) } }
    self.init(RunSelection(campuses: campuses, feeds: try feeds("feeds")), others: Set(try feeds("others")))
  }
}
