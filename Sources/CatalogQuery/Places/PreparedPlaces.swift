public import CampusCatalog
import OpeningHours

/// The facts that queries compare of the places of a catalog, prepared once for many queries: folded texts, orders, and a few small values, so
/// that no entry is copied, which would change the reference counts of many texts.
public struct PreparedPlaces: Sendable {
  // One element for each entry, in their order. Those of entries that are not places are never used.
  private let campuses: [CampusID]
  private let categories: [Category?]
  private let positions: [Coordinate?]
  private let zones: [Zone?]
  private let filterTexts: [FilterTexts?]
  let searchable: SearchablePlaces
  private let places: [Int]
  private let byName: [Int]
  private let byLocation: [Int]
  private let byID: [Int]
  /// The places whose schedules have more than weekly and term hours.
  let withSpecialHours: [Int]

  public init(_ entries: [Entry]) {
    campuses = entries.map(\.campus)
    categories = entries.map(\.category)
    positions = entries.map(\.position)
    zones = entries.map { $0.hours?.zone }
    filterTexts = entries.map { $0.kind == .place ? FilterTexts(of: $0) : nil }
    searchable = SearchablePlaces(entries)
    places = entries.indices.filter { entries[$0].kind == .place }
    byName = PlaceOrder.name.sortedTies(of: entries, at: places)
    byLocation = PlaceOrder.location.sortedTies(of: entries, at: places)
    byID = PlaceOrder.distance.sortedTies(of: entries, at: places)
    withSpecialHours = places.filter { entries[$0].hours?.hasSpecialHours == true }
  }

  /// Returns the indices of the places, in the order in which ties of an order are sorted; nil for the order of the entries.
  func places(in order: PlaceOrder?) -> [Int] {
    switch order {
    case nil: places
    case .location: byLocation
    case .distance: byID
    case .state, .openFirst, .name, .closing, .rank: byName
    }
  }

  /// Returns whether the place at an index meets all conditions of a filter except conditions on its status.
  ///
  /// - Parameter entries: the entries that were prepared.
  func accepts(_ index: Int, by filter: PlaceFilter, of entries: [Entry]) -> Bool {
    if !filter.campuses.isEmpty, !filter.campuses.contains(campuses[index]) { return false }
    if !filter.categories.isEmpty, !(categories[index].map(filter.categories.contains) ?? false) { return false }
    if filter.hasTexts, !(filterTexts[index]?.areAccepted(by: filter) ?? false) { return false }
    // These are rare.
    return filter.feeds.isEmpty && filter.ids == nil || filter.accepts(entries[index])
  }

  func category(at index: Int) -> Category? { categories[index] }

  func campus(at index: Int) -> CampusID { campuses[index] }

  /// Returns the zone of the hours of the place at an index; nil for that of its campus.
  func zone(at index: Int) -> Zone? { zones[index] }

  func position(at index: Int) -> Coordinate? { positions[index] }
}
