import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession

/// Menus as rows, one for each dish: those of the export's table of dishes, with the names and the distances of the places.
struct MenuRows {
  /// The indices of the columns that are written.
  private let indices: [Int]

  /// The names of all columns.
  static let names: [String] = {
    var names = ExportTable.dishes.columns.map(\.name)
    names.insert(contentsOf: ["place_name", "distance"], at: place)
    return names
  }()

  /// The index of the columns about the place, after its id.
  private static let place = ExportTable.dishes.columns.firstIndex { $0.name == "place" }.map { $0 + 1 } ?? 0

  /// - Parameter names: the columns that are written; nil for all.
  init(_ names: [String]?) {
    indices = (names ?? Self.names).compactMap { Self.names.firstIndex(of: $0) }
  }

  /// Returns the menus as comma-separated values.
  func csv(of results: MenuResults, _ session: CatalogSession) -> String {
    CSVText.row(indices.map { Self.names[$0] }) + rows(of: results, session).map { CSVText.row(of: $0) }.joined()
  }

  /// Returns the menus as tab-separated values.
  func tsv(of results: MenuResults, _ session: CatalogSession) -> String {
    TSVText.row(indices.map { Self.names[$0] }) + rows(of: results, session).map { TSVText.row($0.map(\.text)) }.joined()
  }

  private func rows(of results: MenuResults, _ session: CatalogSession) -> [[TableCell]] {
    let header = ExportHeader(generatedAt: session.moment, campuses: session.catalog.campuses, feeds: [], rule: session.rule)
    return results.places.items.flatMap { listing in
      let place = [
        TableCell(listing.place?.entry.name), TableCell(listing.place?.distance.map { ($0 * 10).rounded() / 10 }),
      ]
      return listing.menus.flatMap { ExportTable.dishes.rows(of: $0.ofPlace(listing.id), header) }.map { cells in
        var row = cells
        row.insert(contentsOf: place, at: Self.place)
        return indices.map { row[$0] }
      }
    }
  }
}
