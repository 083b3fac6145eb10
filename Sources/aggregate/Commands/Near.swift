import ArgumentParser
import CampusCatalog
import CatalogQuery

/// What is near.
struct Near: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near", abstract: "List places by their distance from a position.",
    usage: """
      aggregate near 38.83,-77.307 --open
      aggregate near -33.4569,-70.6483 --within 1.5km
      """,
    discussion: "Places without a position are not listed.")

  @Argument(help: ArgumentHelp("Latitude and longitude in degrees.", valueName: "lat,lon"))
  var position: String

  @Option(help: ArgumentHelp("Only places that are no further, such as 500m or 1.5km.", valueName: "distance"))
  var within: String?

  @OptionGroup var state: StateOptions

  @OptionGroup var filter: FilterOptions

  @OptionGroup var options: QuestionOptions

  func run() async throws {
    let nearness = try OrderOptions.nearness(position, within)
    let (question, answer) = try await options.answer { (question) async throws(Failure) in
      var query = PlaceQuery(near: nearness)
      query.filter = try await filter.filter(question)
      query.filter.state = state.state
      query.limit = filter.limit
      return query
    }
    try PlaceReport(question: question, answer: answer, format: options.format).print(nothing: nothing(question))
    try question.end()
  }

  private func nothing(_ question: Question) -> String {
    if question.large != nil { return "There is no such place there." }
    let known = question.entries.filter { $0.place?.location.coordinate != nil }.count
    return known == 0 ? "No place of this catalog has a position." : "There is no such place there; \(known) places have a position."
  }
}
