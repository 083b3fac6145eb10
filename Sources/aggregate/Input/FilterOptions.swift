import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery
import SnapshotStore

/// The options that say which places are wanted.
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

  @Option(help: ArgumentHelp("Show so many at the most.", valueName: "n"))
  var limit: Int?

  func validate() throws { try LimitOption.check(limit) }

  /// - Throws: for a category that is not in the list, and for words without a letter or digit.
  func filter(_ question: Question) async throws(Failure) -> PlaceFilter {
    var filter = PlaceFilter()
    for text in categories {
      guard let category = Category(rawValue: text) else {
        throw Failure(.usage, PlanError(kind: "category", id: text, known: Category.allCases.map(\.rawValue)).description)
      }
      filter.categories.insert(category)
    }
    let places = question.entries.compactMap(\.place)
    let isUnseen = question.large != nil
    filter.buildings = try words(buildings, "building", places.flatMap { [$0.location.building, $0.location.abbreviation] }, isUnseen)
    filter.regions = try words(regions, "region", places.map(\.location.region), isUnseen)
    filter.tags = try words(tags, "tag", question.entries.filter { $0.place != nil }.flatMap(\.tags), isUnseen)
    if favorites {
      let all = try await question.favorites.all() ?? []
      if all.isEmpty, !isUnseen { Console.error("There are no favorites yet; `aggregate favorites add ID` makes one.") }
      filter.ids = Set(all.map(\.id))
    }
    return filter
  }

  /// A word that nothing has gives an empty list, and a hint on stderr.
  ///
  /// - Parameter isUnseen: what places have is not known here.
  private func words(_ texts: [String], _ kind: String, _ known: [String?], _ isUnseen: Bool) throws(Failure) -> Set<SearchText> {
    if texts.isEmpty { return [] }
    let known = Set(known.compactMap { $0 })
    let folded = Set(known.map { SearchText($0) })
    var words: Set<SearchText> = []
    for text in texts {
      let word = SearchText(text)
      guard !word.isEmpty else { throw Failure(.usage, "--\(kind) \"\(text)\" has neither a letter nor a digit") }
      if !folded.contains(word), !isUnseen {
        let near = NearMiss.of(text, among: known.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
        Console.error("no place has the \(kind) \"\(text)\"\(near)")
      }
      words.insert(word)
    }
    return words
  }
}

/// The option that cuts lists.
enum LimitOption {
  static func check(_ limit: Int?) throws {
    if let limit, limit < 0 { throw ValidationError("--limit is a number that is not negative.") }
  }
}
