import CampusCatalog
import OpeningHours

/// A table as comma-separated values (`CSVText`) in UTF-8: the names of the columns, then one row after another, each with CRLF.
struct CSVRows: LineFormat {
  private let table: ExportTable
  private let header: ExportHeader
  private let sources: [FeedID: [ExportTable.Cell]]
  private let missing: ExportTable.Cell
  private let hasMark: Bool
  /// The index of the column with the name of the place, after its id; nil for tables without it.
  private let nameIndex: Int?
  /// The names of places, for tables about menus.
  var placeNames: [EntryID: String] = [:]

  /// - Parameter hasMark: whether to begin with a byte order mark.
  init(_ table: ExportTable, _ header: ExportHeader, hasMark: Bool) {
    (self.table, self.header, self.hasMark) = (table, header, hasMark)
    nameIndex = table.kind == .menu ? table.columns.firstIndex { $0.name == "place" }.map { $0 + 1 } : nil
    missing = .init(lines: header.missing.map(\.id.description))
    sources = Dictionary(header.feeds.map { ($0.id, Self.cells(of: [$0.id], [$0])) }) { first, _ in first }
  }

  func begin() -> [UInt8] {
    var names = table.columns.map(\.name)
    if let nameIndex { names.insert("place_name", at: nameIndex) }
    names += ["feeds", "feed_urls", "licenses", "changed_at", "missing_feeds"]
    return (hasMark ? [0xEF, 0xBB, 0xBF] : []) + Array(CSVText.row(of: names.map { .text($0) }).utf8)
  }

  func text(of entries: [Entry]) -> [UInt8] {
    var text: [UInt8] = []
    for entry in entries {
      let rows = table.rows(of: entry, header)
      if rows.isEmpty { continue }
      let end = sourceCells(of: entry) + [.init(header.lastChange(entry)?.description), missing]
      let name = entry.menu.map { ExportTable.Cell(placeNames[$0.place]) }
      for var row in rows {
        if let nameIndex, let name { row.insert(name, at: nameIndex) }
        CSVText.append(row + end, to: &text)
      }
    }
    return text
  }

  private func sourceCells(of entry: Entry) -> [ExportTable.Cell] {
    if entry.sources.count == 1, let cells = sources[entry.sources[0].feed] { return cells }
    return Self.cells(of: Set(entry.sources.map(\.feed)).sorted(), header.feeds(of: entry))
  }

  /// Returns the ids, addresses and licenses of feeds, one on each line.
  private static func cells(of ids: [FeedID], _ feeds: [FeedReport]) -> [ExportTable.Cell] {
    [
      .init(lines: ids.map(\.description)), .init(lines: feeds.compactMap(\.url)), .init(lines: feeds.compactMap(\.license)),
    ]
  }
}
