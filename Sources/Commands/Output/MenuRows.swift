import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession

/// Menus as comma-separated values: the rows of the export's table of dishes, with the names and the distances of the places.
enum MenuRows {
  static func text(of results: MenuResults, _ session: CatalogSession) -> String {
    let table = ExportTable.dishes
    let header = ExportHeader(generatedAt: session.moment, campuses: session.catalog.campuses, feeds: [], rule: session.rule)
    var names = table.columns.map(\.name)
    let index = names.firstIndex(of: "place").map { $0 + 1 } ?? 0
    names.insert(contentsOf: ["place_name", "distance"], at: index)
    return results.places.items.reduce(into: CSVText.row(names)) { text, listing in
      let place = [
        TableCell(listing.place?.entry.name), TableCell(listing.place?.distance.map { ($0 * 10).rounded() / 10 }),
      ]
      for var row in listing.menus.flatMap({ table.rows(of: $0.ofPlace(listing.id), header) }) {
        row.insert(contentsOf: place, at: index)
        text += CSVText.row(of: row)
      }
    }
  }
}
