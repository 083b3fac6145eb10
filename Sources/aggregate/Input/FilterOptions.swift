import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession
import SnapshotStore

/// The options that filter places.
struct FilterOptions: ParsableArguments {
  @Option(
    name: .customLong("category"), help: ArgumentHelp("Places of this category, such as cafe (repeatable).", valueName: "name"),
    completion: .list(Category.allCases.map(\.rawValue)))
  var categories: [String] = []

  @Option(
    name: .customLong("building"), help: ArgumentHelp("Places in this building: its name or abbreviation (repeatable).", valueName: "name"))
  var buildings: [String] = []

  @Option(name: .customLong("region"), help: ArgumentHelp("Places in this region of a campus (repeatable).", valueName: "name"))
  var regions: [String] = []

  @Option(name: .customLong("tag"), help: ArgumentHelp("Places with this tag (repeatable).", valueName: "word"))
  var tags: [String] = []

  @Flag(help: "Only favorites.")
  var favorites = false

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  func validate() throws { try LimitOption.check(limit) }

  /// - Throws: for a category that is not in the list, and for words without a letter or digit.
  func filter(_ favorites: FavoritesFile) async throws(Failure) -> PlaceFilter {
    var filter = PlaceFilter()
    for text in categories {
      guard let category = Category(rawValue: text) else {
        throw Failure(.usage, PlanError(kind: "category", id: text, known: Category.allCases.map(\.rawValue)).description)
      }
      filter.categories.insert(category)
    }
    filter.buildings = try words(buildings, "building")
    filter.regions = try words(regions, "region")
    filter.tags = try words(tags, "tag")
    if self.favorites {
      let all = try await favorites.all() ?? []
      if all.isEmpty { Console.error("No favorites yet; add one with `aggregate favorites add ID`.") }
      filter.ids = Set(all.map(\.id))
    }
    return filter
  }

  private func words(_ texts: [String], _ kind: String) throws(Failure) -> Set<SearchText> {
    var words: Set<SearchText> = []
    for text in texts {
      let word = SearchText(text)
      guard !word.isEmpty else { throw Failure(.usage, "--\(kind) \"\(text)\" has no letter or digit") }
      words.insert(word)
    }
    return words
  }

  /// Prints a hint for each word that no place has.
  func printHints(_ session: CatalogSession) async throws {
    if buildings.isEmpty, regions.isEmpty, tags.isEmpty { return }
    let entries = try await session.catalog.entries.filter { $0.place != nil }
    let locations = entries.compactMap(\.place?.location)
    Self.printHints(buildings, "building", known: locations.flatMap { [$0.building, $0.abbreviation] })
    Self.printHints(regions, "region", known: locations.map(\.region))
    Self.printHints(tags, "tag", known: entries.flatMap(\.tags))
  }

  private static func printHints(_ texts: [String], _ kind: String, known: [String?]) {
    if texts.isEmpty { return }
    let known = Set(known.compactMap { $0 })
    let folded = Set(known.map { SearchText($0) })
    for text in texts where !folded.contains(SearchText(text)) {
      let near = NearMiss.of(text, among: known.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
      Console.error("no places have the \(kind) \"\(text)\"\(near)")
    }
  }
}

/// The option that limits lists.
enum LimitOption {
  static func check(_ limit: Int?) throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
  }
}
