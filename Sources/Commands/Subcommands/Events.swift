import ArgumentParser
import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours

struct Events: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "List current and upcoming events.",
    usage: """
      aggregate events --sample
      aggregate events --all
      aggregate events --from 2026-12-01 --to 2026-12-31
      """,
    discussion: """
      Events have dates, not times: an event is over when its last day has ended, on the clock of its campus or of --at. --from and --to \
      also list events that are over.
      """)

  @Flag(help: "Include events that are over.")
  var all = false

  @Option(help: ArgumentHelp("Only events on this date or later.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Only events on this date or earlier.", valueName: "date"))
  var to: String?

  @OptionGroup var length: LimitOption
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: EntryFormatOption

  func run() async throws {
    var query = EventQuery()
    query.limit = length.limit
    let report = try await open(kinds: [.event])
    query.from = try Self.date(from, "--from", report.session)
    query.to = try Self.date(to, "--to", report.session)
    if let from = query.from, let to = query.to, to < from { throw Failure(.usage, "--to \(to) is before --from \(from)") }
    let entries = report.session.catalog.entries
    let isPastIncluded = all || query.from != nil || query.to != nil
    let answer = query.results(in: entries, notOverBy: isPastIncluded ? nil : report.session.rule)
    let past = isPastIncluded ? 0 : query.results(in: entries).total - answer.total
    let notes = past > 0 ? ["\(past) \(past == 1 ? "event is" : "events are") over; --all lists \(past == 1 ? "it" : "them") too"] : []
    try report.print(
      answer, nothing: { past > 0 ? "no upcoming events" : Self.nothing(entries, report.session.rule.style(of: [])) },
      notes: QueryReport.moreNotes(answer) + notes
    ) { event, document in
      document.add(event.entry)
    } lines: { events in
      Table.lines(of: events, report.session.rule, in: report.session.zone, on: report.terminal)
    }
  }

  /// Returns why no event matches: there are none, or only on other dates.
  private static func nothing(_ entries: [Entry], _ style: RegionalStyle) -> String {
    let events = EventQuery().results(in: entries).items.map(\.event)
    guard let first = events.map(\.startDate).min(), let last = events.map({ max($0.startDate, $0.endDate) }).max() else {
      return "no events, because the selected feeds have none"
    }
    return "no events on these dates; those of the catalog are from \(style.text(first...last))"
  }

  private static func date(_ text: String?, _ option: String, _ session: CatalogSession) throws(Failure) -> LocalDate? {
    guard let text else { return nil }
    let today = session.zone?.local(session.moment).date ?? session.moment.local(offset: 0).date
    guard let day = LocalMoment(text), day.isDay, let date = day.date(today: today) else {
      throw Failure(.usage, "\(option): invalid date \"\(text)\"; write 2026-11-21, tomorrow or friday")
    }
    return date
  }
}
