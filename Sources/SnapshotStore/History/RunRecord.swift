public import Aggregation
import GRDB
public import OpeningHours

/// A stored run. `SnapshotStore.catalog(of:)` returns its output, until the run is removed by `SnapshotStore.prune`.
///
/// Runs that differ only in their times have the same contents.
public struct RunRecord: Sendable, Hashable {
  /// The number of the run, ascending.
  public internal(set) var id: Int
  public let generatedAt: Instant
  /// The campuses and feeds that were selected for the run.
  public let selection: RunSelection
  /// The part of the run that the caller requested; equal to `selection` if that is the whole run.
  public internal(set) var requested: RunSelection
  /// The content of the campus lines.
  let campuses: ContentID
  /// The content of the feed reports, one a line, without the times at which feeds were checked.
  let reports: ContentID
  /// The content that lists the entry lines (`RunPart`).
  let parts: ContentID
  /// The times at which feeds were checked, in the format of `StoredJSON.checkTimes`.
  let checked: String
  /// How long the requested feeds took, in the format of `StoredJSON.durations`; nil if none was requested, and in runs of earlier versions.
  let durations: String?

  /// Whether its catalog is only the requested part of the run's output.
  public var isFiltered: Bool { requested != selection }

  /// Returns whether both runs have the same campuses and entries.
  public func hasSameEntries(as other: RunRecord) -> Bool { campuses == other.campuses && parts == other.parts }

  /// Returns whether both runs have the same output, apart from its times.
  public func hasSameOutput(as other: RunRecord) -> Bool { hasSameEntries(as: other) && reports == other.reports }
}

extension RunRecord: StoredRow {
  static let table = StoredTable("run", ["id", "generated_at", "selection", "campuses", "reports", "parts", "checked", "durations"])

  init(reading row: inout RowReader) throws {
    id = row.integer()
    generatedAt = row.instant()
    let selection = row.text()
    (campuses, reports, parts) = (row.content(), row.content(), row.content())
    checked = row.text()
    durations = row.addedText()
    let what = "the run \(id)"
    try row.verify(what)
    self.selection = try StoredJSON.selection(selection, what)
    requested = self.selection
  }

  var values: [any ColumnValue] {
    [id, generatedAt, StoredJSON.write(selection), campuses, reports, parts, checked, AddedValue(durations)]
  }

  /// The order of all lists of runs: newest first. Runs are ordered by number, because a clock may be wrong.
  static let order = "ORDER BY id DESC"
}

/// The row of the content hash of a catalog, by the contents that the catalog is made of, so that writing the same catalog again needs
/// no hashing.
struct ContentHashRow {
  /// The content of the campus lines.
  let campuses: ContentID
  /// The content that lists the entry lines (`RunPart`).
  let parts: ContentID
  /// The SHA-256 in the catalog's `contentHash`.
  let hash: ContentID

  /// Returns the hash of the catalog of a run; nil if it is not stored, or the row is damaged.
  static func hash(of run: RunRecord, in database: Database) throws -> ContentID? {
    try firstIntact("WHERE campuses = ? AND parts = ?", [run.campuses, run.parts], in: database)?.hash
  }
}

extension ContentHashRow: StoredRow {
  static let table = StoredTable("content_hash", ["campuses", "parts", "hash"], or: .replace)

  init(reading row: inout RowReader) throws {
    self.init(campuses: row.content(), parts: row.content(), hash: row.content())
    try row.verify("the content hash of a catalog")
  }

  var values: [any ColumnValue] { [campuses, parts, hash] }
}
