package import CampusCatalog

/// The campuses and feed reports of an upstream: a catalog from which this one takes entries.
package struct UpstreamCatalog: Sendable, Hashable {
  /// The campuses that it may deliver, sorted by id.
  package var campuses: [Campus]
  /// The reports of the feeds of these campuses, sorted by id.
  package var feeds: [FeedReport]

  package init(campuses: [Campus], feeds: [FeedReport]) {
    self.campuses = campuses
    self.feeds = feeds
  }
}
