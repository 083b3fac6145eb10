import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

extension Table {
  /// Returns alerts as a table: the titles, then a line for each alert, followed by its description, which is indented by two spaces.
  ///
  /// - Parameter rule: the rule of the query. It has the zones of the campuses and the language.
  static func lines(of listings: [AlertListing], _ rule: StatusRule, on terminal: Terminal) -> [String] {
    let styles = listings.map { rule.style(of: $0.entry.campus) }
    let words = Language.shared(by: styles.map(\.language)).words
    let campus = campusColumn(of: listings.map(\.entry), words)
    let columns: [Column] = [
      .init(title: words.title("state"), isWhole: true), .init(title: words.title("severity"), isWhole: true),
      .init(title: words.title("alert"), minimum: 12, comfort: 40, wraps: true),
      .init(title: words.title("when-title"), minimum: 27, comfort: 40),
      campus.column,
      // Each alert has further lines in any case.
      .init(title: "ID", minimum: 2, leastTerminal: Column.narrow, isNeverCut: true),
    ]
    let colors: [Alert.Severity: Terminal.Style] = [.major: .bad, .minor: .doubtful]
    let rows = zip(listings, styles).map { listing, style -> [Cell] in
      [
        .init(style.words.text("phase-\(listing.phase.rawValue)"), listing.phase == .active ? .good : .faint),
        .init(listing.alert.severity.rawValue, colors[listing.alert.severity]), .init(listing.entry.name ?? ""),
        .init(listing.when(in: rule.zone(of: listing.entry), style)), campus.cell(listing.entry),
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
