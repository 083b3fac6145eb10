import ArgumentParser

/// A command that queries a catalog.
protocol QueryCommand: AsyncParsableCommand {
  var catalog: CatalogOptions { get }
  var time: TimeOption { get }
  var output: EntryFormatOption { get }
}

extension QueryCommand {
  /// Opens the catalog and prints its notices.
  ///
  /// - Parameter text: an id or a name. If no campus is selected, the campuses of this entry are, so that `--at` is in their zone.
  func open(campusOf text: String? = nil) async throws -> QueryReport {
    let options = if let text { try await catalog.selecting(campusOf: text, at: time.at) } else { catalog }
    return try await options.open(at: time.at, as: output.format)
  }

  /// Opens the catalog. If there is nothing to open, prints the reason and opens an empty catalog.
  func openOrEmpty() async throws -> QueryReport { try await catalog.openOrEmpty(at: time.at, as: output.format) }
}

struct TimeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The time to use instead of now: 18:00, 6pm, \"tomorrow 12:00\", 2026-11-25, or RFC 3339.", valueName: "time"))
  var at: String?
}
