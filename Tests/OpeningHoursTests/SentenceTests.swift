import OpeningHours
import Testing

/// Status sentences.
@Suite struct SentenceTests {
  @Test(
    "At Saturday noon in New York",
    arguments: [
      (Status.State.open, "2026-11-22T03:00:00Z", nil, "Open until 22:00"),
      (.open, "2026-11-22T05:00:00Z", nil, "Open until midnight"),
      (.open, "2026-11-22T07:00:00Z", nil, "Open until 02:00"),
      (.open, "2026-11-22T15:00:00Z", nil, "Open until tomorrow 10:00"),
      (.open, "2026-11-23T05:00:00Z", nil, "Open until tomorrow midnight"),
      (.open, "2026-11-25T05:00:00Z", nil, "Open until Tue midnight"),
      (.open, "2026-11-25T07:00:00Z", nil, "Open until Wed 02:00"),
      (.open, "2026-12-02T03:00:00Z", nil, "Open until Tue 1 Dec 22:00"),
      (.open, "2027-01-02T03:00:00Z", nil, "Open until Fri 1 Jan 2027 22:00"),
      (.open, "2026-11-21T17:12:00Z", nil, "Closes in 12 min"),
      (.open, "2026-11-21T17:30:59Z", nil, "Open until 12:30"),
      (.open, "2026-11-21T17:00:40Z", nil, "Closes in less than a minute"),
      (.open, nil, nil, "Open around the clock"),
      (.closed, "2026-11-21T17:12:00Z", "2026-11-21T17:12:00Z", "Opens in 12 min"),
      (.closed, "2026-11-21T22:00:00Z", "2026-11-21T22:00:00Z", "Opens 17:00"),
      (.closed, "2026-11-22T12:30:00Z", "2026-11-22T12:30:00Z", "Opens tomorrow 07:30"),
      (.closed, "2026-11-23T12:30:00Z", "2026-11-23T12:30:00Z", "Opens Mon 07:30"),
      (.closed, "2026-11-22T05:00:00Z", "2026-11-22T05:00:00Z", "Opens at midnight"),
      (.closed, "2026-11-30T05:00:00Z", "2026-11-30T05:00:00Z", "Opens Mon 30 Nov from midnight"),
      (.closed, "2026-11-22T05:00:00Z", nil, "Closed for today, hours unknown after that"),
      (.closed, "2026-11-25T05:00:00Z", nil, "Closed, hours unknown after Tue 24 Nov"),
      (.closed, nil, nil, "Closed, no opening scheduled"),
      (.unknown(.noHours), nil, nil, "Hours unknown"),
    ] as [(Status.State, String?, String?, String)])
  func sentences(_ state: Status.State, _ until: String?, _ opens: String?, _ expected: String) throws {
    let now = try #require(Instant("2026-11-21T17:00:00Z"))
    let zone = try #require(Zone("America/New_York"))
    let status = Status(state, until: until.flatMap { Instant($0) }, opens: opens.flatMap { Instant($0) })
    #expect(status.sentence(at: now, in: zone) == expected)
  }

  @Test(
    "At Saturday noon in New York, which is not now: times have weekdays, and other days are dates",
    arguments: [
      (Status.State.open, "2026-11-22T03:00:00Z", nil, "Open until Sat 22:00"),
      (.open, "2026-11-22T05:00:00Z", nil, "Open until Sat midnight"),
      (.open, "2026-11-22T07:00:00Z", nil, "Open until Sun 02:00"),
      (.open, "2026-11-22T15:00:00Z", nil, "Open until Sun 22 Nov 10:00"),
      (.open, "2026-11-23T05:00:00Z", nil, "Open until Sun 22 Nov midnight"),
      (.open, "2026-11-25T07:00:00Z", nil, "Open until Wed 25 Nov 02:00"),
      (.open, "2026-11-21T17:12:00Z", nil, "Closes in 12 min"),
      (.closed, "2026-11-21T22:00:00Z", "2026-11-21T22:00:00Z", "Opens Sat 17:00"),
      (.closed, "2026-11-22T12:30:00Z", "2026-11-22T12:30:00Z", "Opens Sun 22 Nov 07:30"),
      (.closed, "2026-11-23T12:30:00Z", "2026-11-23T12:30:00Z", "Opens Mon 23 Nov 07:30"),
      (.closed, "2026-11-22T05:00:00Z", nil, "Closed, hours unknown after Sat 21 Nov"),
      (.unknown(.gap(LocalDate("2026-11-21") ?? .first)), nil, nil, "Hours unknown on Sat 21 Nov"),
    ] as [(Status.State, String?, String?, String)])
  func chosenMoments(_ state: Status.State, _ until: String?, _ opens: String?, _ expected: String) throws {
    let moment = try #require(Instant("2026-11-21T17:00:00Z"))
    let zone = try #require(Zone("America/New_York"))
    let status = Status(state, until: until.flatMap { Instant($0) }, opens: opens.flatMap { Instant($0) })
    #expect(status.sentence(at: moment, in: zone, isNow: false) == expected)
  }

