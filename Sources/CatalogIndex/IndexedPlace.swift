import CampusCatalog
import CatalogQuery

/// A place with the values that an index has of it.
struct IndexedPlace {
  /// The name, folded to words, with the id.
  let order: NameSortKey
  /// All words that a search considers, separated by spaces.
  let words: String
  let campus: CampusID
  let category: CampusCatalog.Category
  /// The ids of the feeds that provide the hours, sorted and separated by spaces.
  let trust: String
  let position: UnitVector
  /// The openings on each of the days.
  let openings: [[DayOpenings.Opening]]

  /// Makes the values of an entry; nil if it is not a place.
  ///
  /// - Parameter days: the UTC days whose openings are wanted, in days since 1970-01-01.
  init?(_ entry: Entry, days: [Int64] = []) {
    guard let place = entry.place else { return nil }
    order = NameSortKey(entry)
    words = ([order.folded] + SearchRank.otherTokens(of: entry, place)).joined(separator: " ")
    campus = entry.campus
    category = place.category
    trust = FreshnessLimit.feedsOfHours(entry).map(\.description).sorted().joined(separator: " ")
    position = place.location.coordinate.map { UnitVector($0) } ?? .none
    openings = days.map { day in place.hours.map { DayOpenings.of($0, on: day) } ?? [] }
  }
}
