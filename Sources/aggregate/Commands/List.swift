import ArgumentParser
import CatalogQuery
import CatalogSession

/// Lists places.
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

  @OptionGroup var options: QueryOptions

  func run() async throws {
    let report = try await options.open(usesIndex: true)
    var query = PlaceQuery()
    query.filter = try await filter.filter(report.favorites)
    query.filter.state = state.state
    query.limit = filter.limit
    try order.apply(to: &query)
    let answer = try await report.session.answer(query)
    try await filter.printHints(report.session)
    try report.print(answer, nothing: "No matching places.")
    try report.end()
  }
}
