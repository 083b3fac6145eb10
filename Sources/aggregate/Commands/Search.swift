import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession

/// Finds places by words.
struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find places by words, the best match first.",
    usage: """
      aggregate search pizza
      aggregate search starb johnson --open
      """,
    discussion: """
      All words must match: each must be a prefix of a word in the name, the building, its abbreviation, the category, a tag or a label. \
      Case and accents do not matter.
      """)

  @Argument(help: ArgumentHelp("Words or prefixes of words.", valueName: "text"))
  var text: [String]

  @OptionGroup var state: StateOptions

  @OptionGroup var filter: FilterOptions

  @OptionGroup var options: QueryOptions

  func run() async throws {
    var query: PlaceQuery
    do throws(QueryError) { query = try PlaceQuery(search: text.joined(separator: " ")) } catch { throw Failure(.usage, error.message) }
    let report = try await options.open(usesIndex: true)
    query.filter = try await filter.filter(report.favorites)
    query.filter.state = state.state
    query.limit = filter.limit
    let answer = try await report.session.answer(query)
    try await filter.printHints(report.session)
    try report.print(answer, nothing: "No places match \"\(text.joined(separator: " "))\"; try fewer words or a prefix.")
    try report.end()
  }
}
