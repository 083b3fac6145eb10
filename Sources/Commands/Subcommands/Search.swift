import ArgumentParser
import CatalogQuery

struct Search: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find places by words, the best match first.",
    usage: """
      aggregate search pizza
      aggregate search starb johnson --open
      aggregate search library sunday
      """,
    discussion: """
      Each word must be the beginning of a word in the name, the building, its abbreviation, the address, the category, the campus, a tag, a \
      label or the description, or mean the place otherwise: food also finds cafés, study libraries. \
      Places that serve a dish with all words in its name on that day are found too, with the dish. Days choose the time: library sunday. \
      Case, accents and one wrong letter do not matter. A message says how the words were understood, and places with the \
      words in their names come first, then those with a dish, then open ones. If nothing matches, similar words are suggested.
      """)

  @Argument(help: ArgumentHelp("Words, or their beginnings.", valueName: "text"))
  var text: [String]

  @OptionGroup var state: StateOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var usual: UsualFlag
  @OptionGroup var output: ListOption

  func run() async throws {
    let query = try PlaceQuery(search: text.joined(separator: " "))
    var command = self
    command.time.at = time.at ?? query.meaning?.time
    try await command.printPlaces(query, filter: filter, usual: usual, state: state.state, conditions: state.names)
  }
}
