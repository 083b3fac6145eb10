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

  @OptionGroup var state: StateOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var order: OrderOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var usual: UsualFlag
  @OptionGroup var output: ListOption

  func run() async throws {
    try await printPlaces(filter: filter, usual: usual, state: state.state, order: order, conditions: state.names)
  }
}
