import CampusCatalog
import CatalogQuery
import OpeningHours

/// A campus on a page: its clock and dates at the moment of the export.
struct PageCampus: Sendable {
  let id: CampusID
  let name: String
  /// The zone of the times of the page; nil for UTC.
  let zone: Zone?
  /// How times and dates are written.
  let style: RegionalStyle
  let instant: Instant
  /// The date of the moment on the campus's clock.
  let today: LocalDate
  /// Seven days, starting today.
  let week: [LocalDate]
  /// The feeds of the campus, sorted by id.
  let feeds: [FeedReport]

  /// - Parameter name: the name of the campus; nil for a campus that the catalog does not list.
  init(_ id: CampusID, _ campus: Campus?, in header: ExportHeader) {
    self.id = id
    name = campus?.name ?? id.description
    zone = campus?.timeZone
    let rule = header.rule
    style = rule.style(of: id)
    instant = rule.instants[id] ?? rule.instant
    let today = zone?.local(instant).date ?? rule.date
    self.today = today
    week = (0..<7).compactMap { today.adding(days: $0) }
    feeds = header.feeds.filter { $0.campus == id }
  }

  /// The date and time of the moment, such as "Sat 21 Nov 2026 12:00".
  var moment: String { style.text(instant, in: zone) }

  /// The missing and old feeds, each with its problem.
  var problems: [(feed: FeedReport, problem: String)] {
    feeds.compactMap { feed in feed.warning(in: zone, style).map { (feed, $0) } }
  }
}

extension ExportHeader {
  /// The campuses in the order of the ids of their entries, in which `gmu-korea/…` is before `gmu/…`.
  var pageCampuses: [PageCampus] {
    campuses.sorted { "\($0.id)/" < "\($1.id)/" }.map { PageCampus($0.id, $0, in: self) }
  }
}
