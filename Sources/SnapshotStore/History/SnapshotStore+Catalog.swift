import GRDB

extension SnapshotStore {
  /// Returns the catalog that a run wrote, or the requested part of it: its stored campuses, feed reports and entry lines.
  ///
  /// Nothing is merged or corrected again. Entry lines with a checksum stay compressed. All contents are read in one transaction.
  /// - Throws: `store.conflict` if the run has been removed meanwhile; `store.corrupt` if one of its contents is missing or damaged.
  public func catalog(of run: RunRecord) async throws(StoreError) -> CatalogParts {
    let path = connection.path
    let stored = try await connection.read { database in
      guard var row = try RunRecord.row(run.id, in: database), row.generatedAt == run.generatedAt else {
        throw StoreError(.storeConflict, "the run of \(run.generatedAt) is no longer in \(path); try again")
      }
      row.requested = run.requested
      return try StoredRun(row, in: database)
    }
    do { return try stored.catalog() } catch { throw connection.failure(error) }
  }
}

/// The contents of a run, not yet unpacked.
/// It is complete when the transaction ends, so contents that are removed later do not matter.
private struct StoredRun: Sendable {
  typealias Part = (campus: CampusID, content: StoredContent, count: Int)

  let run: RunRecord
  let campuses: StoredContent
  let reports: StoredContent
  /// In the order of the catalog. Parts of campuses that were not requested are left out.
  let parts: [Part]
  let hash: ContentID?

  init(_ run: RunRecord, in database: Database) throws {
    self.run = run
    campuses = try database.requiredContent(run.campuses)
    reports = try database.requiredContent(run.reports)
    hash = try ContentHashRow.hash(of: run, in: database)
    let list = try StoredJSON.parts(try database.requiredContent(run.parts).unpacked())
    let wanted = Set(run.requested.campuses + run.requested.feeds.map(\.campus))
    parts = try list.filter { run.requested.isAll || wanted.contains($0.campus) }.map { part in
      (part.campus, try database.requiredContent(part.content), part.count)
    }
  }

  /// Returns the catalog of the run, or the requested part. Only a whole catalog has a content hash.
  func catalog() throws -> CatalogParts {
    let campuses = try Self.values(in: self.campuses) { try Campus(reading: $0) }
    var feeds = try Self.values(in: reports) { try FeedReport(reading: $0) }
    let times = try StoredJSON.checkTimes(run.checked, from: run.generatedAt)
    guard times.count == feeds.count else { throw DamagedRow("the times of the run \(run.id)") }
    for index in feeds.indices { feeds[index].checkedAt = times[index] }
    guard run.isFiltered else {
      // The content hash is right only if this version writes the campuses with the stored bytes.
      let isSame = try hash != nil && PreparedRun.lines(of: campuses) == self.campuses.unpacked()
      return CatalogParts(
        generatedAt: run.generatedAt, campuses: campuses, feeds: feeds,
        parts: try parts.map { ($0.campus, .lines(try $0.content.lines($0.count))) },
        contentHash: isSame ? hash?.contentHash : nil)
    }
    let requested = run.requested
    let chosen = feeds.filter { requested.contains($0.id) }
    let chosenCampuses = Set(chosen.map(\.campus))
    return CatalogParts(
      generatedAt: run.generatedAt, campuses: campuses.filter { chosenCampuses.contains($0.id) || requested.campuses.contains($0.id) },
      feeds: chosen,
      parts: try parts.map { part in
        let hasOtherFeeds = feeds.contains { $0.campus == part.campus && !requested.contains($0.id) }
        let lines = hasOtherFeeds ? LazyEntryLines(try Self.lines(of: requested.feeds, in: part)) : try part.content.lines(part.count)
        return (part.campus, .lines(lines))
      })
  }

  /// Reads a content that has one JSON value a line.
  private static func values<Value>(in content: StoredContent, _ read: (borrowing JSONValue) throws -> Value) throws -> [Value] {
    try content.unpacked().split(separator: UInt8(ascii: "\n")).map { line in
      let document = try JSONDocument(parsing: Array(line))
      return try read(document.root)
    }
  }

  /// Returns the lines to which at least one of some feeds contributed.
  private static func lines(of feeds: [FeedID], in part: Part) throws -> EntryLines {
    let lines = try part.content.unpacked().split(separator: UInt8(ascii: "\n")).filter { line in
      let document = try JSONDocument(parsing: Array(line))
      return try Entry(reading: document.root).sources.contains { feeds.contains($0.feed) }
    }
    return EntryLines(bytes: lines.flatMap { $0 + [UInt8(ascii: "\n")] }, count: lines.count)
  }
}
