import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import CatalogExport
import CatalogSession
import Foundation
import OpeningHours
import SnapshotStore

/// The options of an export of the history of a store.
struct HistoryOptions: ParsableArguments {
  @Flag(help: "Write what the store knows about each day of places, instead of a catalog: csv, ndjson or sqlite.")
  var history = false

  @Option(
    name: .customLong("feed"), help: ArgumentHelp("With --history: only this feed (repeatable).", valueName: "id"),
    completion: .custom(Candidates.feeds))
  var feeds: [String] = []
}

extension Export {
  /// Writes the history of the store.
  func writeHistory() async throws {
    let settings = try Settings.current()
    let tableFormat: HistoryTable.LineFormat? =
      switch format {
      case .csv: .csv
      case .ndjson: .ndjson
      case .sqlite: nil
      default: throw Failure(.usage, "--history is written with --format csv, ndjson or sqlite")
      }
    guard at == nil, !options.isFiltering, options.table == nil, !options.excel, !usual, options.clock == nil, options.language == nil
    else {
      throw Failure(.usage, "--history takes only --since, --campus and --feed; select rows in the output")
    }
    let feeds = try Set(history.feeds.map { try Self.parsed($0, "feed", such: "penn/dining", FeedID.init) })
    let names = campuses.flatMap { $0.split(separator: ",").map(String.init) }
    let campuses = try Set(names.map { try Self.parsed($0, "campus", such: "penn", CampusID.init) })
    let stores = StoreGuard(settings, store: store.store)
    let opened = try store.open(settings)
    defer { opened.close() }
    let known = try await opened.readCampuses().map(\.id)
    for id in campuses.union(feeds.map(\.campus)).sorted() where !known.contains(id) {
      throw Failure(PlanError(kind: "campus", id: id.description, known: known.map(\.description).sorted()))
    }
    for feed in feeds.sorted() where try await opened.snapshots(of: [feed], limit: 1).isEmpty {
      throw Failure(.usage, "\(opened.path) has no results of the feed \(feed); `aggregate runs` lists the feeds")
    }
    var since: Instant?
    if let text = options.since { since = try await opened.moment(since: text, now: settings.environment.now) }
    let rows: (@escaping (HistoryTable, [TableCell]) throws -> Void) throws -> Void = { body in
      do {
        try opened.forEachHistoryRow(
          since: since,
          of: { feeds.isEmpty && campuses.isEmpty || feeds.contains($0) || campuses.contains($0.campus) },
          { try $0.forEachRow(body) })
      } catch let error as StoreError {
        throw Failure(error, at: opened.path)
      }
    }
    guard let tableFormat else { return try Self.writeDatabase(to: output ?? "-", stores, rows) }
    try Self.writeLines(tableFormat, to: output ?? "-", stores, rows)
  }

  private static func parsed<ID>(_ text: String, _ kind: String, such example: String, _ parse: (String) -> ID?) throws(Failure) -> ID {
    guard let id = parse(text) else { throw Failure(.usage, "invalid \(kind) id \"\(text)\"; ids look like \(example)") }
    return id
  }

  private static func writeDatabase(
    to path: String, _ stores: StoreGuard, _ rows: (@escaping (HistoryTable, [TableCell]) throws -> Void) throws -> Void
  ) throws {
    var output = try OutputFile(path, stores)
    do {
      try output.fill { try HistoryDatabase.write(intoEmpty: $0, rows) }
    } catch let error as CatalogDatabaseError {
      throw Failure(
        .local, "the database cannot be written: \(error.message) (export.io); choose another place, or set TMPDIR to a larger folder",
        isOutputFailure: true)
    }
    try output.finish()
  }

  /// Writes all tables into a folder, or the hours to stdout.
  private static func writeLines(
    _ format: HistoryTable.LineFormat, to path: String, _ stores: StoreGuard,
    _ rows: (@escaping (HistoryTable, [TableCell]) throws -> Void) throws -> Void
  ) throws {
    let tables = path == "-" ? [.hours] : HistoryTable.allCases
    var files: [HistoryTable: TableFile] = [:]
    if path != "-" { try makeFolder(path) }
    for table in tables { files[table] = try TableFile(table, format) }
    try rows { [files] table, cells in try files[table]?.add(cells) }
    for table in tables {
      guard let file = files[table]?.file else { continue }
      if path == "-" { return try file.print() }
      var output = try OutputFile("\(path)/\(table.rawValue).\(format.fileExtension)", stores)
      try file.forEachPiece { (bytes) throws(Failure) in try output.write(bytes) }
      try output.finish()
    }
  }

  /// Creates a folder, unless it exists.
  private static func makeFolder(_ path: String) throws(Failure) {
    do throws(SystemCallError) { try DurableFolder.create(path) } catch {
      let isFile = FileManager.default.fileExists(atPath: path)
      throw Failure(
        .local, isFile ? "\(path) is a file (export.io); name a folder for the tables" : "\(path) cannot be created (export.io)",
        isOutputFailure: true)
    }
  }
}

/// The lines of a table, in a temporary file.
private final class TableFile {
  let file = TemporaryFile(mostInMemory: 1 << 20)
  private let writer: HistoryTable.LineWriter

  init(_ table: HistoryTable, _ format: HistoryTable.LineFormat) throws(Failure) {
    writer = HistoryTable.LineWriter(table, format)
    try writer.begin.span.withUnsafeBytes { (bytes) throws(Failure) in try file.append(bytes) }
  }

  func add(_ cells: [TableCell]) throws(Failure) {
    try writer.line(cells).span.withUnsafeBytes { (bytes) throws(Failure) in try file.append(bytes) }
  }
}

extension HistoryTable.LineFormat {
  fileprivate var fileExtension: String { self == .csv ? "csv" : "ndjson" }
}
