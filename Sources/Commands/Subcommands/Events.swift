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
      aggregate events --now
      aggregate events --tonight --campus penn
      aggregate events --weekend
      aggregate events --from 2026-12-01 --to 2026-12-31
      """,
    discussion: """
      Events are listed by their current or next occurrence. An event without times lasts all day, and is over when its last day has ended, on \
      the clock of its campus or of --at. --from and --to also list events that are over.
      """)

  @Flag(help: "Include events that are over.")
  var all = false

  @Flag(help: "Only events that take place now, or at the time of --at.")
  var now = false

  @Flag(help: "Only events tonight, from 18:00 to 02:00; before 02:00, in the night that began yesterday.")
  var tonight = false

  @Flag(help: "Only events on this Saturday or Sunday.")
  var weekend = false

  @Option(help: ArgumentHelp("Only events on this date or later.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Only events on this date or earlier.", valueName: "date"))
  var to: String?

  @OptionGroup var length: LimitOption
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: ListOption

  func validate() throws {
    let times = [("--now", now), ("--tonight", tonight), ("--weekend", weekend)].filter(\.1).map(\.0)
    let others = [("--all", all), ("--from", from != nil), ("--to", to != nil)].filter(\.1).map(\.0)
    if let first = times.first, let second = (times.dropFirst() + others).first {
      throw ValidationError("\(first) and \(second) cannot be used together.")
    }
  }

  func run() async throws {
    var query = EventQuery()
    query.limit = length.limit
    query.time = now ? .now : tonight ? .tonight : weekend ? .weekend : nil
    query.includesPast = all
    let report = try await open(kinds: [.event])
    query.from = try Self.date(from, "--from", report.session)
    query.to = try Self.date(to, "--to", report.session)
    if let from = query.from, let to = query.to, to < from { throw Failure(.usage, "--to \(to) is before --from \(from)") }
    let entries = report.session.catalog.entries
    let answer = query.results(in: entries, by: report.session.rule)
    let isPastIncluded = all || query.from != nil || query.to != nil || query.time != nil
    let past = isPastIncluded ? 0 : entries.count { $0.event != nil } - answer.total
    let notes = past > 0 ? ["\(past) \(past == 1 ? "event is" : "events are") over; --all lists \(past == 1 ? "it" : "them") too"] : []
    try report.print(
      answer, columns: .events, nothing: { past > 0 ? "no upcoming events" : nothing(entries, report.session.rule.style(of: [])) },
      notes: QueryReport.moreNotes(answer) + notes
    ) { event, document in
      document.add(event)
    } lines: { events in
      Table.lines(of: events, report.session.rule, in: report.session.zone, on: report.terminal)
    }
  }

  /// Returns why no event matches: there are none, or only at other times.
  private func nothing(_ entries: [Entry], _ style: RegionalStyle) -> String {
    let events = entries.compactMap(\.event)
    guard let first = events.map(\.startDate).min(), let last = events.map({ max($0.startDate, $0.endDate) }).max() else {
      return "no events, because the selected feeds have none"
    }
    let known = last == .last ? "from \(style.text(first...first)) on" : "from \(style.text(first...last))"
    let time = now ? "at this time" : tonight ? "tonight" : weekend ? "this weekend" : "on these dates"
    return "no events \(time); those of the catalog are \(known)"
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
