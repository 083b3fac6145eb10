import CampusCatalog
package import CatalogQuery
import OpeningHours

/// A place in a list: its name, sentence and location.
package struct PlaceRow {
  private let listing: PlaceListing
  /// The target of the name's link.
  private let address: String?
  /// The known parts of the location.
  private let facts: [HTML]
  /// Further details, such as hours and links.
  private let more: HTML?

  package init(_ listing: PlaceListing, address: String?, facts: [HTML], more: HTML? = nil) {
    (self.listing, self.address, self.facts, self.more) = (listing, address, facts, more)
  }

  package static func list(_ rows: [PlaceRow]) -> HTML { "\(listStart)\(HTML.all(rows.map(\.html)))\(listEnd)" }
  static let listStart: HTML = "<ul class=\"places\">\n"
  static let listEnd: HTML = "</ul>"

  var html: HTML {
    let entry = listing.entry
    let title: HTML =
      address.map { address in
        // Addresses of the same site have no host.
        let policy: HTML? = address.hasPrefix("/") ? nil : " rel=\"noreferrer\""
        return "<a class=\"name\" href=\"\(link: address)\"\(policy) dir=\"auto\">\(entry.title)</a>"
      } ?? "<bdi class=\"name\">\(entry.title)</bdi>"
    let notice: HTML? = entry.notice.map { "<p class=\"notice\" dir=\"auto\">\($0.split(separator: "\n").joined(separator: " · "))</p>" }
    return """
      <li class="place" data-id="\(entry.id.description)" data-state="\(PlaceState(listing.status).rawValue)"\(closesSoon ? " data-soon" : "") data-category="\(entry.place?.category.rawValue ?? "")">
      <div class="what">\(title)
      <p class="where">\(HTML.all(facts, separator: " · "))</p>\(notice)\(more)</div>
      <p class="state"><span class="mark" aria-hidden="true"></span><span class="sentence">\(listing.sentence)</span></p>
      </li>

      """
  }

  /// Whether the place closes within half an hour.
  private var closesSoon: Bool {
    listing.status.isOpen && listing.status.until.map { $0.secondsSinceEpoch - listing.instant.secondsSinceEpoch <= 1_800 } == true
  }
}
