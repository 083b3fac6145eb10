import Basics
public import CampusCatalog

/// Writes a catalog in another format.
///
///     let stream = try EntryStream.open(text)
///     let rule = StatusRule(at: stream.generatedAt, campuses: stream.campuses)
///     let header = ExportHeader(generatedAt: stream.generatedAt, campuses: stream.campuses, feeds: stream.feeds, rule: rule)
///     try CatalogExport(.geojson, header).write(stream) { try write($0) }
///
/// The same catalog, moment and filter give the same bytes. Entries are read and written in batches, so that a catalog of any size needs
/// little memory.
public struct CatalogExport: Sendable {
  public let format: ExportFormat
  public let header: ExportHeader
  /// The table of a CSV file.
  public var table = ExportTable.places
  /// Whether a CSV file begins with a byte order mark, without which Excel does not read UTF-8.
  public var isForExcel = false

  /// How many processors to use; 1 stays on the thread of the caller.
  public var jobs = 2

  public init(_ format: ExportFormat, _ header: ExportHeader) {
    (self.format, self.header) = (format, header)
  }

  /// Writes the entries of a stream.
  ///
  /// - Returns: the number of entries of the kinds that the format has.
  /// - Throws: any error of the sink; errors from reading and decoding entries.
  @discardableResult
  public func write(_ stream: EntryStream, to sink: CatalogWriter.Sink) throws -> Int {
    switch format {
    case .ndjson where stream.isTrusted && header.filter.isEmpty: try copyLines(of: stream, to: sink)
    case .ndjson: try write(stream, as: NDJSONLines(), to: sink)
    case .geojson: try write(stream, as: GeoJSONFeatures(header), to: sink)
    case .osmHours: try write(stream, as: OSMHoursLines(header), to: sink)
    case .jsonld: try write(stream, as: JSONLDGraph(header), to: sink)
    case .csv where table.kind == .menu: try writeMenus(stream, to: sink)
    case .csv: try write(stream, as: CSVRows(table, header, hasMark: isForExcel), to: sink)
    case .json: try writeCatalog(stream, to: sink)
    case .markdown: try writePages(stream, MarkdownMarkup(header), to: sink)
    case .html: try writePages(stream, HTMLMarkup(header), to: sink)
    case .ics: try write(stream, as: CalendarFile(header), to: sink)
    // A database is a file (see `CatalogDatabase`), and a feed of changes needs another catalog.
    case .sqlite, .atom: 0
    }
  }

  /// Writes lines as they are, without decoding them.
  private func copyLines(of stream: EntryStream, to sink: CatalogWriter.Sink) throws -> Int {
    var count = 0
    while let piece = try stream.nextPiece() {
      let bytes =
        switch piece {
        case .entries(let entries): EntryLines(entries).bytes
        case .lines(let bytes): bytes
        }
      count += bytes.count { $0 == UInt8(ascii: "\n") }
      try bytes.withUnsafeBytes { try sink($0) }
    }
    return count
  }

  /// Renders the entries of a stream, several pieces at a time.
  private func write(_ stream: EntryStream, as format: some LineFormat, to sink: CatalogWriter.Sink) throws -> Int {
    var format = format
    try format.begin().withUnsafeBytes { try sink($0) }
    var isFirst = true
    let renderer = format
    let count = try forEach(stream, { all, entries in (all, entries, renderer.text(of: entries)) }) { all, entries, text in
      format.note(entries, among: all)
      guard !text.isEmpty else { return }
      let separator = renderer.separator
      if !isFirst { try sink(UnsafeRawBufferPointer(start: separator.utf8Start, count: separator.utf8CodeUnitCount)) }
      isFirst = false
      try text.withUnsafeBytes { try sink($0) }
    }
    try format.end().withUnsafeBytes { try sink($0) }
    return count
  }

  /// Writes the catalog itself, with the entries that pass the filter.
  private func writeCatalog(_ stream: EntryStream, to sink: CatalogWriter.Sink) throws -> Int {
    var count = 0
    let head = CatalogParts(generatedAt: header.generatedAt, campuses: header.campuses, feeds: header.feeds, parts: [])
    let next: () throws -> CatalogParts.Part? = {
      guard let piece = try stream.nextPiece() else { return nil }
      let entries = selection(of: try piece.entries())
      count += entries.count
      return .entries(entries)
    }
    try CatalogWriter.write(head, parts: next, to: sink)
    return count
  }

