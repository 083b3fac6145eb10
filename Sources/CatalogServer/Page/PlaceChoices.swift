import CampusCatalog

/// The choices that the list of places offers (campuses, categories and buildings), and its pictures.
struct PlaceChoices: Sendable {
  private static let mostBuildings = 300

  let campuses: [Campus]
  let categories: [Category]
  /// The names of all buildings, sorted.
  private let buildings: [String]
  private let buildingsByCampus: [CampusID: Set<String>]
  /// The indices of the entries of places with a picture, in their order.
  let pictured: [Int]

  init(_ catalog: Catalog) {
    var (categories, buildings) = (Set<Category>(), [CampusID: Set<String>]())
    for entry in catalog.entries {
      guard let place = entry.place else { continue }
      categories.insert(place.category)
      buildings[entry.campus, default: []].formUnion(place.location.building.map { [$0] } ?? [])
    }
    campuses = catalog.campuses.filter { buildings[$0.id] != nil }
    self.categories = Category.allCases.filter(categories.contains)
    self.buildings = Self.first(buildings.values)
    buildingsByCampus = buildings
    pictured = catalog.entries.indices.filter { catalog.entries[$0].kind == .place && catalog.entries[$0].picture != nil }
  }

  /// Returns the names of the buildings, sorted; not more than a menu can have.
  ///
  /// - Parameter campuses: the campuses of the buildings; nil for all.
  func buildings(of campuses: Set<CampusID>?) -> [String] {
    campuses.map { Self.first($0.compactMap { buildingsByCampus[$0] }) } ?? buildings
  }

  private static func first(_ buildings: some Sequence<Set<String>>) -> [String] {
    Array(buildings.reduce(into: Set()) { $0.formUnion($1) }.sorted().prefix(mostBuildings))
  }
}
