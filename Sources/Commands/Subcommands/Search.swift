import ArgumentParser
import CatalogQuery

struct Search: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find places by words, the best match first.",
    usage: """
      aggregate search pizza
      aggregate search starb johnson --open
      """,
    discussion: """
      Each word must be the beginning of a word in the name, the building, its abbreviation, the address, the category, the campus, a tag or a \
      label. Case and accents do not matter. If nothing matches, similar words are suggested.
      """)

  @Argument(help: ArgumentHelp("Words, or their beginnings.", valueName: "text"))
  var text: [String]

  @OptionGroup var state: StateOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: EntryFormatOption

  func run() async throws {
    let words = text.joined(separator: " ")
    try await printPlaces(try PlaceQuery(search: words), filter: filter, state: state.state, conditions: state.names)
  }
}
