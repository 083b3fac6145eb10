package import CampusCatalog
import SimdJSON

/// A table of the history of a store. Raw values are the names of the tables and of their files.
package enum HistoryTable: String, Sendable, CaseIterable {
  case hours, versions, runs

  package typealias Column = TableColumn

  /// The content of the table, as a sentence.
  package var about: String {
    switch self {
    case .hours: "The hours of places on service days: a row for each opening, and one for a closed or unknown day."
    case .versions: "The names, categories and positions of places."
    case .runs: "What each feed delivered in each run."
    }
  }

  package var columns: [Column] {
    switch self {
    case .hours:
      Self.key + [
        Column("day", "the service day", isRequired: true), Column("opens", "local date and time"),
        Column("closes", "local date and time, which may be on the next date"), Column("label", "the service, such as Lunch"),
        Column("state", "what is known of the day", .choice(["open", "closed", "unknown"]), isRequired: true),
        Column("in_effect", "whether the feed stated nothing else before the day ended", .boolean, isRequired: true),
      ] + Self.seen + [
        Column("opens_at", "opens as an instant (RFC 3339)"), Column("closes_at", "closes as an instant (RFC 3339)"),
        Column("time_zone", "the zone of the local times (IANA)", isRequired: true),
      ]
    case .versions:
      Self.key + [
        Column("name", "the name"), Column("category", "the kind of place", .choice(Category.allCases.map(\.rawValue))),
        Column("latitude", "degrees north, WGS 84", .real), Column("longitude", "degrees east, WGS 84", .real),
      ] + Self.seen
    case .runs:
      [
        Column("run", "the number of the run", .integer, isRequired: true),
        Column("at", "the time of the run (RFC 3339)", isRequired: true),
        Column("feed", "campus/feed", isRequired: true),
        Column("outcome", "the result of reading it", .choice(FeedReport.Outcome.allCases.map(\.rawValue)), isRequired: true),
        Column("reason", "why it is stale, absent or disabled, or was not read, as a code"),
        Column("fetched_at", "when its reply was received (RFC 3339)"),
        Column("checked_at", "when it was last known to be current (RFC 3339)"),
        Column("duration", "how long it took to read it, in seconds; none if nothing was requested", .real),
        Column("attempts", "how many times it was requested", .integer), Column("bytes", "the size of its replies", .integer),
        Column("entries", "how many entries it had", .integer, isRequired: true),
        Column("rejected", "how many of its records could not be read", .integer, isRequired: true),
        Column("added", "how many entries its new result added; none if it brought no new result", .integer),
        Column("changed", "how many entries its new result changed", .integer),
        Column("gone", "how many entries its new result removed", .integer),
      ]
    }
  }

  private static let key = [
    Column("id", "the id of the feed's record, campus/feed/record", isRequired: true),
    Column("campus", "the id of the campus", isRequired: true),
  ]

  private static let seen = [
    Column("seen_first", "when the feed was first seen to state this (RFC 3339)", isRequired: true),
    Column("seen_last", "when the feed was last seen to state this, for a day before it ended (RFC 3339)", isRequired: true),
    Column("feed", "campus/feed", isRequired: true), Column("run", "the number of the run that first stated this", .integer),
  ]

  // MARK: - Lines

  /// The format of a table as lines.
  package enum LineFormat: Sendable {
    case csv, ndjson
  }

  /// Writes the lines of a table.
  package struct LineWriter: Sendable {
    private let format: LineFormat
    private let names: [String]

    package init(_ table: HistoryTable, _ format: LineFormat) {
      self.format = format
      names = table.columns.map(\.name)
    }

    /// The bytes before the rows.
    package var begin: [UInt8] { format == .csv ? Array(CSVText.row(names).utf8) : [] }

    /// Returns a row as a line, with its end. JSON has only the cells that have values.
    package func line(_ cells: [TableCell]) -> [UInt8] {
      if format == .csv { return Array(CSVText.row(of: cells).utf8) }
      var writer = JSONWriter(capacity: 512)
      writer.beginObject()
      for (name, cell) in zip(names, cells) where cell != .empty {
        writer.key(name)
        switch cell {
        case .text(let text): writer.string(text)
        case .integer(let number): writer.integer(number)
        case .real(let number): writer.number(number)
        case .boolean(let flag): writer.bool(flag)
        case .decimal(let number): writer.string(number)
        case .empty: break
        }
      }
      writer.endObject()
      writer.literal("\n")
      return writer.bytes
    }
  }
}
