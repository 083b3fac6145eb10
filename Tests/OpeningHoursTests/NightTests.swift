import OpeningHours
import Testing

/// The hours of a night, from 18:00 to 02:00.
@Suite struct NightTests {
  private func hours(_ plans: [Weekday: DayPlan]) throws -> Schedule {
    let zone = try #require(Zone("America/New_York"))
    return Schedule(zone: zone, layers: [try #require(Layer(.weekly, to: LocalDate("2026-11-26"), .week(WeekPlan(plans))))])
  }

  private func plan(_ times: (String, String)...) throws -> DayPlan {
    DayPlan(
      try times.map { opens, closes in
        let (first, last) = (try #require(LocalTime(opens)), try #require(LocalTime(closes)))
        return try #require(Service(opens: first, closes: last))
      })
  }

  @Test func sentencesAndStates() throws {
    let whole = try plan(("00:00", "24:00"))
    for (day, next, sentence, until, opens) in [
      (try plan(("07:00", "23:00")), DayPlan([]), "Open until 23:00", "2026-11-21T23:00:00-05:00", nil),
      (try plan(("07:00", "18:00")), try plan(("08:00", "12:00")), "Closed", "2026-11-22T08:00:00-05:00", "2026-11-22T08:00:00-05:00"),
      (try plan(("07:00", "12:00"), ("20:00", "26:00")), DayPlan([]), "Open 20:00–02:00", "2026-11-22T02:00:00-05:00", nil),
      (try plan(("17:00", "19:00"), ("20:00", "21:00")), DayPlan([]), "Open until 19:00, 20:00–21:00", "2026-11-21T21:00:00-05:00", nil),
      (whole, whole, "Open all night", "2026-11-23T00:00:00-05:00", nil),
      (whole, DayPlan([]), "Open until midnight", "2026-11-22T00:00:00-05:00", nil),
      (DayPlan([]), try plan(("01:00", "05:00")), "Open 01:00–05:00", "2026-11-22T05:00:00-05:00", nil),
      (DayPlan([]), whole, "Open from midnight", "2026-11-23T00:00:00-05:00", nil),
      (try plan(("07:00", "20:00")), whole, "Open until 20:00, from midnight", "2026-11-23T00:00:00-05:00", nil),
      (try plan(("22:00", "24:00")), whole, "Open from 22:00", "2026-11-23T00:00:00-05:00", nil),
      (DayPlan([]), try plan(("00:00", "05:00")), "Open midnight–05:00", "2026-11-22T05:00:00-05:00", nil),
      (DayPlan([]), try plan(("02:00", "24:00")), "Closed", "2026-11-22T02:00:00-05:00", "2026-11-22T02:00:00-05:00"),
      (.unknown, whole, "Hours unknown", nil, nil),
    ] as [(DayPlan, DayPlan, String, String?, String?)] {
      let hours = try hours([.saturday: day, .sunday: next])
      let date = try #require(LocalDate("2026-11-21"))
      let status = hours.status(onNight: date)
      #expect(hours.nightSentence(date: date, .international) == sentence)
      #expect(status.until == until.flatMap { Instant($0) } && status.opens == opens.flatMap { Instant($0) }, "\(sentence): \(status)")
      #expect(status.isOpen == sentence.hasPrefix("Open") && status.isClosed == (sentence == "Closed"))
    }
  }
}
