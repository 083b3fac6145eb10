import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogSession
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// A made-up year of daily polls of five halls, whose feed shows the next seven days, with planted changes: some last, some are for a day, and
/// there are breaks that the calendar names and holidays that it does not. The expected changes are computed from the plan alone.
@Suite struct UsualWeekChangesTests {
  private static let halls = ["ash", "birch", "cedar", "elm", "fir"]
  private static let address = "https://halls.town.example/"

  /// What happens in a week; weeks begin on Mondays.
  private enum Event {
    /// The hours of a hall change for good on some weekdays.
    case lasting(hall: Int, closes: Int, days: Set<Weekday>)
    /// A hall closes at another hour on one day.
    case deviation(hall: Int, closes: Int, day: Weekday)
    /// All halls are closed on a day; the calendar may name it.
    case holiday(day: Weekday, isNamed: Bool)
  }

  private struct Year {
    let first: LocalDate
    let weeks: Int
    var events: [Int: Event] = [:]

    /// One event every three weeks, so that each is over before the next.
    init(_ first: LocalDate, weeks: Int, using random: inout SeededGenerator) {
      (self.first, self.weeks) = (first, weeks)
      for week in stride(from: 4, to: weeks - 4, by: 3) {
        let (hall, closes) = (Int.random(in: 0..<5, using: &random), 17 + week % 4)
        let day = Weekday.allCases[Int.random(in: 0..<7, using: &random)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: events[week] = .holiday(day: day, isNamed: Bool.random(using: &random))
        case 1: events[week] = .deviation(hall: hall, closes: closes, day: day)
        default:
          events[week] = .lasting(
            hall: hall, closes: closes, days: Set(Weekday.allCases.filter { $0 == day || Bool.random(using: &random) }))
        }
      }
    }

    func week(of date: LocalDate) -> Int { Int(date.daysSinceEpoch - first.daysSinceEpoch) / 7 }

    func holiday(_ date: LocalDate) -> Bool {
      if case .holiday(let day, _)? = events[week(of: date)] { day == date.weekday } else { false }
    }

    /// The hour at which a hall usually closes in a week.
    func usual(_ hall: Int, _ weekday: Weekday, in week: Int) -> Int {
      var closes = 22 - hall % 2
      for (begins, event) in events.sorted(by: { $0.key < $1.key }) where begins <= week {
        if case .lasting(hall, let hour, let days) = event, days.contains(weekday) { closes = hour }
      }
      return closes
    }

    /// The hour at which a hall closes on a date; nil if it does not open.
    func closes(_ hall: Int, on date: LocalDate) -> Int? {
      if holiday(date) { return nil }
      if case .deviation(hall, let closes, date.weekday)? = events[week(of: date)] { return closes }
      return usual(hall, date.weekday, in: week(of: date))
    }

    func reply(on today: LocalDate) -> String {
      let halls = UsualWeekChangesTests.halls.enumerated().map { hall, name in
        let days = (0..<7).compactMap { today.adding(days: $0) }.map { date in
          let opening = closes(hall, on: date).map { #"{"from": "07:00", "to": "\#($0):00"}"# } ?? ""
          return #"{"date": "\#(date)", "open": [\#(opening)]}"#
        }
        return #"{"id": "\#(name)", "name": "\#(name)", "days": [\#(days.joined(separator: ", "))]}"#
      }
      return "[\(halls.joined(separator: ", "))]"
    }

    /// The campus's calendar, as JSON.
    var calendar: String {
      let named = events.compactMap { week, event -> String? in
        guard case .holiday(let day, isNamed: true) = event, let date = first.adding(days: 7 * week + day.rawValue) else { return nil }
        return #"{"kind": "holiday", "name": "Holiday \#(week)", "from": "\#(date)", "to": "\#(date)"}"#
      }
      return named.sorted().joined(separator: ", ")
    }

    /// The changes that are to be found, each with its hall, sorted.
    var expected: [String] {
      var texts: [String] = []
      for (week, event) in events {
        switch event {
        case .holiday: break
        case .deviation(let hall, let closes, let day):
          let usual = usual(hall, day, in: week)
          guard usual != closes, let date = first.adding(days: 7 * week + day.rawValue) else { break }
          texts.append("\(UsualWeekChangesTests.halls[hall]) \(date.text(from: first)): closes at \(closes):00, usually \(usual):00")
        case .lasting(let hall, let closes, let days):
          for day in days {
            let usual = usual(hall, day, in: week - 1)
            guard usual != closes, let date = first.adding(days: 7 * week + day.rawValue) else { continue }
            let since = RegionalStyle.international.text(date...date, inYear: first.components.year)
            texts += [
              "\(UsualWeekChangesTests.halls[hall]) \(date.text(from: first)): closes at \(closes):00, usually \(usual):00",
              "\(UsualWeekChangesTests.halls[hall]) closes at \(closes):00 instead of \(usual):00 on \(day.name)s since \(since)",
            ]
          }
        }
      }
      return texts.sorted()
    }
  }

  @Test func eachPlantedChangeIsFoundOnce() async throws {
    var random = SeededGenerator(seed: 1)
    let year = Year(try parsed("2026-01-05", LocalDate.init), weeks: 48, using: &random)
    #expect(year.expected.count > 20)
    let folder = try TemporaryFolder()
    let registry = """
      {"campuses": [{"id": "town", "name": "Town College", "timeZone": "Europe/London", "country": "GB", "calendar": [\(year.calendar)]}],
       "feeds": [{"id": "town/halls", "adapter": "mapping", "addresses": {"records": "\(Self.address)"},
                  "mapping": {"records": "", "id": "/id", "name": "/name", "category": "dining-hall",
                              "hours": {"dates": {"each": "/days", "date": "/date", "services": "/open", "opens": "/from", "closes": "/to"}}}}]}
      """
    let plan = try Plan(
      RunSelection(campuses: [try parsed("town", CampusID.init)]), in: try Registry().adding(Array(registry.utf8), file: "town.json"))
    let server = DictionaryClient()
    for day in 0..<year.weeks * 7 {
      let today = try #require(year.first.adding(days: day))
      server.put(year.reply(on: today), at: Self.address)
      var network = NetworkSource(client: server, clock: try StepClock("\(today)T12:00:00Z"), store: .file(path: folder.path()))
      network.options.refresh = true
      network.random = { 0 }
      let run = try await CatalogRun.read(.network(network, plan), now: network.clock.now())
      #expect(await run.finish().isEmpty)
    }
    let store = try SnapshotStore.open(path: folder.path(), readOnly: true)
    let first = try #require(try await store.runs(selection: plan.selection).last)
    let logs = try await store.changes(after: first).logs
    let found = logs.flatMap(\.entries).flatMap { entry in entry.changes.map { "\(entry.title) \($0.text)" } }
    #expect(found.sorted() == year.expected)
    #expect(logs.flatMap(\.feeds).isEmpty)
    // The history of an entry has the same changes.
    for hall in Self.halls {
      let match = try #require(try await StoredHistory.matches("town/halls/\(hall)", in: store, Registry()).first)
      let history = try await StoredHistory(of: match, in: store).history
      let texts = history.steps.dropFirst().flatMap(\.changes).map { "\(hall) \($0.text)" }
      #expect(texts.sorted() == year.expected.filter { $0.hasPrefix("\(hall) ") })
    }
  }
}
