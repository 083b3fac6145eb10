import ArgumentParser
import CampusCatalog
import SnapshotStore

/// Marks entries.
struct FavoriteAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make entries favorites.", usage: "aggregate favorites add penn/dining/593")

  @Argument(help: ArgumentHelp("Ids of entries, or their names.", valueName: "id"))
  var ids: [String]

  @OptionGroup var options: QuestionOptions

  func run() async throws {
    let question = try await options.question()
    let finder = EntryFinder(catalog: question.catalog)
    // All are found before one is kept.
    var entries: [Entry] = []
    for id in ids { entries.append(try finder.find(id)) }
    let known = Set(try await question.favorites.all()?.map(\.id) ?? [])
    for entry in entries {
      let name = entry.name.map { "\($0) (\(entry.id))" } ?? entry.id.description
      if known.contains(entry.id) || entry.aliases.contains(where: known.contains) {
        Console.error("\(name) is a favorite already")
      } else {
        try await question.favorites.add(Favorite(id: entry.id, name: entry.name, addedAt: try World.current().now))
        Console.error("\(name) is a favorite now")
      }
    }
  }
}