  @Test(
    "At Saturday noon in New York, as Americans write it",
    arguments: [
      (Status.State.open, "2026-11-22T03:00:00Z", nil, true, "Open until 10 PM"),
      (.open, "2026-11-22T05:00:00Z", nil, true, "Open until midnight"), (.open, "2026-11-22T05:30:00Z", nil, true, "Open until 12:30 AM"),
      (.open, "2026-11-22T17:00:00Z", nil, true, "Open until tomorrow noon"),
      (.open, "2026-11-25T05:00:00Z", nil, true, "Open until Tue midnight"),
      (.open, "2026-12-02T03:30:00Z", nil, true, "Open until Tue, Dec 1, 10:30 PM"),
      (.open, "2027-01-02T05:00:00Z", nil, true, "Open until Fri, Jan 1, 2027, midnight"),
      (.open, "2026-11-22T03:00:00Z", nil, false, "Open until Sat 10 PM"),
      (.open, "2026-11-22T07:00:00Z", nil, false, "Open until Sun 2 AM"),
      (.closed, "2026-11-21T22:30:00Z", "2026-11-21T22:30:00Z", true, "Opens 5:30 PM"),
      (.closed, "2026-11-23T05:00:00Z", "2026-11-23T05:00:00Z", true, "Opens Mon from midnight"),
      (.closed, "2026-11-22T12:30:00Z", "2026-11-22T12:30:00Z", false, "Opens Sun, Nov 22, 7:30 AM"),
      (.closed, "2026-11-25T05:00:00Z", nil, true, "Closed, hours unknown after Tue, Nov 24"),
    ] as [(Status.State, String?, String?, Bool, String)])
  func twelveHours(_ state: Status.State, _ until: String?, _ opens: String?, _ isNow: Bool, _ expected: String) throws {
    let moment = try #require(Instant("2026-11-21T17:00:00Z"))
    let zone = try #require(Zone("America/New_York"))
    let status = Status(state, until: until.flatMap { Instant($0) }, opens: opens.flatMap { Instant($0) })
    #expect(status.sentence(at: moment, in: zone, style: RegionalStyle(country: "US"), isNow: isNow) == expected)
  }

  @Test("The hours of a day as a whole")
  func days() throws {
    let zone = try #require(Zone("America/New_York"))
    func service(_ opens: String, _ closes: String) throws -> Service {
      let (first, last) = (try #require(LocalTime(opens)), try #require(LocalTime(closes)))
      return try #require(Service(opens: first, closes: last))
    }
    let week = WeekPlan([
      .friday: DayPlan([try service("18:00", "26:00")]), .saturday: DayPlan([]),
      .sunday: DayPlan([try service("07:30", "10:15"), try service("10:15", "12:00"), try service("13:00", "14:00")]),
      .monday: DayPlan([try service("00:00", "24:00")]), .tuesday: .unknown,
    ])
    let last = try #require(LocalDate("2026-11-26"))
    let layer = try #require(Layer(.weekly, to: last, .week(week)))
    let hours = Schedule(zone: zone, layers: [layer])
    for (day, sentence, until, opens) in [
      ("2026-11-20", "Open 18:00–02:00", "2026-11-21T07:00:00Z", nil),
      // The night before does not count.
      ("2026-11-21", "Closed", "2026-11-22T12:30:00Z", "2026-11-22T12:30:00Z"),
      ("2026-11-22", "Open 07:30–12:00, 13:00–14:00", "2026-11-22T19:00:00Z", nil),
      ("2026-11-23", "Open all day", "2026-11-24T05:00:00Z", nil), ("2026-11-24", "Hours unknown", nil, nil),
    ] as [(String, String, String?, String?)] {
      let date = try #require(LocalDate(day))
      let status = hours.status(onDay: date)
      #expect(hours.plan(on: date).sentence() == sentence)
      #expect(status.until == until.flatMap { Instant($0) } && status.opens == opens.flatMap { Instant($0) }, "\(day): \(status)")
      #expect(status.isOpen == sentence.hasPrefix("Open") && status.isClosed == (sentence == "Closed"))
    }
    #expect(hours.status(onDay: try #require(LocalDate("2026-11-24"))).unknownReason?.code == "hours.gap")
    #expect(hours.status(onDay: try #require(LocalDate("2026-11-27"))).unknownReason == .after(last))
  }

  @Test("Why it is not known")
  func reasons() throws {
    let now = try #require(Instant("2026-11-21T17:00:00Z"))
    let zone = try #require(Zone("America/New_York"))
    let (friday, monday) = (try #require(LocalDate("2026-11-20")), try #require(LocalDate("2027-01-04")))
    let today = try #require(LocalDate("2026-11-21"))
    let seen = try #require(Instant("2026-11-02T03:00:00Z"))
    let sentences = [UnknownHoursReason.after(friday), .before(monday), .gap(today), .gap(monday), .old(seen)].map {
      Status(.unknown($0)).sentence(at: now, in: zone)
    }
    #expect(
      sentences == [
        "Hours unknown: the feed has hours only until Fri 20 Nov", "Hours unknown: the feed has hours only from Mon 4 Jan 2027",
        "Hours unknown today",
        "Hours unknown on Mon 4 Jan 2027", "Hours unknown: the feed was last read on Sun 1 Nov",
      ])
  }
}