  private func writePages(_ stream: EntryStream, _ markup: some PageMarkup, to sink: CatalogWriter.Sink) throws -> Int {
    var pages = CatalogPages(markup, header)
    try pages.begin(sink)
    // The filter may leave out the places of menus.
    let (filter, isNamed) = (header.filter, header.filter.accepts(.menu) && !header.filter.accepts(.place))
    let names: @Sendable (Entry) -> (EntryID, String)? = { entry in
      entry.kind == .place && filter.accepts(entry.campus) ? entry.name.map { (entry.id, $0) } : nil
    }
    let count = try forEach(stream, { ($1, isNamed ? $0.compactMap(names) : []) }) { entries, names in
      try pages.add(entries, named: names, sink)
    }
    try pages.end(sink)
    return count
  }

  /// Writes the menus of each campus as soon as the names of its places are known.
  private func writeMenus(_ stream: EntryStream, to sink: CatalogWriter.Sink) throws -> Int {
    var rows = CSVRows(table, header, hasMark: isForExcel)
    var menus: [Entry] = []
    func writeCollected() throws {
      try rows.text(of: menus).withUnsafeBytes { try sink($0) }
      (menus, rows.placeNames) = ([], [:])
    }
    try rows.begin().withUnsafeBytes { try sink($0) }
    var campus: CampusID?
    let (filter, rule) = (header.filter, header.rule)
    // The filter may leave out the places.
    let isNeeded: @Sendable (Entry) -> Bool = {
      $0.kind == .place ? filter.accepts($0.campus) : $0.kind == .menu && filter.accepts($0, by: rule)
    }
    let count = try forEach(stream, { entries, _ in entries.filter(isNeeded) }) { entries in
      for entry in entries {
        if campus != entry.campus { try writeCollected() }
        campus = entry.campus
        if entry.kind == .place { rows.placeNames[entry.id] = entry.name } else { menus.append(entry) }
      }
    }
    try writeCollected()
    return count
  }

  /// Decodes the pieces of a stream, several at a time, and consumes the results in their order.
  ///
  /// - Parameters:
  ///   - transform: receives the entries of a piece that pass the filter. Called concurrently.
  ///   - consume: receives the results, in order.
  /// - Returns: the number of entries of the kinds that the format has.
  package func forEach<Result: Sendable>(
    _ stream: EntryStream, _ transform: @escaping @Sendable ([Entry]) -> Result, _ consume: (Result) throws -> Void
  ) throws -> Int {
    try forEach(stream, { _, selected in transform(selected) }, consume)
  }

  /// Decodes the pieces of a stream, several at a time, and consumes the results in their order.
  ///
  /// - Parameters:
  ///   - transform: receives the entries of a piece, and those that pass the filter. Called concurrently.
  ///   - consume: receives the results, in order.
  /// - Returns: the number of entries of the kinds that the format has.
  private func forEach<Result: Sendable>(
    _ stream: EntryStream, _ transform: @escaping @Sendable (_ all: [Entry], _ selected: [Entry]) -> Result,
    _ consume: (Result) throws -> Void
  ) throws -> Int {
    let kinds = format == .csv ? [table.kind] : format.kinds
    var count = 0
    while true {
      var pieces: [EntryStream.Piece] = []
      // Two pieces for each processor, so that one that is slow does not leave the others idle.
      while pieces.count < 2 * jobs, let piece = try stream.nextPiece() { pieces.append(piece) }
      if pieces.isEmpty { return count }
      let render: @Sendable (EntryStream.Piece) throws -> (Int, Result) = { piece in
        let entries = try piece.entries()
        let selected = selection(of: entries)
        return (selected.count { kinds.contains($0.kind) }, transform(entries, selected))
      }
      let results = jobs == 1 ? try pieces.map(render) : try pieces.concurrentMap(render)
      for (number, result) in results {
        count += number
        try consume(result)
      }
    }
  }

  /// Returns the entries that pass the filter.
  private func selection(of entries: [Entry]) -> [Entry] {
    header.filter.isEmpty ? entries : entries.filter { header.filter.accepts($0, by: header.rule) }
  }
}
