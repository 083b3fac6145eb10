import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The other places in the building of a place, or at its address, if no building is known.
struct PlaceNeighbors {
  private static let most = 6

  private let entry: Entry
  private let location: Location
  private let question: SiteQuestion
  private let rule: StatusRule
  /// The text that chooses the time; nil for now.
  private let time: String?
  /// The places that are shown, open ones first.
  let listings: [PlaceListing]
  private let hasMore: Bool

  /// - Parameter time: the text that chooses the time; nil for now.
  init(_ entry: Entry, _ place: Place, _ question: SiteQuestion, _ rule: StatusRule, at time: String?) {
    (self.entry, location, self.question, self.rule, self.time) = (entry, place.location, question, rule, time)
    let location = place.location
    let others =
      location.building.map { Self.inBuilding($0, entry.campus, question, rule) }
      ?? location.address.map { Self.atAddress($0, entry.campus, question, rule) } ?? []
    let rest = others.filter { $0.entry.id != entry.id }
    (listings, hasMore) = (Array(rest.prefix(Self.most)), rest.count > Self.most)
  }

  var html: HTML? {
    if listings.isEmpty { return nil }
    let rows = PlaceRows(hasCampuses: false, question, by: rule, at: time)
    let title =
      location.building.map { Words.text("also-in", ["building": $0]) } ?? Words.text("also-at", ["address": location.address ?? ""])
    let more: HTML? = location.building.flatMap { building in
      if !hasMore { return nil }
      let address = PlacesForm.address(PlacesPage.path(entry.campus), [("building", building)], at: time)
      return "<p class=\"more\"><a href=\"\(link: address)\">\(Words.text("places-in", ["building": building]))</a></p>"
    }
    return """
      <section class="also" aria-labelledby="also"><h2 id="also" dir="auto">\(title)</h2>
      <ul class="places">
      \(rows.html(listings))</ul>\(more)</section>
      """
  }

  private static func inBuilding(
    _ building: String, _ campus: CampusID, _ question: SiteQuestion, _ rule: StatusRule
  ) -> [PlaceListing] {
    var query = PlaceQuery()
    (query.filter.campuses, query.filter.buildings, query.limit) = ([campus], [SearchText(building)], most + 2)
    let snapshot = question.snapshot
    return query.results(in: snapshot.catalog.entries, by: rule, statuses: snapshot.statuses(by: rule), prepared: snapshot.places).items
  }

  private static func atAddress(
    _ address: String, _ campus: CampusID, _ question: SiteQuestion, _ rule: StatusRule
  ) -> [PlaceListing] {
    let entries = question.snapshot.catalog.entries
    let statuses = question.snapshot.statuses(by: rule)
    let found = entries.indices.filter { index in
      guard case .place(let place) = entries[index].details, entries[index].campus == campus, place.access != .remote else {
        return false
      }
      return place.location.building == nil && place.location.address == address
    }
    let open = found.filter { statuses[$0].isOpen }
    return (open + found.filter { !statuses[$0].isOpen }).prefix(most + 2).map { rule.listing(entries[$0], statuses[$0]) }
  }
}
