import ArgumentParser
import CatalogQuery

struct Near: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "near", abstract: "List the places nearest to a position.",
    usage: """
      aggregate near 38.83,-77.307 --open
      aggregate near -33.4569,-70.6483 --within 1.5km
      """,
    discussion: """
      Lists the ten nearest places within 5 km, and says how many more there are. --limit lists more of them; --within lists all places \
      within a distance. Places without coordinates are left out.
      """)

  @Argument(help: ArgumentHelp("Latitude and longitude in degrees, separated by a comma or a space.", valueName: "lat,lon"))
  var position: [String]

  @Option(
    help: ArgumentHelp(
      "All places within this distance, such as 2km or 0.3mi, instead of the nearest ten within 5 km.", valueName: "distance"))
  var within: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var usual: UsualFlag
  @OptionGroup var output: ListOption

  func run() async throws {
    let query = PlaceQuery(near: try OrderOptions.nearness(position.joined(separator: " "), within))
    try await printPlaces(query, filter: filter, usual: usual, state: state.state, within: within, conditions: state.names)
  }
}
