import CampusCatalog
import OpeningHours

/// A table as comma-separated values (RFC 4180) in UTF-8: the names of the columns, then one row after another, each with CRLF.
///
/// Spreadsheets run a cell as a formula if it begins with `=`, `+`, `-`, `@`, a tab or a carriage return. Before such a text, and before one
/// that begins with an apostrophe, there is an apostrophe; readers that want the text as it was remove it. Numbers have none.
struct CSVRows: LineFormat {
  private let table: ExportTable
  private let header: ExportHeader
  private let sources: [FeedID: [ExportTable.Cell]]
  private let missing: ExportTable.Cell

  init(_ table: ExportTable, _ header: ExportHeader) {
    (self.table, self.header) = (table, header)
    missing = header.missing.isEmpty ? .empty : .text(header.missing.map { "\($0.id)" }.joined(separator: "\n"))
    sources = Dictionary(header.feeds.map { ($0.id, Self.cells(of: [$0.id], [$0])) }) { first, _ in first }
  }

  var separator: StaticString { "" }

  func begin() -> [UInt8] {
    var text = TextBuffer()
    add((table.columns.map(\.name) + ["feeds", "feed_urls", "licences", "fetched_at", "missing_feeds"]).map { .text($0) }, to: &text)
    text.append("\r\n")
    return text.bytes
  }

  func text(of entries: [Entry]) -> [UInt8] {
    var text = TextBuffer(capacity: entries.count * 512)
    let span = entries.span
    for index in span.indices {
      let rows = table.rows(of: span[index], header)
      if rows.isEmpty { continue }
      let end = sourceCells(of: span[index])
      for row in rows {
        add(row, to: &text)
        text.append(",")
        add(end, to: &text)
        text.append(",")
        add([missing], to: &text)
        text.append("\r\n")
      }
    }
    return text.bytes
  }

  func end() -> [UInt8] { [] }

  private func sourceCells(of entry: Entry) -> [ExportTable.Cell] {
    if entry.sources.count == 1, let cells = sources[entry.sources[0].feed] { return cells }
    return Self.cells(of: Set(entry.sources.map(\.feed)).sorted(), header.feeds(of: entry))
  }

  /// Returns the ids, addresses and licenses of feeds, one on each line, and when the oldest of them was fetched.
  private static func cells(of ids: [FeedID], _ feeds: [FeedReport]) -> [ExportTable.Cell] {
    func lines(_ texts: [String]) -> ExportTable.Cell { texts.isEmpty ? .empty : .text(texts.joined(separator: "\n")) }
    return [
      lines(ids.map(\.description)), lines(feeds.compactMap(\.url)), lines(feeds.compactMap(\.licence)),
      .init(feeds.compactMap(\.receivedAt).min()?.description),
    ]
  }

  private func add(_ cells: [ExportTable.Cell], to text: inout TextBuffer) {
    var isFirst = true
    for cell in cells {
      if !isFirst { text.append(byte: UInt8(ascii: ",")) }
      isFirst = false
      switch cell {
      case .text(let value): add(value, to: &text)
      case .integer(let value): text.append(String(value))
      case .real(let value): text.append(value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : value.description)
      case .boolean(let value): text.append(value ? "true" : "false")
      case .empty: break
      }
    }
  }

  private func add(_ value: String, to text: inout TextBuffer) {
    var value = value
    value.withUTF8 { utf8 in
      let isGuarded = utf8.first.map(Self.beginsFormula) ?? false
      // Without branches, so that the compiler can examine many bytes at once.
      var needsQuotes = utf8.first == 0x20 || utf8.last == 0x20
      for byte in utf8 { needsQuotes = needsQuotes || Self.needsQuotes(byte) }
      guard needsQuotes else {
        if isGuarded { text.append("'") }
        return text.append(utf8)
      }
      text.append(isGuarded ? "\"'" : "\"")
      var rest = utf8[...]
      while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
        text.append(rest[...quote])
        text.append("\"")
        rest = rest[(quote + 1)...]
      }
      text.append(rest)
      text.append("\"")
    }
  }

  private static func beginsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "'"), 0x09, 0x0D: true
    default: false
    }
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
  }
}
