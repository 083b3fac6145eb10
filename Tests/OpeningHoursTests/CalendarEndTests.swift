import OpeningHours
import Testing

/// The first and the last days of the calendar are normal days, and nothing continues beyond them.
@Suite struct CalendarEndTests {
  private static let zones = ["UTC", "America/New_York", "Europe/London", "Pacific/Kiritimati", "Africa/Casablanca", "Australia/Lord_Howe"]

  private func daily(_ name: String, from: String? = nil, to: String? = nil) throws -> Schedule {
    let times = try ["08:00", "17:00"].map { try #require(LocalTime($0)) }
    let service = try #require(Service(opens: times[0], closes: times[1]))
    let week = WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, DayPlan([service])) }))
    let layer = Layer(.weekly, from: from.flatMap { LocalDate($0) }, to: to.flatMap { LocalDate($0) }, .week(week))
    return Schedule(zone: try #require(Zone(name)), layers: [try #require(layer)])
  }

  @Test("Questions in the last week of 9999", arguments: zones)
  func lastWeek(_ name: String) throws {
    let hours = try daily(name)
    let last = try #require(Instant("9999-12-31T00:00:00Z"))
    for hour in 0..<(8 * 24) {
      let now = try #require(Instant(secondsSinceEpoch: last.secondsSinceEpoch - Int64(hour) * 3600))
      let second = hours.zone.local(now).second
      #expect(hours.status(at: now).isOpen == (second >= 8 * 3600 && second < 17 * 3600), "\(now)")
    }
  }

  @Test("Layers that end with the calendar", arguments: zones)
  func lastDay(_ name: String) throws {
    let now = try #require(Instant("2026-11-21T17:00:00Z"))
    let zone = try #require(Zone(name))
    let (last, to) = (try #require(LocalDate("9999-12-31")), try #require(LocalDate("9999-12-31")))
    let always = Schedule(zone: zone, layers: [try #require(Layer(.weekly, to: to, .always))])
    #expect(always.status(at: now).isOpen)
    let dated = Schedule(zone: zone, layers: [Layer(.special, dates: [DatedPlan(last, .unknown)])])
    #expect(dated.status(at: now).unknownReason == UnknownHoursReason.noHours)
    #expect(dated.canonical.layers.isEmpty)
    let evening = try daily(name, from: "9999-12-31", to: "9999-12-31")
    #expect(evening.status(at: now).unknownReason == .before(last))
    #expect(try daily(name, to: "9999-12-31").lastKnownDay(from: to) == last)
  }

  @Test("Questions on the first days of the year 1", arguments: zones)
  func firstDays(_ name: String) throws {
    let hours = try daily(name)
    for text in ["0001-01-02T00:00:00Z", "0001-01-03T11:00:00Z"] {
      let now = try #require(Instant(text))
      let second = hours.zone.local(now).second
      #expect(hours.status(at: now).isOpen == (second >= 8 * 3600 && second < 17 * 3600), "\(now)")
    }
    let range = try #require(Instant("0001-01-01T00:00:00Z"))..<(try #require(Instant("0001-01-08T00:00:00Z")))
    #expect(hours.spans(in: range).count >= 6)
  }
}
