public import CampusCatalog

/// The facts that queries compare of the places of a catalog, prepared once for many queries: folded texts, orders, and a few small values, so
/// that no entry is copied, which would change the reference counts of many texts.
public struct PreparedPlaces: Sendable {
  // One element for each entry, in their order. Those of entries that are not places are never used.
  private let campuses: [CampusID]
  private let categories: [Category?]
  private let positions: [Coordinate?]
  private let filterTexts: [FilterTexts?]
  private let searchTexts: [SearchTexts]
  private let descriptions: [SearchText]
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
    filterTexts = entries.map { $0.kind == .place ? FilterTexts(of: $0) : nil }
    searchTexts = entries.map { SearchTexts(of: $0) }
    descriptions = entries.map { SearchText($0.kind == .place ? $0.description ?? "" : "") }
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

  /// Returns the rank of the place at an index; nil if it does not match.
  ///
  /// - Parameter words: `SearchText.wordStarts` of the search.
  func rank(of index: Int, for query: PlaceQuery, _ words: [String]) -> SearchRank? {
    // Read in place: a copy changes the reference counts of both texts.
    query.rank(searchTexts.span[index], words, categories[index], campuses[index]) { descriptions[index] }
  }

  /// Returns whether a place has the words of a term of a search.
  func has(_ term: SearchTerm) -> Bool {
    let (texts, descriptions) = (searchTexts.span, descriptions.span)
    for index in places where term.isIn(texts[index].all) { return true }
    for index in places where term.isIn(descriptions[index]) { return true }
    return false
  }

  /// Returns whether a place has all words of a search, apart from its description.
  func hasPlace(named search: SearchText) -> Bool {
    let term = SearchTerm(search.tokens, nil)
    let texts = searchTexts.span
    for index in places where term.isIn(texts[index].all) { return true }
    return false
  }

  /// Calls `body` with the words of each place, without its description.
  func forEachText(_ body: (borrowing SearchText) -> Void) {
    let texts = searchTexts.span
    for index in places { body(texts[index].all) }
  }

  func category(at index: Int) -> Category? { categories[index] }

  func position(at index: Int) -> Coordinate? { positions[index] }
}
