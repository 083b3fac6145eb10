import CampusCatalog
import CatalogQuery
import OpeningHours

/// The indexed values of one place.
struct IndexItem {
  let order: NameSortKey
  /// The words of the name.
  var nameWords: String { order.folded }
  /// All words that a search looks at.
  let words: String
  let campus: CampusID
  let category: CampusCatalog.Category
  /// The feeds that gave the hours, separated by spaces.
  let trust: String
  let position: UnitVector
  let hours: Schedule?

  /// Nil for what is no place.
  init?(_ entry: Entry) {
    guard let place = entry.place else { return nil }
    order = NameSortKey(entry)
    words = ([order.folded] + SearchRank.otherTokens(of: entry, place)).joined(separator: " ")
    campus = entry.campus
    category = place.category
    trust = FreshnessLimit.feedsOfHours(entry).map(\.description).sorted().joined(separator: " ")
    position = place.location.coordinate.map { UnitVector($0) } ?? .none
    hours = place.hours
  }
}
