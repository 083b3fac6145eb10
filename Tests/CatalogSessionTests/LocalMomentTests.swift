import CampusCatalog
import CatalogSession
import OpeningHours
import Testing

/// Times as people write them. New York leaves daylight saving time on 1 November 2026 at 02:00, and 19 November is a Thursday.
@Suite struct LocalMomentTests {
  private let newYork: Zone
  private let penn: Campus
  private let now: Instant

  init() throws {
    newYork = try #require(Zone("America/New_York"))
    penn = Campus(id: try #require(CampusID("penn")), name: "University of Pennsylvania", timeZone: newYork)
    now = try #require(Instant("2026-11-20T03:30:00Z"))  // still Thursday in New York
  }

  @Test(arguments: [
    ("18:00", "2026-11-19T18:00:00-05:00"), ("6pm", "2026-11-19T18:00:00-05:00"), ("6 PM", "2026-11-19T18:00:00-05:00"),
    ("6:30 p.m.", "2026-11-19T18:30:00-05:00"), ("noon", "2026-11-19T12:00:00-05:00"), ("midnight", "2026-11-19T00:00:00-05:00"),
    ("12am", "2026-11-19T00:00:00-05:00"), ("12pm", "2026-11-19T12:00:00-05:00"), ("24:00", "2026-11-20T00:00:00-05:00"),
    ("today 18:00", "2026-11-19T18:00:00-05:00"), ("tomorrow 12:00", "2026-11-20T12:00:00-05:00"),
    ("6pm tomorrow", "2026-11-20T18:00:00-05:00"), ("Tomorrow, 6 pm", "2026-11-20T18:00:00-05:00"),
    ("yesterday", "2026-11-18T00:00:00-05:00"), ("2026-11-25", "2026-11-25T00:00:00-05:00"),
    ("2026-11-25 18:00", "2026-11-25T18:00:00-05:00"), ("2026-11-25T18:00", "2026-11-25T18:00:00-05:00"),
    ("2026-11-25 6pm", "2026-11-25T18:00:00-05:00"), ("2026-07-04 noon", "2026-07-04T12:00:00-04:00"),
    ("thursday", "2026-11-19T00:00:00-05:00"), ("sat 11:00", "2026-11-21T11:00:00-05:00"), ("Wed 9am", "2026-11-25T09:00:00-05:00"),
    ("23:30-05:00", "2026-11-19T23:30:00-05:00"), ("2026-11-25T18:00:00Z", "2026-11-25T13:00:00-05:00"),
    ("now", "2026-11-19T22:30:00-05:00"), ("2026-11-01 01:30", "2026-11-01T01:30:00-04:00"),
  ])
  func moments(_ text: String, _ expected: String) throws {
    #expect(newYork.text(try LocalMoment.parse(text, campuses: [penn], today: now)) == expected)
  }

  @Test(arguments: [
    "", " ", "25:00", "13pm", "0am", "6", "18:60", "tomorrow tomorrow", "18:00 19:00", "2026-02-30", "2026-11-25 25:00", "mon-fri", "tu",
    "soon",
  ])
  func otherTexts(_ text: String) {
    let error = #expect(throws: SessionError.self) { try LocalMoment.parse(text, campuses: [penn], today: now) }
    #expect(error?.code == .invalidTime)
  }

  /// A local time is refused unless the campuses share a zone, and the message explains how to ask again.
  @Test func severalZones() throws {
    let gmu = Campus(id: try #require(CampusID("gmu")), name: "George Mason University", timeZone: newYork)
    let liverpool = Campus(id: try #require(CampusID("liverpool")), name: "University of Liverpool", timeZone: Zone("Europe/London"))
    let everywhere = Campus(id: try #require(CampusID("everywhere")), name: "Everywhere")
    #expect(try LocalMoment.parse("6pm", campuses: [penn, everywhere, gmu], today: now).description == "2026-11-19T23:00:00Z")
    #expect(
      throws: SessionError(
        .missingZone,
        "\"6pm\" is ambiguous: the campuses are in different time zones (gmu, penn in America/New_York, liverpool in Europe/London); "
          + "give the offset, as in 2026-11-19T18:00:00-05:00")
    ) { try LocalMoment.parse("6pm", campuses: [penn, liverpool, everywhere, gmu], today: now) }
    let error = #expect(throws: SessionError.self) { try LocalMoment.parse("6pm", campuses: [everywhere], today: now) }
    #expect(error?.code == .missingZone)
  }

  @Test func pointsInThePast() throws {
    for (text, expected) in [
      ("yesterday 18:00", "2026-11-18T23:00:00Z"), ("6pm", "2026-11-19T23:00:00Z"), ("tuesday", "2026-11-17T05:00:00Z"),
      ("90m", "2026-11-20T02:00:00Z"), ("1mo", "2026-10-20T02:30:00Z"), ("9mo", "2026-02-20T03:30:00Z"),
      ("1y", "2025-11-20T03:30:00Z"),
    ] {
      #expect(try PointInTime.parse(text, zones: [newYork], now: now) == .moment(try #require(Instant(expected))))
    }
    // February 2026 has 28 days.
    let march = try #require(Instant("2026-03-31T16:00:00Z"))
    #expect(try PointInTime.parse("1mo", zones: [newYork], now: march) == .moment(try #require(Instant("2026-02-28T17:00:00Z"))))
    #expect(throws: SessionError.self) { try PointInTime.parse("2026y", zones: [newYork], now: now) }
    #expect(throws: SessionError.self) { try PointInTime.parse("mo", zones: [newYork], now: now) }
    #expect(PointInTime.isReadInUTC("yesterday", zones: []))
    #expect(try PointInTime.parse("yesterday", zones: [], now: now) == .moment(try #require(Instant("2026-11-19T00:00:00Z"))))
  }
}
