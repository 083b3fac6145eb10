import CampusCatalog
package import CatalogQuery
import OpeningHours

/// An event in a list: its name, days and location.
package struct EventRow {
  private let listing: EventListing
  private let dates: String?

  /// - Parameter dates: the days; nil if the list states the first one.
  package init(_ listing: EventListing, dates: String? = nil) { (self.listing, self.dates) = (listing, dates) }

  static let listStart: HTML = "<ul class=\"events\">"
  static let listEnd: HTML = "</ul>"

  package static func list(_ rows: [EventRow]) -> HTML { "\(listStart)\(HTML.all(rows.map(\.html)))\(listEnd)" }

  var html: HTML {
    let (entry, event) = (listing.entry, listing.event)
    let title: HTML =
      entry.address(.website).map { "<a href=\"\(link: $0)\" rel=\"noreferrer\" dir=\"auto\">\(entry.title)</a>" }
      ?? "<bdi>\(entry.title)</bdi>"
    let end = event.endDate > event.startDate ? "until \(event.endDate.longText)" : nil
    let facts = [dates ?? end, listing.place, event.loginRequired == true ? "login needed" : nil].compactMap(\.self)
    let notice: HTML? = entry.notice.map { "<p class=\"notice\" dir=\"auto\">\($0)</p>" }
    return "<li>\(title)<p class=\"where\" dir=\"auto\">\(facts.joined(separator: " · "))</p>\(notice)</li>"
  }
}
