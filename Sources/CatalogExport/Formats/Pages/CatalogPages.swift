import Basics
import CampusCatalog

/// Pages for people: a section for each campus, with its alerts, the places open today and this week, its events and its sources.
///
/// The entries of a campus follow each other, but by id. Their rows are kept in a scratch file until the last of them, and then written in
/// the order of names.
struct CatalogPages<Markup: PageMarkup>: SequentialFormat {
  private let renderer: PageRenderer<Markup>
  private let header: ExportHeader
  /// How many processors to use.
  private let jobs: Int
  private let makeScratchFile: @Sendable () throws -> any ScratchFile
  /// The campuses that are still to be written, in the order of their entries.
  private var campuses: ArraySlice<PageCampus>
  /// The campus of the last entry.
  private var campus: PageCampus?
  private var rows: PageRows
  private var text = TextBuffer()

  private var markup: Markup { renderer.markup }

  init(
    _ markup: Markup, _ header: ExportHeader, jobs: Int, makeScratchFile: @escaping @Sendable () throws -> any ScratchFile
  ) throws {
    renderer = PageRenderer(markup: markup, rule: header.rule)
    (self.header, self.jobs, self.makeScratchFile) = (header, jobs, makeScratchFile)
    campuses = header.pageCampuses[...]
    rows = PageRows(try makeScratchFile())
  }

  mutating func begin(_ sink: CatalogWriter.Sink) throws {
    text.append(markup.start(Array(campuses)).description)
  }

  mutating func add(_ entries: [Entry], _ sink: CatalogWriter.Sink) throws {
    var rest = entries[...]
    while let id = rest.first?.campus {
      if campus?.id != id { try begin(id, sink) }
      guard let campus else { return }
      let own = rest.prefix { $0.campus == id }
      rest = rest[own.endIndex...]
      for drafts in try own.parts(jobs).concurrentMap({ [renderer] part in part.compactMap { renderer.draft(of: $0, campus) } }) {
        for draft in drafts { try rows.add(draft) }
      }
    }
  }

  mutating func end(_ sink: CatalogWriter.Sink) throws {
    if let campus { try write(campus, sink) }
    while let next = campuses.popFirst() { try write(next, sink) }
    text.append(markup.end().description)
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

  // MARK: - Writing

  /// Writes a campus with the rows that were collected, and forgets these.
  private mutating func write(_ campus: PageCampus, _ sink: CatalogWriter.Sink) throws {
    try rows.sort()
    let tables = PageTable.allCases.filter { table in rows.rows.contains { $0.kind == table.kind && rows.hasText(table.text, $0) } }
    text.append(markup.start(campus, tables).description)
    for table in tables {
      text.append(markup.start(table, of: campus).description)
      var group: UInt8?
      for row in rows.rows where row.kind == table.kind && rows.hasText(table.text, row) {
        if row.kind == .place, row.group != group {
          if group != nil { text.append(markup.endCategory(in: table).description) }
          text.append(markup.start(Category.allCases[Int(row.group)], in: table, of: campus).description)
          group = row.group
        }
        text.append(try rows.text(table.text, of: row))
        try flush(sink, atLeast: 1 << 16)
      }
      if group != nil { text.append(markup.endCategory(in: table).description) }
      text.append(markup.end(table).description)
    }
    text.append(markup.end(campus).description)
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

extension ArraySlice {
  /// Returns the elements in a number of slices of about the same size.
  fileprivate func parts(_ count: Int) -> [ArraySlice] {
    let size = Swift.max(16, (self.count + count - 1) / Swift.max(1, count))
    return stride(from: startIndex, to: endIndex, by: size).map { self[$0..<Swift.min($0 + size, endIndex)] }
  }
}
