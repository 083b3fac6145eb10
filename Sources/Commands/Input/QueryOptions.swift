import ArgumentParser
import CampusCatalog

/// A command that queries a catalog.
protocol QueryCommand: AsyncParsableCommand {
  var catalog: CatalogOptions { get }
  var time: TimeOption { get }
  var output: ListOption { get }
}

extension QueryCommand {
  /// Opens the catalog and prints its notices.
  ///
  /// - Parameters:
  ///   - entry: the id or name of the entry in question; a local time is read on the clock of its campus.
  ///   - kinds: the kinds of entries in question; nil for all.
  func open(about entry: String? = nil, kinds: Set<Entry.Kind>? = nil) async throws -> QueryReport {
    try await catalog.open(at: time.at, about: entry, kinds: kinds, as: output.choice())
  }

  /// Opens the catalog. If there is nothing to open, prints the reason and opens an empty catalog.
  func openOrEmpty() async throws -> QueryReport { try await catalog.openOrEmpty(at: time.at, as: output.choice()) }
}

struct TimeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time to use instead of now: 18:00, 6pm, tonight, \"tomorrow 12:00\", 2026-11-25, or RFC 3339.", valueName: "time"))
  var at: String?
}
