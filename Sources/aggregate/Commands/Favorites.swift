import CatalogExport
import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession
import SimdJSON
import SnapshotStore

/// Lists, adds and removes favorites: entries that the user marked.
struct Favorites: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorites", abstract: "List, add and remove favorites.",
    usage: """
      aggregate favorites add penn/dining/593
      aggregate favorites
      aggregate favorites remove penn/dining/593
      """,
    discussion: """
      Favorites are stored by id. They remain when feeds are read again and when places are renamed or merged. To filter and sort them, \
      use `aggregate list --favorites`.
      """,
    subcommands: [FavoriteList.self, FavoriteAdd.self, FavoriteRemove.self], defaultSubcommand: FavoriteList.self)
}

/// Lists favorites.
struct FavoriteList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List favorites.", usage: "aggregate favorites [--format text|json]")

  @OptionGroup var options: QueryOptions

  func run() async throws {
    let report = try await options.openOrEmpty()
    let entries = try await report.session.catalog.entries
    let favorites = try await report.favorites.all() ?? []
    let found = ResolvedFavorites(favorites.map(\.id), among: entries)
    var query = PlaceQuery()
    query.filter.ids = Set(favorites.map(\.id))
    let places = query.results(in: entries, by: report.rule)
    let others = found.entries.map(\.entry).filter { $0.place == nil }
    // Favorites of campuses that were not selected are not missing.
    let selected = Set(report.session.campuses.map(\.id))
    let missing = favorites.filter { favorite in
      found.missing.contains(favorite.id)
        && (options.source.campuses.isEmpty || favorite.id.feed.map { selected.contains($0.campus) } ?? true)
    }
    if options.format == .json {
      var document = report.document(total: found.entries.count)
      for listing in places.items { document.add(listing) }
      for entry in others { add(entry, to: &document, report) }
      try Console.write(document.finish { Self.write(missing, to: &$0) })
    } else if favorites.isEmpty {
      Console.error("No favorites yet; add one with `aggregate favorites add ID`.")
    } else {
      var lines = places.items.isEmpty ? [] : Table.lines(of: places.items, on: report.terminal)
      lines += others.map { PlainText.visible("\($0.name ?? $0.id.description)  \($0.kind.rawValue)  \($0.id)") }
      lines += missing.map { PlainText.visible("\($0.id)\($0.name.map { "  \($0)" } ?? "")  not in the catalog now") }
      try report.print(lines)
    }
    try report.end()
  }

  private func add(_ entry: Entry, to document: inout EntryListWriter, _ report: QueryReport) {
    if case .alert(let alert) = entry.details {
      document.add(AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: report.session.moment)))
    } else {
      document.add(entry)
    }
  }

  private static func write(_ missing: [Favorite], to writer: inout JSONWriter) {
    writer.key("missing")
    writer.beginArray()
    for favorite in missing {
      writer.beginObject()
      writer.key("id")
      writer.string(favorite.id.description)
      if let name = favorite.name {
        writer.key("name")
        writer.string(name)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}
