import ArgumentParser
import CatalogQuery

/// All places.
struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List places, open ones first.",
    usage: """
      aggregate list --campus gmu --category cafe
      aggregate list --building "Johnson Center" --sort closing
      aggregate list --favorites
      aggregate list --catalog catalog.json --format json
      """)

  @OptionGroup var state: StateOptions

  @OptionGroup var filter: FilterOptions

  @OptionGroup var order: OrderOptions

  @OptionGroup var options: QuestionOptions

  func run() async throws {
    let (question, answer) = try await options.answer { (question) async throws(Failure) in
      var query = PlaceQuery()
      query.filter = try await filter.filter(question)
      query.filter.state = state.state
      query.limit = filter.limit
      try order.apply(to: &query)
      return query
    }
    try PlaceReport(question: question, answer: answer, format: options.format).print(nothing: "There is no such place.")
    try question.end()
  }
}
