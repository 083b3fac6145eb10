public import CampusCatalog
import FeedKit
import GRDB
import SimdJSON
public import StoreInterface

extension SnapshotStore {
  /// Returns the catalog that a run wrote, or the requested part of it: its stored campuses, feed reports and entry lines.
  ///
  /// Nothing is merged or corrected again. Entry lines with a checksum stay compressed. All contents are read in one transaction.
  /// - Throws: `store.conflict` if the run has been removed meanwhile; `store.corrupt` if one of its contents is missing or damaged.
  public func catalog(of run: RunRecord) async throws(StoreError) -> CatalogParts {
    let path = connection.path
    let stored = try await connection.read { database in
      guard let row = try RunRow.row(run.id, in: database), row.generatedAt == run.generatedAt else {
        throw StoreError(.storeConflict, "the run of \(run.generatedAt) is no longer in \(path); try again")
      }
      return try StoredRun(row, requested: run.requested, in: database)
    }
    do { return try stored.catalog(run) } catch { throw connection.failure(error) }
  }
}

/// The contents of a run, not yet unpacked.
/// It is complete when the transaction ends, so contents that are removed later do not matter.
private struct StoredRun: Sendable {
  let campuses: StoredContent
  let reports: StoredContent
  /// The contents of the entry lines in the order of the catalog, with their numbers of lines. Parts of campuses that were not
  /// requested are left out.
  let parts: [(campus: CampusID, content: StoredContent, count: Int)]
  let checked: String
  let hash: ContentID?

  init(_ row: RunRow, requested: RunSelection, in database: Database) throws {
    campuses = try Self.content(row.campuses, in: database)
    reports = try Self.content(row.reports, in: database)
    checked = row.checked
    hash = try ContentHashRow.hash(campuses: row.campuses, parts: row.parts, in: database)
    let list = try PartList(reading: try Self.content(row.parts, in: database).unpacked())
    let wantedCampuses = Set(requested.campuses + requested.feeds.map(\.campus))
    parts = try list.parts.filter { requested.isAll || wantedCampuses.contains($0.campus) }.map { part in
      (part.campus, try Self.content(part.content, in: database), part.count)
    }
  }

  private static func content(_ id: ContentID, in database: Database) throws -> StoredContent {
    guard let content = try StoreQueries.content(id, in: database) else { throw DamagedRow("the content \(id)") }
    return content
  }

  /// Returns the catalog of the run, or the requested part. Only a whole catalog has a content hash.
  func catalog(_ run: RunRecord) throws -> CatalogParts {
    var campuses: [Campus] = []
    for line in try self.campuses.unpacked().split(separator: UInt8(ascii: "\n")) {
      let document = try JSONDocument(parsing: Array(line))
      campuses.append(try Campus(reading: document.root))
    }
    var feeds: [FeedReport] = []
    for line in try reports.unpacked().split(separator: UInt8(ascii: "\n")) {
      let document = try JSONDocument(parsing: Array(line))
      feeds.append(try FeedReport(reading: document.root))
    }
    let times = try CheckTimes.read(checked, from: run.generatedAt)
    guard times.count == feeds.count else { throw DamagedRow("the times of the run \(run.id)") }
    for index in feeds.indices { feeds[index].checkedAt = times[index] }
    guard run.isFiltered else {
      return CatalogParts(
        generatedAt: run.generatedAt, campuses: campuses, feeds: feeds, parts: try parts.map { ($0.campus, try part($0)) },
        contentHash: try isSame(campuses) ? hash?.contentHash : nil)
    }
    let requested = run.requested
    let chosen = feeds.filter { requested.contains($0.id) }
    let chosenCampuses = Set(chosen.map(\.campus))
    return CatalogParts(
      generatedAt: run.generatedAt, campuses: campuses.filter { chosenCampuses.contains($0.id) || requested.campuses.contains($0.id) },
      feeds: chosen,
      parts: try parts.map { stored in
        let hasOtherFeeds = feeds.contains { $0.campus == stored.campus && !requested.contains($0.id) }
        return (stored.campus, hasOtherFeeds ? .lines(LazyEntryLines(try lines(of: requested.feeds, in: stored))) : try part(stored))
      })
  }

  /// Whether this version writes the campuses with the stored bytes, so that the content hash is still right.
  private func isSame(_ campuses: [Campus]) throws -> Bool {
    var writer = JSONWriter(capacity: 1 << 14)
    for campus in campuses {
      campus.write(to: &writer)
      writer.literal("\n")
    }
    return writer.bytes == (try self.campuses.unpacked())
  }

  private func part(_ stored: (campus: CampusID, content: StoredContent, count: Int)) throws -> CatalogParts.Part {
    let content = stored.content
    guard try content.hasValidChecksum() else {
      return .lines(LazyEntryLines(EntryLines(bytes: try content.unpacked(), count: stored.count)))
    }
    return .lines(content.lines(stored.count))
  }

  /// Returns the lines to which at least one of some feeds contributed.
  private func lines(of feeds: [FeedID], in stored: (campus: CampusID, content: StoredContent, count: Int)) throws -> EntryLines {
    var (bytes, count): ([UInt8], Int) = ([], 0)
    for line in try stored.content.unpacked().split(separator: UInt8(ascii: "\n")) {
      let document = try JSONDocument(parsing: Array(line))
      let entry = try Entry(reading: document.root)
      guard entry.sources.contains(where: { feeds.contains($0.feed) }) else { continue }
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
      count += 1
    }
    return EntryLines(bytes: bytes, count: count)
  }
}
