import CampusCatalog

/// Pages for people: a section for each campus, with its alerts, the places open today and this week, its events and its sources.
///
/// The entries of a campus follow each other, but by id. They are collected until the last of them, and then written in the order of names.
struct CatalogPages<Markup: PageMarkup> {
  private let markup: Markup
  private let header: ExportHeader
  /// The campuses that are still to be written, in the order of their entries.
  private var campuses: ArraySlice<PageCampus>
  /// The campus of the collected entries.
  private var campus: PageCampus?
  private var entries: [Entry] = []
  /// The names of places that the page does not have.
  private var placeNames: [EntryID: String] = [:]

  init(_ markup: Markup, _ header: ExportHeader) {
    (self.markup, self.header) = (markup, header)
    campuses = header.pageCampuses[...]
  }

  mutating func begin(_ sink: CatalogWriter.Sink) throws { try Self.write(markup.start(Array(campuses)), to: sink) }

  /// - Parameter names: the names of places that are left out, for their menus. A menu may come before the name of its place.
  mutating func add(_ entries: [Entry], named names: [(EntryID, String)], _ sink: CatalogWriter.Sink) throws {
    placeNames.merge(names) { $1 }
    for entry in entries {
      if campus?.id != entry.campus { try begin(entry.campus, sink) }
      self.entries.append(entry)
    }
  }

  mutating func end(_ sink: CatalogWriter.Sink) throws {
    try writeCollected(sink)
    for next in campuses { try write(next, [], sink) }
    try Self.write(markup.end(), to: sink)
  }

  /// Writes all campuses before this one, and begins to collect its entries.
  private mutating func begin(_ id: CampusID, _ sink: CatalogWriter.Sink) throws {
    try writeCollected(sink)
    while let next = campuses.first, "\(next.id)/" < "\(id)/" {
      campuses.removeFirst()
      try write(next, [], sink)
    }
    campus = campuses.first?.id == id ? campuses.removeFirst() : PageCampus(id, nil, in: header)
  }

  private mutating func writeCollected(_ sink: CatalogWriter.Sink) throws {
    if let campus { try write(campus, entries, sink) }
    entries = []
  }

  private func write(_ campus: PageCampus, _ entries: [Entry], _ sink: CatalogWriter.Sink) throws {
    try markup.write(campus, PageContents(entries, of: campus, by: header, placeNames)) { try Self.write($0, to: sink) }
  }

  private static func write(_ text: Markup.Text, to sink: CatalogWriter.Sink) throws {
    try Array(text.description.utf8).withUnsafeBytes { try sink($0) }
  }
}
