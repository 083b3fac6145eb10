import ArgumentParser
import CatalogQuery
import CatalogSession
import OpeningHours

struct Open: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "List the places that are open, and until when.",
    usage: """
      aggregate open --campus penn
      aggregate open --until 23:30 --sort closing
      aggregate open --for 45m --category cafe --near 38.83,-77.307
      aggregate open --sample --campus penn --at 18:00
      """)

  @Option(help: ArgumentHelp("Only places that stay open until this time, such as 23:30 or 6pm.", valueName: "time"))
  var until: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Only places that stay open this long, such as 90 (minutes), 2h or 1h30m.", valueName: "duration"))
  var duration: String?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var order: OrderOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var usual: UsualFlag
  @OptionGroup var output: ListOption

  func validate() throws {
    if until != nil, duration != nil { throw ValidationError("--until and --for cannot be used together.") }
  }

  func run() async throws {
    let conditions = (until == nil ? [] : ["--until"]) + (duration == nil ? [] : ["--for"])
    try await printPlaces(filter: filter, usual: usual, state: .open, order: order, conditions: conditions, staysOpen: longer)
  }

  private func longer(_ session: CatalogSession) throws(Failure) -> StayOpenCondition? {
    if let until {
      if let time = LocalMoment.clock(until) {
        if session.rule.kind.isPeriod, time.minutes < 6 * 60 {
          throw Failure(.usage, "--until \(until) needs a time of day; add one to --at, as in \"2026-11-25 18:00\"")
        }
        return .untilClock(time)
      }
      let end: Instant
      do throws(SessionError) { end = try LocalMoment.parse(until, campuses: session.campuses, today: session.moment) } catch {
        throw Failure(error, option: "--until")
      }
      guard end > session.moment else { throw Failure(.usage, "--until \(until) is not after the time in question") }
      return .until(end)
    }
    guard let duration else { return nil }
    if session.rule.kind.isPeriod { throw Failure(.usage, "--for needs a time of day; add one to --at, as in \"2026-11-25 18:00\"") }
    do throws(QueryError) { return .seconds(try TimeSpan(parsing: duration).seconds) } catch {
      throw Failure(.usage, "--for: \(error.message)")
    }
  }
}
