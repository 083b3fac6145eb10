import Aggregation
import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import SnapshotStore

/// Prints the answers to queries on an open catalog.
struct QueryReport {
  let options: CatalogOptions
  let output: ListChoice
  let settings: Settings
  let session: CatalogSession
  /// The exit status; degraded if a feed is stale or absent.
  let status: ExitStatus

  var format: ListFormat { output.format }

  var terminal: Terminal { Terminal.current(settings.environment.variables) }

  /// Returns an empty list of entries: a JSON document with the moment that the query is about, newline-delimited JSON, or tab-separated
  /// values.
  ///
  /// - Parameter columns: the columns of tab-separated values, unless others are chosen.
  func document(total: Int, columns: ListFields = .entries) -> EntryListWriter {
    switch format {
    case .tsv: return EntryListWriter(columns: output.fields ?? columns)
    case .ndjson: return EntryListWriter(fields: output.fields)
    case .json, .text: return EntryListWriter(at: session.moment, in: session.zone, total: total, fields: output.fields)
    }
  }

  /// Adds an entry with the information that depends on the moment: the status of a place, the phase of an alert.
  func add(_ entry: Entry, to document: inout EntryListWriter) {
    switch entry.details {
    case .place: document.add(session.rule.listing(entry))
    case .alert(let alert): document.add(AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: session.moment)))
    case .event(let event): document.add(EventListing(entry, event, by: session.rule))
    case .quote, .menu: document.add(entry)
    }
  }

  /// Prints results and ends the command.
  ///
  /// - Parameters:
  ///   - nothing: the reason why there are no results, with advice.
  ///   - notes: messages about the results. JSON has `total` instead.
  ///   - columns: the columns of tab-separated values, unless others are chosen.
  func print<Item>(
    _ results: QueryResults<Item>, columns: ListFields, nothing: () -> String, notes: [String]? = nil,
    add: (Item, inout EntryListWriter) -> Void, lines: ([Item]) -> [String]
  ) throws {
    if format != .text {
      var document = document(total: results.total, columns: columns)
      for item in results.items {
        add(item, &document)
        try document.flush(Console.write)
      }
      try Console.write(document.finish())
    } else if !results.items.isEmpty {
      try print(lines(results.items))
    }
    if format != .json {
      if results.total == 0 { Console.note(nothing()) }
      for note in notes ?? Self.moreNotes(results) { Console.note(note) }
    }
    try end()
  }

  /// Returns how many results are not shown, and how to see them; nothing if all are.
  ///
  /// - Parameter scope: a limit other than the number of results, such as " within 5 km".
  static func moreNotes<Item>(_ results: QueryResults<Item>, _ scope: String = "") -> [String] {
    let (shown, total) = (results.items.count, results.total)
    if shown >= total { return [] }
    let next = max(20, 2 * shown)
    return ["\(total - shown) more\(scope); --limit \(next < total ? "\(next) shows more" : "\(total) shows all")"]
  }

  func print(_ lines: [String]) throws(Failure) { try Console.write((lines + [""]).joined(separator: "\n")) }

  /// Returns entries of any kind as text: places as a table, then the others.
  func lines(of places: [PlaceListing], others: [Entry]) -> [String] {
    (places.isEmpty ? [] : Table.lines(of: places, on: terminal))
      + others.map { PlainText.visible("\($0.name ?? $0.id.description)  \($0.kind.rawValue)  \($0.id)", isOneLine: true) }
  }

  /// Returns the zones of the campuses of a list; nil if all clocks show the same time.
  func clockNote(_ places: [PlaceListing]) -> String? {
    if session.zone != nil { return nil }
    return ClockNote.text(places.lazy.map { ($0.entry.campus, $0.zone) }, at: session.moment)
  }

  /// Ends a command whose answer has been printed.
  func end() throws(Failure) {
    if status != .delivered { throw Failure(status) }
  }
}

extension QueryReport {
  /// Returns the favorites; nil if there is no store yet.
  func favorites() async throws(Failure) -> [Favorite]? {
    let path = try options.storePath(settings)
    var store = session.store
    if store == nil { store = try StoreOption.openIfPresent(path) }
    do throws(StoreError) { return try await store?.favorites() } catch { throw Failure(error, at: path) }
  }

  /// Adds or removes favorites. Creates the store if there is none.
  func changeFavorites(_ change: (SnapshotStore) async throws(StoreError) -> Void) async throws(Failure) {
    let path: String
    do throws(Failure) { path = try options.storePath(settings) } catch { throw Failure(.usage, error.message ?? "there is no store") }
    do throws(StoreError) { try await SnapshotStore.using(path: path, change) } catch { throw Failure(error, at: path) }
  }
}
