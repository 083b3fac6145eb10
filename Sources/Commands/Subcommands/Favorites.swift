import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession
import SnapshotStore

struct Favorites: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorites", abstract: "List, add and remove favorites.",
    usage: """
      aggregate favorites add penn/dining/593
      aggregate favorites
      aggregate favorites remove penn/dining/593
      """,
    discussion: """
      Favorites are stored by id, so renamed and merged places stay favorites. To filter and sort them, use `aggregate list --favorites`.
      """,
    subcommands: [FavoriteList.self, FavoriteAdd.self, FavoriteRemove.self], defaultSubcommand: FavoriteList.self)
}

struct FavoriteList: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List favorites.", usage: "aggregate favorites [--format text|json|ndjson|tsv]")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: ListOption

  func run() async throws {
    let report = try await openOrEmpty()
    let entries = report.session.catalog.entries
    let favorites = try await report.favorites() ?? []
    let found = ResolvedFavorites(favorites.map(\.id), among: entries)
    var query = PlaceQuery()
    query.filter.ids = Set(favorites.map(\.id))
    let places = query.results(in: entries, by: report.session.rule)
    let others = found.entries.map(\.entry).filter { $0.place == nil }
    // Favorites of campuses that are not selected do not count as missing.
    let selected = Set(report.session.campuses.map(\.id))
    let missing = favorites.filter { favorite in
      found.missing.contains(favorite.id)
        && (catalog.campuses.isEmpty || favorite.id.feed.map { selected.contains($0.campus) } ?? true)
    }
    if report.format != .text {
      var document = report.document(total: found.entries.count)
      for listing in places.items { document.add(listing) }
      for entry in others { report.add(entry, to: &document) }
      try Console.write(
        document.finish { writer in
          writer.objects("missing", missing) { favorite, writer in
            writer.member("id", favorite.id.description)
            writer.member("name", favorite.name)
          }
        })
      // A plain list has no place for them.
      if report.format != .json { for line in Self.lines(missing) { Console.note(line) } }
    } else if favorites.isEmpty {
      Console.note("no favorites yet; add one with `aggregate favorites add ID`")
    } else {
      try report.print(report.lines(of: places.items, others: others) + Self.lines(missing))
      if let clocks = report.clockNote(places.items) { Console.note(clocks) }
    }
    try report.end()
  }

  private static func lines(_ missing: [Favorite]) -> [String] {
    missing.map { PlainText.visible("\($0.id)\($0.name.map { "  \($0)" } ?? "")  not in the catalog now", isOneLine: true) }
  }
}

struct FavoriteAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add favorites.", usage: "aggregate favorites add penn/dining/593")

  @Argument(help: ArgumentHelp("Ids, names or words of names of entries.", valueName: "id"), completion: .custom(Candidates.entries))
  var ids: [String]

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let report = try await catalog.open()
    let opened = report.session.catalog
    // Find all entries before storing any of them.
    let entries = try ids.map { try opened.find($0, by: report.session.rule) }
    let known = Set(try await report.favorites()?.map(\.id) ?? [])
    for entry in entries {
      let name = entry.name.map { "\($0) (\(entry.id))" } ?? entry.id.description
      if known.contains(entry.id) || entry.aliases.contains(where: known.contains) {
        Console.note("\(name) is already a favorite")
      } else {
        let favorite = Favorite(id: entry.id, name: entry.name, addedAt: try CommandEnvironment.current().now)
        try await report.changeFavorites { (store) async throws(StoreError) in try await store.addFavorite(favorite) }
        Console.note("\(name) is now a favorite")
      }
    }
  }
}

struct FavoriteRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove favorites.", usage: "aggregate favorites remove penn/dining/593")

  @Argument(help: ArgumentHelp("Ids or names of favorites.", valueName: "id"), completion: .custom(Candidates.favorites))
  var ids: [String]

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let report = try await catalog.openOrEmpty(isQuiet: true)
    let opened = report.session.catalog
    let favorites = try await report.favorites() ?? []
    for text in ids {
      try SessionError.checkName(text)
      var wanted: Set<EntryID> = []
      if let id = EntryID(text) { wanted.insert(id) }
      // The stored id may be an alias by now, or the given id may be one.
      if let entry = try? opened.find(text, by: report.session.rule) { wanted.formUnion([entry.id] + entry.aliases) }
      let name = SearchText(text)
      let found = favorites.filter { wanted.contains($0.id) || !name.isEmpty && $0.name.map { SearchText($0) == name } ?? false }
      guard !found.isEmpty else {
        Console.note("\(text) is not a favorite; nothing to remove")
        continue
      }
      try await report.changeFavorites { (store) async throws(StoreError) in try await store.removeFavorites(found.map(\.id)) }
      let names = found.map { favorite in favorite.name.map { "\($0) (\(favorite.id))" } ?? favorite.id.description }
      Console.note("no longer a favorite: \(names.joined(separator: ", "))")
    }
  }
}
