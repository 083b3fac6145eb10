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
      (.open, "2026-11-23T05:00:00Z", nil, "Open until tomorrow 24:00"),
      (.open, "2026-11-25T05:00:00Z", nil, "Open until Tue 24:00"),
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
      (.closed, "2026-11-30T05:00:00Z", "2026-11-30T05:00:00Z", "Opens Mon 30 Nov 00:00"),
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
