/// A place with the values that an index stores for it.
struct IndexedPlace {
  /// The name, folded to words, and the id.
  let order: NameSortKey
  /// All words that a search considers, separated by spaces.
  let words: String
  let group: PlaceGroup
  /// The position of the category in the closed list.
  let category: UInt8
  let position: UnitVector
  let openings: [[DayOpening]]

  /// Makes the values of an entry; nil if it is not a place.
  ///
  /// - Parameter days: the UTC days whose openings are wanted, in days since 1970-01-01.
  init?(_ entry: Entry, days: [Int64] = []) {
    guard let place = entry.place else { return nil }
    order = NameSortKey(entry)
    words = ([order.folded] + SearchRank.otherTexts(of: entry, place).map(\.joined)).joined(separator: " ")
    group = PlaceGroup(
      campus: entry.campus, feeds: FreshnessLimit.feedsOfHours(entry).map(\.description).sorted().joined(separator: " "))
    category = UInt8(clamping: CampusCatalog.Category.allCases.firstIndex(of: place.category) ?? 0)
    position = place.location.coordinate.map { UnitVector($0) } ?? .none
    openings = days.map { DayOpening.of(place.hours, on: $0) }
  }
}

/// The places of one campus whose hours are provided by the same feeds.
struct PlaceGroup: Hashable {
  let campus: CampusID
  /// The ids of the feeds that provide the hours, sorted and separated by spaces.
  let feeds: String
}
