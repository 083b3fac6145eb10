package import CampusCatalog
package import OpeningHours

/// Writes catalogs from sorted lines, with memory for some of their entries only.
package struct WorkAssembly {
  private var reader: WorkReader
  private let generatedAt: Instant
  /// The campuses and reports, which come before all entries.
  private var campuses: [CampusID: WorkCampus] = [:]
  private var reports: [CampusID: [FeedReport]] = [:]
  private var nextEntry: Entry?
  private var entryCounts: [CampusID: Int] = [:]
  private var lastKey = ""

  /// The number of entries in memory.
  private static let partSize = 1000

  /// Reads the lines before the entries.
  ///
  /// - Throws: `FileError` for the first line that cannot be read, is out of order, or is not of a catalog.
  package init(_ reader: WorkReader, generatedAt: Instant) throws {
    self.reader = reader
    self.generatedAt = generatedAt
    while nextEntry == nil, let line = try next() {
      switch line {
      case .campus(let campus) where campus.known != nil: campuses[campus.id] = campus
      case .report(let report):
        guard campuses[report.campus] != nil else { throw missing(report.campus) }
        reports[report.campus, default: []].append(report)
      case .entry(let entry, nil): nextEntry = try checked(entry)
      default: throw foreign(line)
      }
    }
    if nextEntry == nil { try checkEntries() }
    for (campus, work) in campuses.sorted(by: { $0.key < $1.key }) {
      let found = reports[campus]?.count ?? 0
      guard work.counts?.reports ?? found == found else { throw lost("reports", of: campus, found, work.counts?.reports) }
    }
  }

  /// The reports of all feeds.
  package var feeds: [FeedReport] { reports.values.flatMap(\.self).sorted { $0.id < $1.id } }

  /// The campuses, in the order of their entries.
  package var campusIDs: [CampusID] { CatalogParts.inOrder(Array(campuses.keys)) { $0 } }

  /// The reports of the feeds of a campus, sorted by id.
  package func feeds(of campus: CampusID) -> [FeedReport] { reports[campus] ?? [] }

  /// Writes one catalog of everything.
  package mutating func write(to sink: CatalogWriter.Sink) throws {
    try write(campuses.values.compactMap(\.known), feeds, entriesOf: nil, to: sink)
  }

  /// Writes the catalog of one campus. Campuses must be written in the order of `campusIDs`.
  package mutating func write(_ campus: CampusID, to sink: CatalogWriter.Sink) throws {
    try write([campuses[campus]?.known].compactMap(\.self), feeds(of: campus), entriesOf: campus, to: sink)
  }

  /// - Parameter campus: the campus whose entries are next; nil for all.
  private mutating func write(
    _ campuses: [Campus], _ reports: [FeedReport], entriesOf campus: CampusID?, to sink: CatalogWriter.Sink
  ) throws {
    let header = CatalogParts(generatedAt: generatedAt, campuses: campuses, feeds: reports, parts: [])
    try CatalogWriter.write(header, parts: { try nextPart(of: campus).map { .entries($0) } }, to: sink)
  }

  /// Returns the next entries; nil if there are no more of a campus.
  private mutating func nextPart(of campus: CampusID?) throws -> [Entry]? {
    var entries: [Entry] = []
    while let entry = nextEntry, entries.count < Self.partSize, campus.map({ $0 == entry.campus }) ?? true {
      entries.append(entry)
      nextEntry = nil
      guard let line = try next() else {
        try checkEntries()
        continue
      }
      guard case .entry(let following, nil) = line else { throw foreign(line) }
      nextEntry = try checked(following)
    }
    return entries.isEmpty ? nil : entries
  }

  private mutating func next() throws -> WorkLine? {
    guard let line = try reader.next() else { return nil }
    // As the lines are sorted, each key followed by its quotation mark.
    let key = "\(line.key)\""
    if lastKey == key { throw reader.twice(line) }
    guard lastKey.utf8.lexicographicallyPrecedes(key.utf8) else {
      throw reader.error("the line is out of order; sort the lines by their bytes, as with LC_ALL=C sort")
    }
    lastKey = key
    return line
  }

  /// Counts an entry.
  private mutating func checked(_ entry: Entry) throws -> Entry {
    guard campuses[entry.campus] != nil else { throw missing(entry.campus) }
    entryCounts[entry.campus, default: 0] += 1
    return entry
  }

  /// Checks at the end that no entry of a campus was lost.
  private func checkEntries() throws {
    for (campus, work) in campuses.sorted(by: { $0.key < $1.key }) {
      let found = entryCounts[campus] ?? 0
      guard work.counts?.entries ?? found == found else { throw lost("entries", of: campus, found, work.counts?.entries) }
    }
  }

  private func lost(_ what: String, of campus: CampusID, _ found: Int, _ expected: Int?) -> FileError {
    reader.error("the campus \(campus) has \(found) \(what) here, and had \(expected ?? 0) after the merge; repeat the steps after it")
  }

  private func missing(_ campus: CampusID) -> FileError { reader.error("there is no line of the campus \(campus)") }

  private func foreign(_ line: WorkLine) -> FileError {
    reader.error("the line \"\(line.key)\" is not one of a catalog; run aggregate work merge first")
  }
}
