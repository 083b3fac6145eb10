import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery
import OpeningHours
import SimdJSON
import SnapshotStore

struct Snapshots: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshots", abstract: "List and maintain the results in the store.",
    usage: """
      aggregate snapshots [--feed ID]… [--campus ID]… [--limit N]
      aggregate snapshots show 12
      aggregate snapshots export copy.sqlite
      aggregate snapshots export --snapshot 12 catalog.json
      aggregate snapshots replay --since 7d
      aggregate snapshots prune --keep 90d --dry-run
      aggregate snapshots remove --run 12
      aggregate snapshots verify
      aggregate snapshots reset
      """,
    discussion: "A snapshot is one accepted result of one feed. To see what a whole run wrote, use --as-of with other commands.",
    subcommands: [
      SnapshotList.self, SnapshotShow.self, SnapshotExport.self, SnapshotReplay.self, SnapshotPrune.self, SnapshotRemove.self,
      SnapshotVerify.self, SnapshotReset.self,
    ], defaultSubcommand: SnapshotList.self)
}

/// The options that select snapshots of a store by their feeds, which need not be in the registry.
struct SnapshotFilter: ParsableArguments {
  @Option(
    name: .customLong("feed"), help: ArgumentHelp("Only this feed (repeatable).", valueName: "id"), completion: .custom(Candidates.feeds)
  )
  var feeds: [String] = []

  @Option(
    name: .customLong("campus"), help: ArgumentHelp("Only feeds of this campus (repeatable).", valueName: "id"),
    completion: .custom(Candidates.campuses))
  var campuses: [String] = []

  func validate() throws {
    for id in feeds where FeedID(id) == nil { throw ValidationError("invalid feed id \"\(id)\"; ids look like penn/dining.") }
    for id in campuses where CampusID(id) == nil { throw ValidationError("invalid campus id \"\(id)\"; ids look like penn.") }
  }

  func includes(_ feed: FeedID) -> Bool {
    feeds.isEmpty && campuses.isEmpty || feeds.contains(feed.description) || campuses.contains(feed.campus.description)
  }
}

struct SnapshotList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accepted results of feeds, newest first.",
    usage: "aggregate snapshots [--feed ID]… [--campus ID]… [--limit N] [--format text|json|ndjson|tsv]")

  @OptionGroup var filter: SnapshotFilter
  @OptionGroup var length: LimitOption
  @OptionGroup var output: ListOption
  @OptionGroup var options: StoreOption

  func run() async throws {
    let settings = try Settings.current()
    let store = try options.open(settings)
    let counts = try await store.snapshotCounts().filter { filter.includes($0.key) }
    let total = counts.values.reduce(0, +)
    let shown = try await store.snapshots(of: Array(counts.keys), limit: length.limit)
    guard total > 0 || output.format != .text else { return Console.note("no matching snapshots") }
    let registry = Registry(readable: settings)
    // A zone that all campuses share is named once.
    let zones = Set(shown.map { registry.zone(of: $0.feed)?.name ?? "UTC" })
    let common = zones.count == 1 ? zones.first : nil
    let titles = ["ID", "FEED", "ACCEPTED" + (common.map { " (\($0))" } ?? ""), "BYTES (STORED)", "ENTRIES", "CHANGES"]
    try output.print("campus-snapshots/1", "snapshots", shown, columns: Self.columns, titles: titles) { record in
      [
        "\(record.id)", record.feed.description,
        common == nil
          ? record.acceptedAt.zonedText(in: registry.zone(of: record.feed))
          : record.acceptedAt.zonedTime(in: registry.zone(of: record.feed)), Self.size(record), "\(record.entries)",
        Self.changes(record),
      ]
    } members: {
      Self.write($0, to: &$1)
    }
    if output.format == .text { for note in QueryReport.moreNotes(QueryResults(shown, total: total)) { Console.note(note) } }
  }

  static func size(_ record: SnapshotRecord) -> String { "\(record.bytes) (\(record.storedBytes))" }

  /// Returns "+3 ~1 -2", or "first" if there is nothing to compare it with.
  static func changes(_ record: SnapshotRecord) -> String {
    if record.isFirst, record.added + record.changed + record.gone == 0 { return "first" }
    return "+\(record.added) ~\(record.changed) -\(record.gone)"
  }

  private static let columns = ListColumns(
    "id feed acceptedAt checkedAt bytes storedBytes entries rejected added changed gone sha256 first current stream")

  static func write(_ record: SnapshotRecord, to writer: inout JSONWriter) {
    writer.member("id", record.id)
    writer.member("feed", record.feed.description)
    writer.member("acceptedAt", record.acceptedAt.description)
    writer.member("checkedAt", record.checkedAt.description)
    writer.member("bytes", record.bytes)
    writer.member("storedBytes", record.storedBytes)
    writer.member("entries", record.entries)
    writer.member("rejected", record.result.rejected)
    writer.member("added", record.added)
    writer.member("changed", record.changed)
    writer.member("gone", record.gone)
    writer.member("sha256", record.result.content)
    writer.member("first", record.isFirst)
    writer.member("current", record.isCurrent)
    writer.member("stream", record.isStream)
  }
}
