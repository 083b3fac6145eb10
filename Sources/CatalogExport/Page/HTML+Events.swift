import CampusCatalog
package import CatalogQuery
package import OpeningHours

extension HTML {
  /// Returns a list of events: their names, days and locations.
  ///
  /// - Parameters:
  ///   - dates: returns the days and times of an event; nil if the list states the first day.
  ///   - separator: the text before, between and after the events.
  ///   - style: how dates are written.
  package static func events(
    _ listings: [EventListing], separator: HTML = "", style: RegionalStyle, dates: ((EventListing) -> String?)? = nil
  ) -> HTML {
    let rows = listings.map { event($0, style, dates: dates?($0) ?? nil) }
    return "<ul class=\"events\">\(separator)\(HTML.all(rows, separator: separator))\(separator)</ul>"
  }

  private static func event(_ listing: EventListing, _ style: RegionalStyle, dates: String?) -> HTML {
    let (entry, event) = (listing.entry, listing.event)
    let title: HTML =
      entry.page(.website).map { "<a href=\"\(link: $0)\" rel=\"noreferrer\" dir=\"auto\">\(entry.title)</a>" }
      ?? "<bdi>\(entry.title)</bdi>"
    let words = style.words
    let login = event.loginRequired == true ? words.text("login-needed") : nil
    let facts = [dates ?? listing.times ?? listing.lastDayText(style), listing.remark, listing.place, login].compactMap(\.self)
    let notice: HTML? = entry.notice.map { "<p class=\"notice\" dir=\"auto\">\($0)</p>" }
    return "<li>\(title)<p class=\"where\" dir=\"auto\">\(facts.joined(separator: " · "))</p>\(notice)</li>"
  }
}
