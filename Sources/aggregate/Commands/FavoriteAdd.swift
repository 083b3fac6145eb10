import ArgumentParser
import CampusCatalog
import CatalogSession
import SnapshotStore

/// Adds favorites.
struct FavoriteAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add favorites.", usage: "aggregate favorites add penn/dining/593")

  @Argument(help: ArgumentHelp("Ids of entries, or their names.", valueName: "id"))
  var ids: [String]

  @OptionGroup var options: QueryOptions

  func run() async throws {
    let report = try await options.open()
    let finder = EntryFinder(try await report.session.catalog)
    // All entries are found before any is stored.
    var entries: [Entry] = []
    for id in ids { entries.append(try finder.find(id)) }
    let known = Set(try await report.favorites.all()?.map(\.id) ?? [])
    for entry in entries {
      let name = entry.name.map { "\($0) (\(entry.id))" } ?? entry.id.description
      if known.contains(entry.id) || entry.aliases.contains(where: known.contains) {
        Console.error("\(name) is already a favorite")
      } else {
        try await report.favorites.add(Favorite(id: entry.id, name: entry.name, addedAt: try CommandEnvironment.current().now))
        Console.error("\(name) is now a favorite")
      }
    }
  }
}
