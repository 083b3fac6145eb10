import ArgumentParser

struct Events: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "List events by the day they start.",
    usage: """
      aggregate events --from 2026-12-01 --to 2026-12-31
      aggregate events --sample
      """,
    discussion: "An event is listed when at least one of its days is in the range. Events have dates, not times.")

  @Option(help: ArgumentHelp("The first day.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The last day (inclusive).", valueName: "date"))
  var to: String?

  @OptionGroup var length: LimitOption
  @OptionGroup var options: QueryOptions

  func run() async throws {
    var query = EventQuery()
    query.from = try Self.date(from, "--from")
    query.to = try Self.date(to, "--to")
    query.limit = length.limit
    if let from = query.from, let to = query.to, to < from { throw Failure(.usage, "--to \(to) is before --from \(from)") }
    let report = try await options.open()
    let answer = query.results(in: try await report.session.catalog.entries)
    try report.print(answer, nothing: "No matching events.") { event, document in
      document.add(event.entry)
    } lines: { events in
      Table.lines(of: events, at: report.session.moment, in: report.session.zone, on: report.terminal)
    }
  }

  private static func date(_ text: String?, _ option: String) throws(Failure) -> LocalDate? {
    guard let text else { return nil }
    guard let date = LocalDate(text) else { throw Failure(.usage, "\(option): invalid date \"\(text)\"; write it as 2026-11-21") }
    return date
  }
}
