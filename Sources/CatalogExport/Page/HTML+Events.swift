package import CampusCatalog
package import CatalogQuery
package import OpeningHours

extension HTML {
  /// Returns a list of events: their names, days and locations.
  ///
  /// - Parameters:
  ///   - dates: returns the days of an event; nil if the list states the first one.
  ///   - separator: the text before, between and after the events.
  ///   - style: how dates are written.
  package static func events(
    _ listings: [EventListing], separator: HTML = "", style: RegionalStyle, dates: ((Event) -> String)? = nil
  ) -> HTML {
    let rows = listings.map { event($0, style, dates: dates?($0.event)) }
    return "<ul class=\"events\">\(separator)\(HTML.all(rows, separator: separator))\(separator)</ul>"
  }

  private static func event(_ listing: EventListing, _ style: RegionalStyle, dates: String?) -> HTML {
    let (entry, event) = (listing.entry, listing.event)
    let title: HTML =
      entry.page(.website).map { "<a href=\"\(link: $0)\" rel=\"noreferrer\" dir=\"auto\">\(entry.title)</a>" }
      ?? "<bdi>\(entry.title)</bdi>"
    let end = event.endDate > event.startDate ? style.words.text("until-date", ["date": style.date(event.endDate)]) : nil
    let facts = [dates ?? end, listing.place, event.loginRequired == true ? style.words.text("login-needed") : nil].compactMap(\.self)
    let notice: HTML? = entry.notice.map { "<p class=\"notice\" dir=\"auto\">\($0)</p>" }
    return "<li>\(title)<p class=\"where\" dir=\"auto\">\(facts.joined(separator: " · "))</p>\(notice)</li>"
  }
}
