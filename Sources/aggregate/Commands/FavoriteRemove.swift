import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession
import SnapshotStore

/// Removes favorites.
struct FavoriteRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove favorites.", usage: "aggregate favorites remove penn/dining/593")

  @Argument(help: ArgumentHelp("Ids of favorites, or their names.", valueName: "id"))
  var ids: [String]

  @OptionGroup var options: QueryOptions

  func run() async throws {
    let report = try await options.openOrEmpty(isQuiet: true)
    let finder = EntryFinder(try await report.session.catalog)
    let favorites = try await report.favorites.all() ?? []
    for text in ids {
      var wanted: Set<EntryID> = []
      if let id = EntryID(text) { wanted.insert(id) }
      // The stored id may be an alias by now, and the other way round.
      if let entry = try? finder.find(text) { wanted.formUnion([entry.id] + entry.aliases) }
      let name = SearchText(text)
      let found = favorites.filter { wanted.contains($0.id) || !name.isEmpty && $0.name.map { SearchText($0) == name } ?? false }
      guard !found.isEmpty else {
        Console.error("\(text) is not a favorite; nothing to remove")
        continue
      }
      try await report.favorites.remove(found.map(\.id))
      let names = found.map { favorite in favorite.name.map { "\($0) (\(favorite.id))" } ?? favorite.id.description }
      Console.error("no longer a favorite: \(names.joined(separator: ", "))")
    }
  }
}
