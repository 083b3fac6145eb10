import CampusCatalog
import CatalogQuery
import OpeningHours

/// A place with the values that an index has of it.
struct IndexedPlace {
  let order: NameSortKey
  /// The words of the name.
  var nameWords: String { order.folded }
  /// All words that a search considers, separated by spaces.
  let words: String
  let campus: CampusID
  let category: CampusCatalog.Category
  /// The ids of the feeds that provide the hours, sorted and separated by spaces.
  let trust: String
  let position: UnitVector
  let hours: Schedule?

  /// Makes the values of an entry; nil if it is not a place.
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
