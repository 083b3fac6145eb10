import ArgumentParser

/// The options of commands that query a catalog: the catalog, the moment and the format.
struct QueryOptions: ParsableArguments {
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: EntryFormatOption

  /// Opens the catalog and prints its notices.
  ///
  /// - Parameter entry: the id or name of the entry in question; a local time is read on the clock of its campus.
  func open(about entry: String? = nil) async throws -> QueryReport {
    try await catalog.open(at: time.at, about: entry, as: output.format)
  }

  /// Opens the catalog. If there is nothing to open, prints the reason and opens an empty catalog.
  func openOrEmpty() async throws -> QueryReport { try await catalog.openOrEmpty(at: time.at, as: output.format) }
}

struct TimeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The time to use instead of now: 18:00, 6pm, \"tomorrow 12:00\", 2026-11-25, or RFC 3339.", valueName: "time"))
  var at: String?
}
