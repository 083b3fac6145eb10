import CampusCatalog

/// The choices that the list of places offers (campuses, categories, buildings and tags), and its pictures.
struct PlaceChoices: Sendable {
  private static let most = 300

  let campuses: [Campus]
  let categories: [Category]
  private let buildings, tags: Names
  /// The roles for which dishes of each campus have prices; nothing for campuses without prices.
  private let roles: [CampusID: Set<Price.Role>]
  /// The indices of the entries of places with a picture, in their order.
  let pictured: [Int]

  init(_ catalog: Catalog) {
    var (categories, buildings, tags) = (Set<Category>(), [CampusID: Set<String>](), [CampusID: Set<String>]())
    var roles: [CampusID: Set<Price.Role>] = [:]
    for entry in catalog.entries {
      for section in entry.menu?.sections ?? [] {
        for price in section.dishes.lazy.flatMap(\.prices) { roles[entry.campus, default: []].formUnion(price.role.map { [$0] } ?? []) }
      }
      guard let place = entry.place else { continue }
      categories.insert(place.category)
      buildings[entry.campus, default: []].formUnion(place.location.building.map { [$0] } ?? [])
      tags[entry.campus, default: []].formUnion(entry.tags)
    }
    campuses = catalog.campuses.filter { buildings[$0.id] != nil }
    self.categories = Category.allCases.filter(categories.contains)
    (self.buildings, self.tags, self.roles) = (Names(buildings), Names(tags), roles)
    pictured = catalog.entries.indices.filter { catalog.entries[$0].kind == .place && catalog.entries[$0].picture != nil }
  }

  /// Returns the names of the buildings of some campuses, or of all, sorted; not more than a menu can have.
  func buildings(of campuses: Set<CampusID>?) -> [String] { buildings.of(campuses) }

  /// Returns the tags of places on some campuses, or on all, sorted; not more than a menu can have.
  func tags(of campuses: Set<CampusID>?) -> [String] { tags.of(campuses) }

  /// Returns the roles for which dishes on some campuses, or on all, have prices, sorted; nil if none has a price.
  func roles(of campuses: Set<CampusID>?) -> [Price.Role]? {
    let priced = roles.filter { campuses?.contains($0.key) ?? true }
    return priced.isEmpty ? nil : Price.Role.allCases.filter { role in priced.values.contains { $0.contains(role) } }
  }

  /// The names of something on each campus.
  private struct Names {
    private let all: [String]
    private let byCampus: [CampusID: [String]]

    init(_ names: [CampusID: Set<String>]) {
      byCampus = names.mapValues { Self.first($0) }
      all = Self.first(byCampus.sorted { $0.key < $1.key }.flatMap(\.value))
    }

    func of(_ campuses: Set<CampusID>?) -> [String] {
      guard let campuses else { return all }
      let lists = campuses.sorted().compactMap { byCampus[$0] }
      return lists.count == 1 ? lists[0] : Self.first(lists.joined())
    }

    private static func first(_ names: some Sequence<String>) -> [String] { Array(Set(names).sorted().prefix(most)) }
  }
}
