import CampusCatalog
import CatalogQuery
import OpeningHours

/// The tables that describe the database, and tables that entries refer to.
enum HeaderTables {
  private typealias Cell = ExportTable.Cell
  private typealias Column = ExportTable.Column

  static let all = [about, examples, campuses, feeds]

  // MARK: - The database itself

  private static let about = DatabaseTable(
    "about", "What this database is, and how to read it.",
    [Column("key", "the subject", isRequired: true), Column("value", "what there is to know", isRequired: true)],
    constraints: ["PRIMARY KEY (key)"])

  private static let examples = DatabaseTable(
    "examples", "Queries to begin with.",
    [
      Column("name", "a short name", isRequired: true), Column("about", "what it answers", isRequired: true),
      Column("sql", "the query", isRequired: true),
    ], constraints: ["PRIMARY KEY (name)"])

  private static func about(_ header: ExportHeader) -> [[Cell]] {
    [
      ("schema", CatalogDatabase.schema),
      ("generated_at", header.generatedAt.description),
      ("moment", header.rule.instant.description),
      ("contents", header.filter.text),
      ("sources", "The table feeds has the address, the terms of use and the time of each feed, missing_feeds those without entries here."),
      ("null", "NULL means that the feed does not say. No text is empty."),
      ("unknown", "A day whose hours.state is 'unknown' may be open: do not show it as closed. places.hours is 'unknown' if all days are."),
      ("dishes", "Dishes are as stated by the kitchen. One whose allergens_stated is 0 is not free of anything but its covered_allergens."),
      ("times", "Hours are local times in time_zone, and a night belongs to the day it began. All other times are RFC 3339."),
      ("order", "The numbers of entries follow the bytes of their ids."),
      ("examples", "The table examples has queries to begin with."),
    ].map { [.text($0), .text($1)] }
  }

  // MARK: - Campuses and feeds

  private static let campuses = DatabaseTable(
    "campuses", "The campuses of the catalog.",
    [
      Column("id", "a short name", isRequired: true), Column("name", "the name"), Column("time_zone", "the zone of its clocks (IANA)"),
      Column("country", "the country (ISO 3166-1)"), Column("latitude", "degrees north, WGS 84", .real),
      Column("longitude", "degrees east, WGS 84", .real),
      Column("local_date", "the date there at the moment of the export; that in UTC if it has no zone", isRequired: true),
    ], constraints: ["PRIMARY KEY (id)"])

  private static let feeds = DatabaseTable(
    "feeds", "Where the entries come from. A feed without an outcome is missing from the list in the catalog.",
    [
      Column("id", "campus/feed", isRequired: true), Column("campus", "the id of the campus", isRequired: true),
      Column("adapter", "what read it"), Column("url", "its address"), Column("license", "its terms of use, if they are known"),
      Column("outcome", "the result of reading it", .choice(FeedReport.Outcome.allCases.map(\.rawValue))),
      Column("reason", "why it is stale, absent or disabled, as a code"),
      Column("missing", "whether its entries are missing here: it is absent or disabled", .boolean, isRequired: true),
      Column("fetched_at", "when it was received (RFC 3339)"),
      Column("checked_at", "when it was last known to be current (RFC 3339)"), Column("time_zone", "the zone of the campus (IANA)"),
      Column("entries", "how many entries it has", .integer), Column("rejected", "how many of its records could not be read", .integer),
      Column("via", "the addresses of the catalogs through which it came, nearest first, with spaces between them"),
    ], constraints: ["PRIMARY KEY (id)", "FOREIGN KEY (campus) REFERENCES campuses (id)"])

  private static func row(_ campus: Campus, _ header: ExportHeader) -> [Cell] {
    let instant = header.rule.instants[campus.id] ?? header.rule.instant
    return [
      .text("\(campus.id)"), .text(campus.name), Cell(campus.timeZone?.name), Cell(campus.country), Cell(campus.location?.latitude),
      Cell(campus.location?.longitude), .text((campus.timeZone?.local(instant).date ?? header.rule.date).description),
    ]
  }

  private static func row(_ feed: FeedReport, _ header: ExportHeader) -> [Cell] {
    [
      .text("\(feed.id)"), .text("\(feed.campus)"), .text("\(feed.adapter)"), Cell(feed.url), Cell(feed.license),
      .text(feed.outcome.rawValue), Cell(feed.reason?.description), .boolean(feed.isMissing), Cell(feed.fetchedAt?.description),
      Cell(feed.checkedAt?.description), Cell(header.campus(feed.campus)?.timeZone?.name), .integer(feed.entries), .integer(feed.rejected),
      feed.via.isEmpty ? .empty : .text(feed.via.joined(separator: " ")),
    ]
  }

  // MARK: - All rows

  /// Returns the rows of each table of `all`.
  ///
  /// - Parameters:
  ///   - campusIDs: the campuses of the entries. The header may lack some.
  ///   - feedIDs: the feeds of the entries. The header may lack some.
  static func rows(_ header: ExportHeader, _ campusIDs: Set<CampusID>, _ feedIDs: Set<FeedID>) -> [[[ExportTable.Cell]]] {
    let otherFeeds = feedIDs.subtracting(header.feeds.map(\.id))
    let otherCampuses = campusIDs.union(otherFeeds.map(\.campus)).subtracting(header.campuses.map(\.id))
    return [
      about(header), ExampleQuery.all.map { [.text($0.name), .text($0.about), .text($0.sql)] },
      header.campuses.map { row($0, header) }
        + otherCampuses.sorted().map { [.text("\($0)")] + empty(5) + [.text(header.rule.date.description)] },
      header.feeds.map { row($0, header) }
        + otherFeeds.sorted().map { [.text("\($0)"), .text("\($0.campus)")] + empty(5) + [.boolean(false)] + empty(6) },
    ]
  }

  private static func empty(_ count: Int) -> [Cell] { Array(repeating: .empty, count: count) }
}

extension ExportFilter {
  /// The part of the catalog, as a sentence.
  fileprivate var text: String {
    var parts: [String] = []
    func add(_ name: String, _ values: [String]) { if !values.isEmpty { parts.append("\(name): \(values.joined(separator: ", "))") } }
    add("of these campuses", campuses.sorted().map(\.description))
    add("of these kinds", Entry.Kind.allCases.filter(kinds.contains).map(\.rawValue))
    add("of these categories", Category.allCases.filter(categories.contains).map(\.rawValue))
    if leavesOutPast { parts.append("without events and alerts that were over at the moment") }
    return parts.isEmpty ? "All entries of the catalog." : "Entries \(parts.joined(separator: "; "))."
  }
}
