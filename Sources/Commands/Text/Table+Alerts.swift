import CampusCatalog
import CatalogExport
import CatalogQuery

extension Table {
  /// Returns alerts as a table: the titles, then a line for each alert, followed by its description, which is indented by two spaces.
  ///
  /// - Parameter rule: the rule of the query. It has the zones of the campuses.
  static func lines(of listings: [AlertListing], _ rule: StatusRule, on terminal: Terminal) -> [String] {
    let campus = campusColumn(of: listings.map(\.entry))
    let columns: [Column] = [
      .init(title: "STATE", isWhole: true), .init(title: "SEVERITY", isWhole: true), .init(title: "ALERT", minimum: 12, comfort: 40),
      .init(title: "WHEN", minimum: 27, comfort: 40), campus.column,
      // Each alert has further lines in any case.
      .init(title: "ID", minimum: 2, isNeverCut: true),
    ]
    let styles: [Alert.Severity: Terminal.Style] = [.major: .bad, .minor: .doubtful]
    let rows = listings.map { listing -> [Cell] in
      [
        .init(listing.phase.rawValue, listing.phase == .active ? .good : .faint),
        .init(listing.alert.severity.rawValue, styles[listing.alert.severity]), .init(listing.entry.name ?? ""),
        .init(listing.when(in: rule.zone(of: listing.entry), rule.style(of: listing.entry.campus))), campus.cell(listing.entry),
        .init(listing.entry.id.description),
      ]
    }
    let table = table(columns, rows, on: terminal)
    return [table.titles]
      + zip(table.rows, listings).flatMap { lines, listing in
        lines + Paragraph.lines(listing.entry.description ?? "", width: terminal.width, indent: 2)
      }
  }
}
