public import CampusCatalog
public import FeedKit
import GRDB
import SimdJSON
public import StoreInterface

extension SnapshotStore {
  /// What a run wrote: its campuses, reports and entry lines as they were kept, nothing of it made anew. Of a record that is filtered,
  /// the campuses, reports and entries that are wanted.
  public func catalog(of run: RunRecord) async throws(StoreError) -> CatalogParts {
    let path = connection.path
    let kept = try await connection.read { database in
      guard let row = try RunRow.row(run.id, in: database), row.generatedAt == run.generatedAt else {
        throw StoreError(.storeConflict, "the run of \(run.generatedAt) is not in \(path) any more; ask again")
      }
      return try KeptRun(row, wanted: run.wanted, in: database)
    }
    do { return try kept.catalog(run) } catch { throw connection.failure(error) }
  }
}

/// The contents of a run, as they were read, not yet unpacked.
private struct KeptRun: Sendable {
  let campuses: Content
  let reports: Content
  let parts: [(campus: CampusID, content: Content, count: Int)]
  let checked: String
  let hash: ContentID?

  init(_ row: RunRow, wanted: RunSelection, in database: Database) throws {
    campuses = try Self.content(row.campuses, in: database)
    reports = try Self.content(row.reports, in: database)
    checked = row.checked
    hash = try ContentHashRow.hash(campuses: row.campuses, parts: row.parts, in: database)
    let list = try PartList(reading: try Self.content(row.parts, in: database).unpacked())
    let wantedCampuses = Set(wanted.campuses + wanted.feeds.map(\.campus))
    parts = try list.parts.filter { wanted.isAll || wantedCampuses.contains($0.campus) }.map { part in
      (part.campus, try Self.content(part.content, in: database), part.count)
    }
  }

  private static func content(_ id: ContentID, in database: Database) throws -> Content {
    guard let content = try Reading.content(id, in: database) else { throw DamagedRow("the content \(id)") }
    return content
  }

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
    let wanted = run.wanted
    let chosen = feeds.filter { wanted.contains($0.id) }
    let chosenCampuses = Set(chosen.map(\.campus))
    return CatalogParts(
      generatedAt: run.generatedAt, campuses: campuses.filter { chosenCampuses.contains($0.id) || wanted.campuses.contains($0.id) },
      feeds: chosen,
      parts: try parts.map { kept in
        let others = feeds.contains { $0.campus == kept.campus && !wanted.contains($0.id) }
        return (kept.campus, others ? .lines(try lines(of: wanted.feeds, in: kept)) : try part(kept))
      })
  }

  /// Whether the campuses would be written as they were then.
  private func isSame(_ campuses: [Campus]) throws -> Bool {
    var writer = JSONWriter(capacity: 1 << 14)
    for campus in campuses {
      campus.write(to: &writer)
      writer.literal("\n")
    }
    return writer.bytes == (try self.campuses.unpacked())
  }

  private func part(_ kept: (campus: CampusID, content: Content, count: Int)) throws -> CatalogParts.Part {
    let content = kept.content
    guard try content.isSealed() else { return .lines(EntryLines(bytes: try content.unpacked(), count: kept.count)) }
    return .lazyLines(LazyEntryLines(count: kept.count, size: content.size) { try content.unpack(into: $0) })
  }

  /// The lines of a campus that some of its feeds had a part in.
  private func lines(of feeds: [FeedID], in kept: (campus: CampusID, content: Content, count: Int)) throws -> EntryLines {
    var (bytes, count): ([UInt8], Int) = ([], 0)
    for line in try kept.content.unpacked().split(separator: UInt8(ascii: "\n")) {
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
