import ArgumentParser
import CatalogQuery
import OpeningHours

/// What is open.
struct Open: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "List the places that are open, and until when.",
    usage: """
      aggregate open --campus penn
      aggregate open --until 23:30 --sort closing
      aggregate open --for 45m --category cafe --near 38.83,-77.307
      aggregate open --sample --campus penn --at 18:00
      """)

  @Option(help: ArgumentHelp("Open without a break until then: 23:30 on the place's clocks, or a date and time.", valueName: "time"))
  var until: String?

  @Option(name: .customLong("for"), help: ArgumentHelp("Open without a break for so long, such as 45m or 1h30m.", valueName: "duration"))
  var duration: String?

  @OptionGroup var filter: FilterOptions

  @OptionGroup var order: OrderOptions

  @OptionGroup var options: QuestionOptions

  func validate() throws {
    if until != nil, duration != nil { throw ValidationError("--until and --for exclude each other.") }
  }

  func run() async throws {
    let (question, answer) = try await options.answer { (question) async throws(Failure) in
      var query = PlaceQuery()
      query.filter = try await filter.filter(question)
      query.filter.state = .open
      query.filter.openLonger = try longer(question)
      query.limit = filter.limit
      try order.apply(to: &query)
      return query
    }
    try PlaceReport(question: question, answer: answer, format: options.format).print(nothing: "No such place is open then.")
    try question.end()
  }

  private func longer(_ question: Question) throws(Failure) -> OpenLonger? {
    if let until {
      if let time = until == "24:00" ? .endOfDay : Moment.clock(until) { return .untilClock(time) }
      let end = try Moment.parse(until, option: "--until", zones: question.zones, today: question.rule.instant)
      guard end > question.rule.instant else { throw Failure(.usage, "--until \(until) is not after the moment that is asked about") }
      return .until(end)
    }
    guard let duration else { return nil }
    do throws(QueryError) { return .seconds(try TimeSpan(parsing: duration).seconds) } catch {
      throw Failure(.usage, "--for: \(error.message)")
    }
  }
}
