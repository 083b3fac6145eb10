public import CampusCatalog
public import CatalogQuery
public import OpeningHours

/// The header of an export: the campuses and feeds it has, its moment, and the part of the catalog that it is.
public struct ExportHeader: Sendable {
  public let generatedAt: Instant
  /// The selected campuses, sorted by id.
  public let campuses: [Campus]
  /// The reports of the feeds of these campuses, sorted by id.
  public let feeds: [FeedReport]
  /// The rule that decides whether places are open. It has the moment of the export, and one language for all campuses.
  public let rule: StatusRule
  public let filter: ExportFilter
  /// Returns when an entry last changed; nil if that is unknown. Exports have no other time in the part of an entry, so that equal entries
  /// are exported alike.
  public var lastChange: @Sendable (Entry) -> Instant? = { _ in nil }
  /// Returns the usual week of a place, or nil if it is not known, for exports that have it (`ExportFormat.UsualWeekUse`).
  public var usual: (@Sendable (Entry) -> UsualWeek?)?
  /// The feeds that entries of NDJSON name, which has no reports of feeds. Sorted by id.
  public var unreportedFeeds: [FeedID] = []
  /// The entry that the export is about; nil if it has all entries that the filter accepts.
  public var subject: Entry?
  /// The links of a page to the other files of its site; none for a page that is not a part of a site.
  var links: [PageLink] = []
  private let feedsByID: [FeedID: FeedReport]
  private let campusesByID: [CampusID: Campus]

  /// - Parameters:
  ///   - campuses: all campuses of the catalog, sorted by id.
  ///   - feeds: all reports of the catalog, sorted by id.
  public init(generatedAt: Instant, campuses: [Campus], feeds: [FeedReport], rule: StatusRule, filter: ExportFilter = ExportFilter()) {
    self.generatedAt = generatedAt
    self.campuses = campuses.filter { filter.accepts($0.id) }
    self.feeds = feeds.filter { filter.accepts($0.campus) }
    self.rule = rule.inOneLanguage(for: Set(self.campuses.map(\.id)))
    self.filter = filter
    feedsByID = Dictionary(self.feeds.map { ($0.id, $0) }) { first, _ in first }
    campusesByID = Dictionary(self.campuses.map { ($0.id, $0) }) { first, _ in first }
  }

  package func campus(_ id: CampusID) -> Campus? { campusesByID[id] }

  /// Returns the reports of the feeds that an entry comes from, sorted by id.
  func feeds(of entry: Entry) -> [FeedReport] {
    if entry.sources.count == 1 { return feedsByID[entry.sources[0].feed].map { [$0] } ?? [] }
    return Set(entry.sources.map(\.feed)).sorted().compactMap { feedsByID[$0] }
  }

  /// The feeds whose entries the export lacks, because they were disabled or could not be read and had no earlier result.
  package var missing: [FeedReport] { feeds.filter(\.isMissing) }

  /// The description of the feeds, as text: a line for each feed, and one for each that is missing.
  package var sourceTexts: [String] {
    feeds.map { feed in
      let zone = campus(feed.campus)?.timeZone
      return "source: \(feed.sourceText(in: zone))\(zone.map { ", times in \($0.name)" } ?? "")"
    } + unreportedFeeds.map { "source: \($0)" } + missing.map { "missing: \($0.id)" }
  }

  /// How texts about all campuses are written.
  var style: RegionalStyle { rule.style(of: Set(campuses.map(\.id))) }

  /// The zone that all campuses share; nil if there are several zones or none.
  var zone: Zone? { Zone.shared(by: campuses) }
}

extension FeedReport {
  /// Whether the catalog lacks the entries of the feed.
  package var isMissing: Bool { outcome == .absent || outcome == .disabled }

  /// When the replies were received, or else last confirmed.
  var receivedAt: Instant? { fetchedAt ?? checkedAt }

  /// The description of a feed, as text: its id, address, terms of use, and when and how it was read.
  func sourceText(in zone: Zone?) -> String {
    var parts = ["\(id)"]
    if let url { parts.append(url) }
    if let license { parts.append("license: \(license)") }
    if let fetchedAt { parts.append("fetched \(zone.map { $0.text(fetchedAt) } ?? fetchedAt.description)") }
    if !outcome.isDelivered { parts.append(reason.map { "\(outcome.rawValue) (\($0))" } ?? outcome.rawValue) }
    return parts.joined(separator: ", ")
  }
}
