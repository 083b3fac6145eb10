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
    return text.bytes
  }

  func text(of entries: [Entry]) -> [UInt8] {
    var text = TextBuffer(capacity: entries.count * 512)
    for entry in entries {
      let rows = table.rows(of: entry, header)
      if rows.isEmpty { continue }
      let end = sourceCells(of: entry) + [missing]
      for row in rows { add(row + end, to: &text) }
    }
    return text.bytes
  }

  func end() -> [UInt8] { [] }

  private func sourceCells(of entry: Entry) -> [ExportTable.Cell] {
    if entry.sources.count == 1, let cells = sources[entry.sources[0].feed] { return cells }
    return Self.cells(of: Set(entry.sources.map(\.feed)).sorted(), header.feeds(of: entry))
  }

  /// Returns the ids, addresses and licences of feeds, one on each line, and when the oldest of them was fetched.
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
    text.append("\r\n")
  }

  private func add(_ value: String, to text: inout TextBuffer) {
    let utf8 = value.utf8
    let isGuarded = utf8.first.map(Self.beginsFormula) ?? false
    guard utf8.contains(where: Self.needsQuotes) || utf8.first == 0x20 || utf8.last == 0x20 else {
      if isGuarded { text.append("'") }
      return text.append(value)
    }
    text.append(isGuarded ? "\"'" : "\"")
    if utf8.contains(UInt8(ascii: "\"")) {
      for byte in utf8 {
        if byte == UInt8(ascii: "\"") { text.append(byte: byte) }
        text.append(byte: byte)
      }
    } else {
      text.append(value)
    }
    text.append("\"")
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
