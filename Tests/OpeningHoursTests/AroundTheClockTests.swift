import OpeningHours
import Testing

/// Openings that follow each other without a break, for days or forever.
@Suite struct AroundTheClockTests {
  private let days = Weekday.allCases.map { "\($0.code)" }

  private func everyDay(_ services: String) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: days.map { ($0, services) })
  }

  /// The end is found weeks ahead, at whatever time of day one opening follows another.
  @Test(arguments: ["00:00-24:00", "06:00-30:00", "23:30-47:30", "00:00-12:00,12:00-24:00", "02:00-14:00,09:00-26:00"])
  func laterExceptionEndsOpening(_ services: String) throws {
    let zone = try zone("America/New_York")
    let base = try weekly(.weekly, everyDay(services))
    #expect(Schedule(zone: zone, layers: [base]).status(at: try instant("2026-06-01T16:00:00Z")).isOpen)
    for weeks in 1...8 {
      let day = try #require(date("2026-06-02").adding(days: weeks * 7))
      let closed = Schedule(zone: zone, layers: [base, Layer(.special, dates: [DatedPlan(day, .closed)])])
      let until = try #require(closed.status(at: try instant("2026-06-01T16:00:00Z")).until, "\(weeks) weeks")
      let start = try #require(zone.start(of: day))
      let window = start..<(try #require(Instant(secondsSinceEpoch: start.secondsSinceEpoch + 3 * 86_400)))
      let spansBefore = closed.spans(in: try instant("2026-06-01T16:00:00Z")..<window.upperBound).filter { $0.serviceDay < day }
      #expect(until == spansBefore.map(\.end).max(), "\(weeks) weeks")
      #expect(closed.status(at: until).isClosed, "\(weeks) weeks")
    }
  }

  @Test(arguments: ["00:00-24:00", "06:00-30:00", "23:30-47:30"])
  func openingWithoutExceptionNeverEnds(_ services: String) throws {
    let schedule = Schedule(zone: try zone("America/New_York"), layers: [try weekly(.weekly, everyDay(services))])
    #expect(schedule.status(at: try instant("2026-06-01T16:00:00Z")) == Status(.open))
  }

  /// Openings that overlap go on until a change in six thousand years, which is not looked for day by day.
  @Test func distantChangeIsFound() throws {
    let schedule = try Schedule(osm: "09:00-02:00, 8268+ open, 2026+ open", zone: zone("America/New_York"))
    #expect(schedule.status(at: try instant("2026-06-01T16:00:00Z")) == Status(.open))
    let ending = try Schedule(osm: "09:00-02:00, 2026+ open; 8268 Jan 02+ off", zone: zone("America/New_York"))
    let last = try #require(ending.zone.start(of: date("8268-01-02")))
    let until = Instant(secondsSinceEpoch: last.secondsSinceEpoch + 2 * 3600)
    #expect(ending.status(at: try instant("2026-06-01T16:00:00Z")).until == until)
  }

  /// Hours that change after years may have a break when the clocks change: in Berlin, 02:45 is then 03:45, and 03:15 stays.
  @Test func breakOfLaterHoursIsFound() throws {
    let overlapping = try weekly(.weekly, everyDay("00:00-03:15,02:45-24:00"))
    let before = try #require(Layer(.term, from: nil, to: date("2029-10-31"), .always))
    let after = try #require(Layer(.term, from: date("2041-01-01"), to: nil, .week(WeekPlan([:]))))
    let schedule = Schedule(zone: try zone("Europe/Berlin"), layers: [overlapping, before, after])
    #expect(schedule.status(at: try instant("2026-06-01T16:00:00Z")).until == (try instant("2030-03-31T01:15:00Z")))
  }

  /// OSM text may join services to more than 24 hours; a service is never longer.
  @Test func longTimesOfOSMText() throws {
    let zone = try zone("UTC")
    let schedule = Schedule(zone: zone, layers: [try weekly(.weekly, ["mo": "07:00-14:00,14:00-38:00"])])
    let text = try #require(schedule.osm)
    #expect(text == "Mo 07:00-38:00")
    let range = try instant("2026-11-01T00:00:00Z")..<instant("2026-11-30T00:00:00Z")
    #expect(try Schedule(osm: text, zone: zone).openTimes(in: range) == schedule.openTimes(in: range))
    #expect(try Schedule(osm: "Mo 07:00-47:59", zone: zone).openSeconds(in: range) == 4 * (41 * 3600 - 60))
  }
}
