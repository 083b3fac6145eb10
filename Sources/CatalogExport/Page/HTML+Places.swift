import CampusCatalog
package import CatalogQuery
import OpeningHours

extension HTML {
  /// Returns a list of places.
  package static func places(_ places: [HTML]) -> HTML { "<ul class=\"places\">\n\(HTML.all(places))</ul>" }

  /// Returns a place in a list: its name, sentence and location.
  ///
  /// - Parameters:
  ///   - address: the target of the name's link.
  ///   - facts: the known parts of the location.
  ///   - more: further details, such as hours and links.
  package static func place(_ listing: PlaceListing, address: String?, facts: [HTML], more: HTML? = nil) -> HTML {
    let entry = listing.entry
    let title: HTML =
      address.map { address in
        // Addresses of the same site have no host.
        let policy: HTML? = address.hasPrefix("/") ? nil : " rel=\"noreferrer\""
        return "<a class=\"name\" href=\"\(link: address)\"\(policy) dir=\"auto\">\(entry.title)</a>"
      } ?? "<bdi class=\"name\">\(entry.title)</bdi>"
    let notice: HTML? = entry.notice.map { "<p class=\"notice\" dir=\"auto\">\($0.split(separator: "\n").joined(separator: " · "))</p>" }
    return """
      <li class="place" data-id="\(entry.id.description)" data-state="\(PlaceState(listing.status).rawValue)"\(listing.closesSoon ? " data-soon" : "") data-category="\(entry.place?.category.rawValue ?? "")">
      <div class="what">\(title)
      <p class="where">\(HTML.all(facts, separator: " · "))</p>\(notice)\(more)</div>
      <p class="state"><span class="mark" aria-hidden="true"></span><span class="sentence">\(listing.sentence)</span></p>
      </li>

      """
  }
}

extension PlaceListing {
  /// Whether the place closes within half an hour.
  package var closesSoon: Bool {
    status.isOpen && status.until.map { $0.secondsSinceEpoch - instant.secondsSinceEpoch <= 1_800 } == true
  }
}
