/// Pages for people: a section for each campus, with its alerts, the places open today and this week, its events and its sources.
///
/// The entries of a campus follow each other, but by id. Their rows are kept in a scratch file until the last of them, and then written in
/// the order of names.
struct CatalogPages<Markup: PageMarkup>: SequentialFormat {
  private let markup: Markup
  private let header: ExportHeader
  private let makeScratchFile: @Sendable () throws -> any ScratchFile
  /// The campuses that are still to be written, in the order of their entries.
  private var campuses: ArraySlice<PageCampus>
  /// The campus of the last entry.
  private var campus: PageCampus?
  private var rows: PageRows
  private var text = TextBuffer()

  init(_ markup: Markup, _ header: ExportHeader, makeScratchFile: @escaping @Sendable () throws -> any ScratchFile) throws {
    (self.markup, self.header, self.makeScratchFile) = (markup, header, makeScratchFile)
    campuses = header.pageCampuses[...]
    rows = PageRows(try makeScratchFile())
  }

  mutating func begin(_ sink: CatalogWriter.Sink) throws {
    markup.begin(Array(campuses), to: &text)
  }

  mutating func add(_ entries: [Entry], _ sink: CatalogWriter.Sink) throws {
    for entry in entries {
      if campus?.id != entry.campus { try begin(entry.campus, sink) }
      guard let campus, let row = row(of: entry, campus) else { continue }
      try rows.add(row)
    }
  }

  mutating func end(_ sink: CatalogWriter.Sink) throws {
    if let campus { try write(campus, sink) }
    while let next = campuses.popFirst() { try write(next, sink) }
    markup.end(to: &text)
    try flush(sink, atLeast: 0)
  }

  /// Writes all campuses before this one, and begins to collect its rows.
  private mutating func begin(_ id: CampusID, _ sink: CatalogWriter.Sink) throws {
    if let campus { try write(campus, sink) }
    while let next = campuses.first, "\(next.id)/" < "\(id)/" {
      campuses.removeFirst()
      try write(next, sink)
    }
    campus = campuses.first?.id == id ? campuses.removeFirst() : PageCampus(id, nil, in: header)
  }

  // MARK: - Rows

  /// Returns the texts of an entry in the tables; nil if none of them has it.
  private func row(of entry: Entry, _ campus: PageCampus) -> PageRows.Draft? {
    func text(_ write: (inout TextBuffer) -> Void) -> [UInt8] {
      var text = TextBuffer()
      write(&text)
      return text.bytes
    }
    switch entry.details {
    case .place(let place):
      let group = UInt8(Category.allCases.firstIndex(of: place.category) ?? 0)
      let place = PagePlace(entry, place, of: campus, by: header.rule)
      return PageRows.Draft(
        kind: .place, group: group, key: [group] + NameSortKey(entry).bytes,
        texts: [
          text { markup.addToday(place, of: campus, to: &$0) }, text { markup.addWeek(place, of: campus, to: &$0) },
          place.later.isEmpty ? [] : text { markup.addLater(place, of: campus, to: &$0) },
        ])
    case .event(let event):
      if event.isOver(on: campus.today) { return nil }
      let listing = EventListing(entry: entry, event: event)
      let key = event.startDate.bytes + event.endDate.bytes + NameSortKey(entry).bytes
      return PageRows.Draft(kind: .event, key: key, texts: [text { markup.add(listing, of: campus, to: &$0) }])
    case .alert(let alert):
      let listing = AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: campus.instant))
      if listing.phase == .ended { return nil }
      return PageRows.Draft(kind: .alert, key: listing.sortKey, texts: [text { markup.add(listing, of: campus, to: &$0) }])
    case .quote: return nil
    }
  }

  // MARK: - Writing

  /// Writes a campus with the rows that were collected, and forgets these.
  private mutating func write(_ campus: PageCampus, _ sink: CatalogWriter.Sink) throws {
    try rows.sort()
    let tables = PageTable.allCases.filter { table in rows.rows.contains { $0.kind == table.kind && rows.hasText(table.text, $0) } }
    markup.begin(campus, tables, to: &text)
    for table in tables {
      markup.begin(table, of: campus, to: &text)
      var group: UInt8?
      for row in rows.rows where row.kind == table.kind && rows.hasText(table.text, row) {
        if row.kind == .place, row.group != group {
          if group != nil { markup.endCategory(in: table, to: &text) }
          markup.begin(Category.allCases[Int(row.group)], in: table, of: campus, to: &text)
          group = row.group
        }
        text.append(try rows.text(table.text, of: row))
        try flush(sink, atLeast: 1 << 16)
      }
      if group != nil { markup.endCategory(in: table, to: &text) }
      markup.end(table, to: &text)
    }
    markup.end(campus, to: &text)
    try flush(sink, atLeast: 1 << 16)
    if !rows.isEmpty { rows = PageRows(try makeScratchFile()) }
  }

  /// Writes the text that is complete, if there is enough of it.
  private mutating func flush(_ sink: CatalogWriter.Sink, atLeast size: Int) throws {
    guard text.count > size else { return }
    try text.bytes.withUnsafeBytes { try sink($0) }
    text.removeAll()
  }
}

extension NameSortKey {
  /// Bytes that sort as the keys do, except that entries with the same name are equal. (Names have no control characters.)
  fileprivate var bytes: [UInt8] { Array(folded.utf8) + [1] + Array(name.utf8) }
}

extension LocalDate {
  /// Bytes that sort as the dates do.
  fileprivate var bytes: [UInt8] { bigEndian(UInt32(bitPattern: daysSinceEpoch) ^ 1 << 31) }
}

extension AlertListing {
  /// Bytes that sort as `precedes` does, except that those with equal times are equal.
  fileprivate var sortKey: [UInt8] {
    let severity = Alert.Severity.allCases.firstIndex(of: alert.severity) ?? 0
    let first: [UInt8] = phase == .active ? [0, UInt8(Alert.Severity.allCases.count - severity)] : [1, 0]
    guard let start = alert.startsAt else { return first }
    return first + bigEndian(UInt64(bitPattern: start.secondsSinceEpoch) ^ 1 << 63) + bigEndian(UInt32(start.nanoseconds))
  }
}

private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
