import CampusCatalog

/// The choices that the list of places offers (campuses, categories, buildings and tags), and its pictures.
struct PlaceChoices: Sendable {
  private static let most = 300

  let campuses: [Campus]
  let categories: [Category]
  private let buildings, tags: Names
  /// The indices of the entries of places with a picture, in their order.
  let pictured: [Int]

  init(_ catalog: Catalog) {
    var (categories, buildings, tags) = (Set<Category>(), [CampusID: Set<String>](), [CampusID: Set<String>]())
    for entry in catalog.entries {
      guard let place = entry.place else { continue }
      categories.insert(place.category)
      buildings[entry.campus, default: []].formUnion(place.location.building.map { [$0] } ?? [])
      tags[entry.campus, default: []].formUnion(entry.tags)
    }
    campuses = catalog.campuses.filter { buildings[$0.id] != nil }
    self.categories = Category.allCases.filter(categories.contains)
    (self.buildings, self.tags) = (Names(buildings), Names(tags))
    pictured = catalog.entries.indices.filter { catalog.entries[$0].kind == .place && catalog.entries[$0].picture != nil }
  }

  /// Returns the names of the buildings of some campuses, or of all, sorted; not more than a menu can have.
  func buildings(of campuses: Set<CampusID>?) -> [String] { buildings.of(campuses) }

  /// Returns the tags of places on some campuses, or on all, sorted; not more than a menu can have.
  func tags(of campuses: Set<CampusID>?) -> [String] { tags.of(campuses) }

  /// The names of something on each campus.
  private struct Names {
    private let all: [String]
    private let byCampus: [CampusID: Set<String>]

    init(_ names: [CampusID: Set<String>]) { (all, byCampus) = (Self.first(names.values), names) }

    func of(_ campuses: Set<CampusID>?) -> [String] { campuses.map { Self.first($0.compactMap { byCampus[$0] }) } ?? all }

    private static func first(_ names: some Sequence<Set<String>>) -> [String] {
      Array(names.reduce(into: Set()) { $0.formUnion($1) }.sorted().prefix(most))
    }
  }
}
