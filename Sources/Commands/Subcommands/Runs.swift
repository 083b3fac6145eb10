import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogExport
import CatalogSession
import OpeningHours
import SimdJSON
import SnapshotStore

struct Runs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "List the runs in the store: what each feed delivered.",
    usage: """
      aggregate runs --since 30d
      aggregate runs --feed penn/dining --limit 20
      aggregate runs --since 1mo --csv
      """,
    discussion: """
      One line for each run and feed, newest runs first. DURATION is how long it took to read a feed that was requested, with all waits. CHANGES are \
      entries that the feed added, changed and removed.
      """)

  @Option(help: ArgumentHelp("Only runs since then: a time, or an age such as 7d or 1mo.", valueName: "time"))
  var since: String?

  @OptionGroup var filter: SnapshotFilter
  @OptionGroup var length: LimitOption
  @Flag(help: "Same as --format csv.")
  var csv = false

  @OptionGroup var output: ListOptions<RowFormat>
  @OptionGroup var options: StoreOption

  func validate() throws {
    if csv, output.json { throw ValidationError("--json and --csv cannot be used together.") }
    if csv, let chosen = output.chosen, chosen != .csv {
      throw ValidationError("--csv and --format \(chosen.rawValue) cannot be used together.")
    }
    if output.format == .csv, output.fields != nil { throw ValidationError("--fields needs --format json, ndjson or tsv.") }
  }

  func run() async throws {
    let settings = try Settings.current()
    let store = try options.open(settings)
    var first: Instant?
    if let since { first = try await store.moment(since: since, now: settings.environment.now) }
    let all = try await store.polls(since: first).filter { filter.includes($0.report.id) }
    let polls = Array(all.prefix(length.limit ?? .max))
    switch csv ? .csv : output.format {
    case .json, .ndjson, .tsv: try output.printData("campus-runs/1", "runs", polls, columns: Self.columns, members: Self.write)
    case .csv: try Console.write(CSVText.row(HistoryTable.runs.columns.map(\.name)) + polls.map { CSVText.row(of: $0.cells) }.joined())
    case .text:
      guard !all.isEmpty else { return Console.note("no matching runs") }
      let registry = Registry(readable: settings)
      let rows = polls.map { Self.row($0, in: registry.zone(of: $0.report.id)) }
      let titles = ["RUN", "TIME", "FEED", "OUTCOME", "REASON", "DURATION", "ATTEMPTS", "BYTES", "ENTRIES", "REJECTED", "CHANGES"]
      let terminal = Terminal.current(settings.environment.variables)
      try Console.write(Table.wrapped(titles, rows, on: terminal).map { $0 + "\n" }.joined())
      if polls.count < all.count { Console.note("\(all.count - polls.count) more; --limit shows them") }
    }
  }

  /// Returns the texts of a row for people.
  private static func row(_ poll: FeedPoll, in zone: Zone?) -> [String] {
    let report = poll.report
    let duration = poll.seconds.map { "\($0) s" }
    let changes = poll.changes.map { "+\($0.added) ~\($0.changed) -\($0.gone)" }
    return [
      "\(poll.run)", poll.at.zonedText(in: zone), report.id.description, report.outcome.rawValue, report.reason?.description ?? "",
      duration ?? "", number(report.attempts), number(report.bytes), "\(report.entries)", "\(report.rejected)", changes ?? "",
    ]
  }

  private static func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "" }

  private static let columns = ListColumns(
    "run at feed outcome reason fetchedAt checkedAt duration attempts bytes entries rejected added changed gone")

  private static func write(_ poll: FeedPoll, to writer: inout JSONWriter) {
    let report = poll.report
    writer.member("run", poll.run)
    writer.member("at", poll.at.description)
    writer.member("feed", report.id.description)
    writer.member("outcome", report.outcome.rawValue)
    writer.member("reason", report.reason?.description)
    writer.member("fetchedAt", report.fetchedAt?.description)
    writer.member("checkedAt", report.checkedAt?.description)
    if let seconds = poll.seconds {
      writer.key("duration")
      writer.number(seconds)
    }
    writer.member("attempts", report.attempts)
    writer.member("bytes", report.bytes)
    writer.member("entries", report.entries)
    writer.member("rejected", report.rejected)
    writer.member("added", poll.changes?.added)
    writer.member("changed", poll.changes?.changed)
    writer.member("gone", poll.changes?.gone)
  }
}
