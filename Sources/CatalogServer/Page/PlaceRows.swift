import CampusCatalog
import CatalogExport
import CatalogQuery

/// A list of places, each with its name, sentence and location.
struct PlaceRows {
  private let hasCampuses: Bool
  private let hasCategories: Bool
  private let question: SiteQuestion
  /// The text that chooses the time; nil for now.
  private let time: String?

  /// - Parameter time: the text that chooses the time; nil for now.
  init(hasCampuses: Bool, hasCategories: Bool, _ question: SiteQuestion, at time: String?) {
    (self.hasCampuses, self.hasCategories, self.question, self.time) = (hasCampuses, hasCategories, question, time)
  }

  func html(_ listings: [PlaceListing]) -> HTML {
    HTML.places(listings.map { HTML.place($0, address: PlacesForm.address("/places/\($0.entry.id.path)", at: time), facts: facts(of: $0)) })
  }

  /// Returns the known parts of a location: the distance, the building, the category, the campus.
  private func facts(of listing: PlaceListing) -> [HTML] {
    let location = listing.entry.place?.location
    let campus = question.snapshot.catalog.campuses.first { $0.id == listing.entry.campus }
    var parts: [HTML] = []
    if let distance = listing.distance { parts.append("<span class=\"distance\">\(DistanceText.of(distance))</span>") }
    if let building = location?.building ?? location?.address ?? location?.abbreviation { parts.append("<bdi>\(building)</bdi>") }
    if hasCategories, let category = listing.entry.place?.category { parts.append("\(category.plural)") }
    if hasCampuses, let campus { parts.append("<bdi>\(campus.name)</bdi>") }
    return parts
  }
}
