import ArgumentParser

struct Near: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near", abstract: "List places by their distance from a position.",
    usage: """
      aggregate near 38.83,-77.307 --open
      aggregate near -33.4569,-70.6483 --within 1.5km
      """,
    discussion: "Places without a position are not listed.")

  @Argument(help: ArgumentHelp("Latitude and longitude in degrees, with a comma or a space.", valueName: "lat,lon"))
  var position: [String]

  @Option(help: ArgumentHelp("Only places within this distance, such as 500m, 2km or 0.3mi.", valueName: "distance"))
  var within: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var options: QueryOptions

  func run() async throws {
    let query = PlaceQuery(near: try OrderOptions.nearness(position.joined(separator: " "), within))
    try await options.printPlaces(query, filter: filter, state: state.state) { session in
      // There is no catalog if an index answered the query.
      guard let catalog = session.loadedCatalog else { return "No matching places." }
      let known = catalog.entries.count { $0.place?.location.coordinate != nil }
      return "No matching places; \(known == 0 ? "no" : "\(known)") places have a position."
    }
  }
}
