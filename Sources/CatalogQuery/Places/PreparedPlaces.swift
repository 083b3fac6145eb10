public import CampusCatalog

/// What queries compare of the places of a catalog, prepared once for many queries: their folded texts and their orders.
public struct PreparedPlaces: Sendable {
  /// The texts of the entries, in their order; nil for those that are not places.
  private let filterTexts: [FilterTexts?]
  private let searchTexts: [SearchTexts?]
  private let byName: [Int]
  private let byLocation: [Int]
  private let byID: [Int]

  public init(_ entries: [Entry]) {
    filterTexts = entries.map { $0.kind == .place ? FilterTexts(of: $0) : nil }
    searchTexts = entries.map { $0.kind == .place ? SearchTexts(of: $0) : nil }
    let places = entries.indices.filter { entries[$0].kind == .place }
    byName = PlaceOrder.name.sortedTies(of: entries, at: places)
    byLocation = PlaceOrder.location.sortedTies(of: entries, at: places)
    byID = PlaceOrder.distance.sortedTies(of: entries, at: places)
  }

  /// Returns the indices of the places, in the order in which ties of an order are sorted.
  func places(in order: PlaceOrder) -> [Int] {
    switch order {
    case .location: byLocation
    case .distance: byID
    case .state, .name, .closing, .rank: byName
    }
  }

  /// Returns the texts of the place at an index; nil if the entry there is not a place.
  func filterTexts(at index: Int) -> FilterTexts? { filterTexts[index] }

  func searchTexts(at index: Int) -> SearchTexts? { searchTexts[index] }
}
