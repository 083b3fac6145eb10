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
  /// - Parameters:
  ///   - text: an id or a name. If no campus is selected, the campuses of this entry are, so that `--at` is in their zone.
  ///   - usesIndex: whether the command queries places, for which a large store has an index.
  func open(campusOf text: String? = nil, usesIndex: Bool = false) async throws -> QueryReport {
    let options = if let text { try await catalog.selecting(campusOf: text, at: time.at) } else { catalog }
    return try await options.open(at: time.at, as: output.format, usesIndex: usesIndex)
  }

  /// Opens the catalog. If there is nothing to open, prints the reason and opens an empty catalog.
  func openOrEmpty() async throws -> QueryReport { try await catalog.openOrEmpty(at: time.at, as: output.format) }
}

struct TimeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The time to use instead of now: 18:00, 6pm, \"tomorrow 12:00\", 2026-11-25, or RFC 3339.", valueName: "time"))
  var at: String?
}
