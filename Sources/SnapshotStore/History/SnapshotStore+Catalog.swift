public import Aggregation
public import CampusCatalog
import GRDB
import SimdJSON

extension SnapshotStore {
  /// Returns the catalog that a run wrote, or the requested part of it: its stored campuses, feed reports and entry lines.
  ///
  /// Nothing is merged or corrected again. Entry lines with a checksum stay compressed. All contents are read in one transaction.
  /// - Throws: `store.conflict` if the run has been removed in the meantime; `store.corrupt` if one of its contents is missing or damaged.
  public func catalog(of run: RunRecord) async throws(StoreError) -> CatalogParts {
    let (path, requested) = (connection.path, run.requested)
    // Complete when the transaction ends, so that contents that are removed later do not matter.
    let (run, stored, reports, list, hash) = try await connection.read { database in
      guard let row = try RunRecord.row(run.id, in: database), row.generatedAt == run.generatedAt else {
        throw StoreError(.storeConflict, "the run of \(run.generatedAt) is no longer in \(path); try again")
      }
      let stored = (campuses: try database.requiredContent(row.campuses), reports: try database.requiredContent(row.reports))
      let hash = try ContentHashRow.hash(of: row, in: database)
      let reports = try Self.values(in: stored.reports) { value in
        var report = try FeedReport(reading: value)
        report.hasFormerLicenseKey = value[FeedReport.formerLicenseKey] != nil
        return report
      }
      let wanted = Set(requested.campuses + Self.requested(requested, among: reports).map(\.campus))
      let list = try StoredJSON.parts(try database.requiredContent(row.parts).unpacked())
        .filter { requested == row.selection || wanted.contains($0.campus) }
        .map { ($0, try database.requiredContent($0.content)) }
      return (row, stored, reports, list, hash)
    }
    do {
      var campuses = try Self.values(in: stored.campuses) { try Campus(reading: $0) }
      var feeds = reports
      let times = try StoredJSON.checkTimes(run.checked, from: run.generatedAt)
      guard times.count == feeds.count else { throw DamagedRow("the times of the run \(run.id)") }
      for index in feeds.indices { feeds[index].checkedAt = times[index] }
      let isWhole = requested == run.selection
      let chosen = Set(isWhole ? [] : Self.requested(requested, among: feeds).map(\.id))
      let parts = try list.map { part, content in
        let hasOtherFeeds = !isWhole && feeds.contains { $0.campus == part.campus && !chosen.contains($0.id) }
        let lines = hasOtherFeeds ? LazyEntryLines(try Self.lines(of: chosen, in: content)) : try content.lines(part.count)
        return (part.campus, CatalogParts.Part.lines(lines))
      }
      // Only a whole catalog has a content hash. It is right only if this version writes the campuses with the stored bytes.
      let hasHash = try isWhole && hash != nil && PreparedRun.lines(of: campuses) == stored.campuses.unpacked()
      if !isWhole {
        feeds.removeAll { !chosen.contains($0.id) }
        let wanted = Set(feeds.map(\.campus) + requested.campuses)
        campuses.removeAll { !wanted.contains($0.id) }
      }
      return CatalogParts(
        generatedAt: run.generatedAt, campuses: campuses, feeds: feeds, parts: parts, contentHash: hasHash ? hash?.contentHash : nil)
    } catch {
      throw connection.failure(error)
    }
  }

  /// Returns the campuses and the feed reports of a whole run, without reading its entries.
  ///
  /// - Throws: as `catalog(of:)`.
  public func header(of run: RunRecord) async throws(StoreError) -> CatalogParts {
    let path = connection.path
    let stored = try await connection.read { database in
      guard let row = try RunRecord.row(run.id, in: database), row.generatedAt == run.generatedAt else {
        throw StoreError(.storeConflict, "the run of \(run.generatedAt) is no longer in \(path); try again")
      }
      return (campuses: try database.requiredContent(row.campuses), reports: try database.requiredContent(row.reports))
    }
    do {
      var feeds = try Self.values(in: stored.reports) { try FeedReport(reading: $0) }
      for (index, time) in try StoredJSON.checkTimes(run.checked, from: run.generatedAt).enumerated() where index < feeds.count {
        feeds[index].checkedAt = time
      }
      return CatalogParts(
        generatedAt: run.generatedAt, campuses: try Self.values(in: stored.campuses) { try Campus(reading: $0) }, feeds: feeds, parts: [])
    } catch {
      throw connection.failure(error)
    }
  }

  /// Reads a content that has one JSON value a line.
  static func values<Value>(in content: StoredContent, _ read: (borrowing JSONValue) throws -> Value) throws -> [Value] {
    try content.unpacked().split(separator: UInt8(ascii: "\n")).map { line in
      let document = try JSONDocument(parsing: Array(line))
      return try read(document.root)
    }
  }

  /// Returns the reports of the requested feeds, and of the feeds that a requested catalog delivered: its address is the first of their way.
  private static func requested(_ selection: RunSelection, among reports: [FeedReport]) -> [FeedReport] {
    let catalogs = Set(reports.filter { selection.feeds.contains($0.id) }.compactMap(\.url))
    return reports.filter { selection.contains($0.id) || $0.via.first.map(catalogs.contains) ?? false }
  }

  /// Returns the lines to which at least one of some feeds contributed.
  private static func lines(of feeds: Set<FeedID>, in content: StoredContent) throws -> EntryLines {
    let lines = try content.unpacked().split(separator: UInt8(ascii: "\n")).filter { line in
      let document = try JSONDocument(parsing: Array(line))
      return try Entry(reading: document.root).sources.contains { feeds.contains($0.feed) }
    }
    return EntryLines(bytes: lines.flatMap { $0 + [UInt8(ascii: "\n")] }, count: lines.count)
  }
}
