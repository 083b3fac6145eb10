import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogSession

struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show an entry's history: first seen, renames, hours over time, gone.",
    usage: """
      aggregate history penn/dining/593
      aggregate history "1920 Commons"
      aggregate history gmu/whats-open/southside --format json
      """,
    discussion: """
      An entry is found as by show: by its id, an alias, its name, or words of it, or else by a name that it had earlier. If several match, they are \
      listed, and the exit code is 0. A place does not change when its menus do: a menu has a history of its own, by its id.
      """)

  @Argument(
    help: ArgumentHelp("The id of an entry, one of its aliases, its name, or words of it.", valueName: "id"),
    completion: .custom(Candidates.entries))
  var words: [String]

  @OptionGroup var style: StyleOption
  @OptionGroup var store: StoreOption
  @OptionGroup var output: FormatOption
  @OptionGroup var destination: OutputFileOption

  func run() async throws {
    let settings = try Settings.current()
    let (text, json) = (words.joined(separator: " "), output.format == .json)
    let (opened, terminal) = (try store.open(settings), Terminal.current(settings.environment.variables))
    let matches = try await StoredHistory.matches(text, in: opened, Registry(readable: settings))
    guard matches.count == 1 else {
      return try MatchList.print(matches.map { ($0.name, $0.id) }, of: text, "show the history of", asJSON: json)
    }
    let found = try await StoredHistory(of: matches[0], in: opened, style: style.choice(settings))
    if json { return try Console.write(found.history.json(of: found.id, checkedAt: found.checkedAt)) }
    var place: String?
    if let id = found.placeOfMenu ?? found.menu?.place {
      place = try? await StoredHistory.matches(id.description, in: opened, Registry(readable: settings)).first { $0.id == id }?.name
    }
    try Console.write(found.text(on: terminal, place: place))
  }
}
