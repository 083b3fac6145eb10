import ArgumentParser

struct List: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List places, open ones first.",
    usage: """
      aggregate list --campus gmu --category cafe
      aggregate list --building "Johnson Center" --sort closing
      aggregate list --favorites
      aggregate list --catalog catalog.json --format json
      """)

  @Flag(help: "Add the usual hours of each weekday, from the results in the store, to the JSON.")
  var usual = false
  @OptionGroup var state: StateOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var order: OrderOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: EntryFormatOption

  func validate() throws {
    if usual, output.format == .text { throw ValidationError("--usual needs --format json or ndjson.") }
  }

  func run() async throws {
    try await printPlaces(filter: filter, state: state.state, order: order, conditions: state.names, hasUsual: usual)
  }
}
