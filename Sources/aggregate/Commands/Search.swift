import ArgumentParser
import CampusCatalog
import CatalogQuery

/// Places by words.
struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find places by words, the best match first.",
    usage: """
      aggregate search pizza
      aggregate search starb johnson --open
      """,
    discussion: """
      All words must match: the beginning of a word of the name, the building, its abbreviation, the category, a tag or a label. \
      Case and accents do not matter.
      """)

  @Argument(help: ArgumentHelp("Words, or beginnings of words.", valueName: "text"))
  var text: [String]

  @OptionGroup var state: StateOptions

  @OptionGroup var filter: FilterOptions

  @OptionGroup var options: QuestionOptions

  func run() async throws {
    let search: PlaceQuery
    do throws(QueryError) { search = try PlaceQuery(search: text.joined(separator: " ")) } catch { throw Failure(.usage, error.message) }
    let (question, answer) = try await options.answer { (question) async throws(Failure) in
      var query = search
      query.filter = try await filter.filter(question)
      query.filter.state = state.state
      query.limit = filter.limit
      return query
    }
    try PlaceReport(question: question, answer: answer, format: options.format)
      .print(nothing: "No place matches \"\(text.joined(separator: " "))\"; try fewer words, or the beginning of one.")
    try question.end()
  }
}
