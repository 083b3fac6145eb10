import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// What is unusual in the week from a moment on: special hours, alerts, and the events of the weekend.
struct ThisWeek {
  /// The unusual hours, sorted by day.
  let hours: [UnusualHours]
  /// The number of places with unusual hours.
  let placeCount: Int
  /// The alerts that have not ended, the most severe first.
  let alerts: [AlertListing]
  let events: [EventListing]
  /// The Saturday and the Sunday of the week; only the Sunday if it is today.
  let weekend: ClosedRange<LocalDate>

  /// The length from which events are not particular to a weekend, in days.
  private static let longestEvent = 31

  /// - Parameter campuses: empty for all.
  init(_ question: SiteQuestion, _ campuses: Set<CampusID>, by rule: StatusRule) {
    let snapshot = question.snapshot
    let unusual = snapshot.unusualHours(of: campuses, by: rule, usual: question.usual)
    (hours, placeCount) = (unusual.hours, unusual.placeCount)
    var alertQuery = AlertQuery()
    alertQuery.campuses = campuses
    alerts = alertQuery.results(in: snapshot.entries(of: .alert), at: rule.instant).items.filter { $0.phase != .ended }
    let zone =
      snapshot.zone(of: campuses)
      ?? snapshot.catalog.campuses.lazy.filter { campuses.isEmpty || campuses.contains($0.id) }
      .compactMap(\.timeZone).first
    weekend = EventQuery.weekend(from: zone?.local(rule.instant).date ?? rule.date)
    var eventQuery = EventQuery()
    eventQuery.campuses = EventList.campuses(campuses)
    (eventQuery.from, eventQuery.to) = (weekend.lowerBound, weekend.upperBound)
    events = eventQuery.results(in: snapshot.entries(of: .event), by: rule).items.filter { listing in
      !listing.isAllDay || listing.event.endDate.daysSinceEpoch - listing.event.startDate.daysSinceEpoch < Self.longestEvent
    }
  }

  var isEmpty: Bool { hours.isEmpty && alerts.isEmpty && events.isEmpty }

  /// A link to the page of the week that says what is there; nil if there is nothing.
  ///
  /// - Parameter campus: the campus of the list; nil for all.
  static func link(_ question: SiteQuestion, _ campuses: Set<CampusID>, by rule: StatusRule) -> HTML? {
    let week = ThisWeek(question, campuses, by: rule)
    if week.isEmpty { return nil }
    let parts = [
      ("week-places", week.placeCount), ("week-alerts", week.alerts.count), ("week-events", week.events.count),
    ].filter { $0.1 > 0 }.map { Words.text($0.0, count: $0.1) }
    return """
      <p class="week-link"><a href="\(link: WeekPage.address(of: campuses))">\(Words.text("this-week"))</a> \
      <span>\(parts.joined(separator: ", "))</span></p>
      """
  }
}
