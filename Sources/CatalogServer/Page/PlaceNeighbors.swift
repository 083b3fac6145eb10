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

  /// - Parameter time: the text that chooses the time; nil for now.
  init(_ entry: Entry, _ place: Place, _ question: SiteQuestion, _ rule: StatusRule, at time: String?) {
    (self.entry, location, self.question, self.rule, self.time) = (entry, place.location, question, rule, time)
  }

  var html: HTML? {
    let others = (location.building.map(inBuilding) ?? location.address.map(atAddress) ?? []).filter { $0.entry.id != entry.id }
    if others.isEmpty { return nil }
    let rows = PlaceRows(hasCampuses: false, question, by: rule, at: time)
    let title =
      location.building.map { Words.text("also-in", ["building": $0]) } ?? Words.text("also-at", ["address": location.address ?? ""])
    let more: HTML? = location.building.flatMap { building in
      if others.count <= Self.most { return nil }
      let address = PlacesForm.address(PlacesPage.path(entry.campus), [("building", building)], at: time)
      return "<p class=\"more\"><a href=\"\(link: address)\">\(Words.text("places-in", ["building": building]))</a></p>"
    }
    return """
      <section class="also" aria-labelledby="also"><h2 id="also" dir="auto">\(title)</h2>
      <ul class="places">
      \(rows.html(Array(others.prefix(Self.most))))</ul>\(more)</section>
      """
  }

  private func inBuilding(_ building: String) -> [PlaceListing] {
    var query = PlaceQuery()
    (query.filter.campuses, query.filter.buildings, query.limit) = ([entry.campus], [SearchText(building)], Self.most + 2)
    let snapshot = question.snapshot
    return query.results(in: snapshot.catalog.entries, by: rule, statuses: snapshot.statuses(by: rule), prepared: snapshot.places).items
  }

  private func atAddress(_ address: String) -> [PlaceListing] {
    let found = question.snapshot.catalog.entries.lazy.filter { other in
      guard case .place(let place) = other.details, other.campus == entry.campus else { return false }
      return place.location.building == nil && place.location.address == address
    }
    return found.prefix(2 * Self.most).map { rule.listing($0) }.sorted { first, second in
      (first.status.isOpen ? 0 : 1, first.entry.name ?? "") < (second.status.isOpen ? 0 : 1, second.entry.name ?? "")
    }
  }
}
