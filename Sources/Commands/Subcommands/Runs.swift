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
      aggregate runs --since 1mo --format csv
      """,
    discussion: "One line for each run and feed, newest runs first. CHANGES are entries that the feed added, changed and removed.")

  @Option(help: ArgumentHelp("Only runs since then: a time, or an age such as 7d or 1mo.", valueName: "time"))
  var since: String?

  @OptionGroup var filter: SnapshotFilter
  @OptionGroup var length: LimitOption
  @OptionGroup var output: OutputOptions<RowFormat>
  @OptionGroup var options: StoreOption

  func run() async throws {
    let settings = try Settings.current()
    let store = try options.open(settings)
    let zones = since == nil ? [] : try await store.zones()
    let first = try since.map { (text) throws(Failure) in
      try PointInTime.moment(text, of: "--since", "a time, or an age such as 7d", zones: zones, now: settings.environment.now)
    }
    let all = try await store.polls(since: first).filter { filter.includes($0.report.id) }
    let polls = Array(all.prefix(length.limit ?? .max))
    switch output.format {
    case .json: try Console.write(JSONWriter.list("campus-runs/1", "runs", polls, Self.write))
    case .csv: try Console.write(([Self.columns] + polls.map(Self.cells)).map(CSVText.row).joined())
    case .text:
      guard !all.isEmpty else { return Console.note("no matching runs") }
      let registry = Registry(readable: settings)
      let rows = polls.map { poll in
        [
          "\(poll.run)", poll.at.zonedText(in: registry.zone(of: poll.report.id)), poll.report.id.description, poll.report.outcome.rawValue,
          poll.report.reason?.description ?? "", poll.report.attempts.map(String.init) ?? "", poll.report.bytes.map(String.init) ?? "",
          "\(poll.report.entries)", "\(poll.report.rejected)", poll.changes.map { "+\($0.added) ~\($0.changed) -\($0.gone)" } ?? "",
        ]
      }
      let titles = ["RUN", "TIME", "FEED", "OUTCOME", "REASON", "ATTEMPTS", "BYTES", "ENTRIES", "REJECTED", "CHANGES"]
      let terminal = Terminal.current(settings.environment.variables)
      try Console.write(Table.wrapped(titles, rows, on: terminal).map { $0 + "\n" }.joined())
      if polls.count < all.count { Console.note("\(all.count - polls.count) more; --limit shows them") }
    }
  }

  private static let columns = [
    "run", "at", "feed", "outcome", "reason", "fetched_at", "checked_at", "attempts", "bytes", "entries", "rejected", "added", "changed",
    "gone",
  ]

  private static func cells(_ poll: FeedPoll) -> [String] {
    let report = poll.report
    func number(_ value: Int?) -> String { value.map(String.init) ?? "" }
    return [
      "\(poll.run)", "\(poll.at)", "\(report.id)", report.outcome.rawValue, report.reason?.description ?? "",
      report.fetchedAt?.description ?? "", report.checkedAt?.description ?? "", number(report.attempts), number(report.bytes),
      "\(report.entries)", "\(report.rejected)", number(poll.changes?.added), number(poll.changes?.changed), number(poll.changes?.gone),
    ]
  }

  private static func write(_ poll: FeedPoll, to writer: inout JSONWriter) {
    let report = poll.report
    writer.member("run", poll.run)
    writer.member("at", poll.at.description)
    writer.member("feed", report.id.description)
    writer.member("outcome", report.outcome.rawValue)
    writer.member("reason", report.reason?.description)
    writer.member("fetchedAt", report.fetchedAt?.description)
    writer.member("checkedAt", report.checkedAt?.description)
    writer.member("attempts", report.attempts)
    writer.member("bytes", report.bytes)
    writer.member("entries", report.entries)
    writer.member("rejected", report.rejected)
    writer.member("added", poll.changes?.added)
    writer.member("changed", poll.changes?.changed)
    writer.member("gone", poll.changes?.gone)
  }
}

/// The format of a list of rows: text for people, one JSON document, or comma-separated values.
enum RowFormat: String, OutputFormat {
  case text, json, csv
  static let names = "text, json or csv"
}
