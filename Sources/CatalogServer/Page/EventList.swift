import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// Current and upcoming events, by the day of their next occurrence.
enum EventList {
  private static let most = 40

  static func html(in events: [Entry], _ campuses: Set<CampusID>, by rule: StatusRule) -> HTML {
    var query = EventQuery()
    query.campuses = Self.campuses(campuses)
    query.limit = most
    let results = query.results(in: events, by: rule)
    let style = rule.style(of: campuses)
    if results.total == 0 { return "\(heading)<p class=\"note\">\(Words.text("no-events"))</p>" }
    var days: [(LocalDate, [EventListing])] = []
    for listing in results.items {
      if days.last?.0 != listing.day { days.append((listing.day, [])) }
      days[days.count - 1].1.append(listing)
    }
    let later = results.total - results.items.count
    let more: HTML? = later > 0 ? "<p class=\"note\">\(Words.text("more-later", ["count": "\(later)"]))</p>" : nil
    return """
      \(heading)
      \(HTML.all(days.map { date, listings in "<h3>\(title(date, listings, rule, style))</h3>\(HTML.events(listings, style: style))" }))
      \(more)
      """
  }

  /// Returns some campuses with the one of feeds that belong to all: their events are shown for each.
  static func campuses(_ campuses: Set<CampusID>) -> Set<CampusID> {
    campuses.isEmpty ? [] : campuses.union(CampusID("everywhere").map { [$0] } ?? [])
  }

  private static var heading: HTML { "<h2 id=\"events\">\(Words.text("events"))</h2>" }

  /// The first day of some events: "Since Mon 16 Nov" if they have begun before.
  private static func title(_ date: LocalDate, _ listings: [EventListing], _ rule: StatusRule, _ style: RegionalStyle) -> String {
    let hasBegun = listings.allSatisfy { date < rule.date(of: $0.entry) }
    return hasBegun ? Words.text("since", ["date": style.date(date)]) : style.date(date)
  }
}
