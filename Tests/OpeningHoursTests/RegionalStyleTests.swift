import OpeningHours
import Testing

/// Times, dates and distances as the people of a country write them.
@Suite struct RegionalStyleTests {
  private let american = RegionalStyle(country: "US")
  private let british = RegionalStyle(country: "GB")

  @Test("Countries decide, unless someone chooses")
  func countries() {
    #expect(american.clock == .twelveHours && american.units == .miles && american.hasMonthFirst)
    #expect(british.clock == .twentyFourHours && british.units == .miles && !british.hasMonthFirst)
    #expect(RegionalStyle(country: "DE") == .international && RegionalStyle(country: "xx") == .international)
    #expect(RegionalStyle(country: "AU").clock == .twelveHours && RegionalStyle(country: "AU").units == .kilometers)
    #expect(RegionalStyle(country: "US", clock: .twentyFourHours, units: .kilometers).time(1080) == "18:00")
    #expect(RegionalStyle(country: "GB", clock: .twelveHours).time(1080) == "6 PM")
  }

  @Test(
    "Openings",
    arguments: [
      (660, 840, "11:00–14:00", "11 AM–2 PM"), (450, 615, "07:30–10:15", "7:30–10:15 AM"), (870, 990, "14:30–16:30", "2:30–4:30 PM"),
      (1020, 1440, "17:00–midnight", "5 PM–midnight"), (1020, 1560, "17:00–02:00", "5 PM–2 AM"),
      (0, 480, "midnight–08:00", "midnight–8 AM"), (720, 870, "12:00–14:30", "noon–2:30 PM"), (480, 720, "08:00–12:00", "8 AM–noon"),
      // The other half of the day is between these two.
      (1200, 2580, "20:00–19:00", "8 PM–7 PM"), (30, 60, "00:30–01:00", "12:30–1 AM"),
    ])
  func openings(_ opens: Int, _ closes: Int, _ international: String, _ american: String) {
    #expect(RegionalStyle.international.times(opens, closes) == international)
    #expect(self.american.times(opens, closes) == american)
  }

  @Test("Dates and times")
  func dates() throws {
    let date = try #require(LocalDate("2026-11-05"))
    let (same, next) = (try #require(LocalDate("2026-01-01")), try #require(LocalDate("2027-02-03")))
    let zone = try #require(Zone("America/New_York"))
    let midnight = try #require(Instant("2026-11-05T05:00:00Z"))
    #expect(british.date(date) == "Thu 5 Nov 2026" && american.date(date) == "Thu, Nov 5, 2026")
    #expect(british.date(date, from: same) == "Thu 5 Nov" && american.date(date, from: same) == "Thu, Nov 5")
    #expect(british.date(date, from: next) == "Thu 5 Nov 2026" && american.date(date, from: next) == "Thu, Nov 5, 2026")
    #expect(british.text(midnight, in: zone) == "Thu 5 Nov 2026 00:00" && american.text(midnight, in: zone) == "Thu, Nov 5, 2026, 12 AM")
    #expect(american.text(midnight, in: nil) == "Thu, Nov 5, 2026, 5 AM UTC")
    #expect(british.text(midnight, in: zone, isEnd: true) == "Wed 4 Nov 2026 midnight")
    #expect(american.text(midnight, in: zone, isEnd: true) == "Wed, Nov 4, 2026, midnight")
    #expect(american.text(try #require(Instant("2026-11-05T05:01:00Z")), in: zone, isEnd: true) == "Thu, Nov 5, 2026, 12:01 AM")
    let ranges = [date...date, same...date, date...(try #require(LocalDate("2026-11-22"))), date...next].map {
      (british.text($0), american.text($0))
    }
    #expect(
      ranges.map(\.0) == [
        "5 November 2026", "1 January – 5 November 2026", "5–22 November 2026", "5 November 2026 – 3 February 2027",
      ])
    #expect(
      ranges.map(\.1) == [
        "November 5, 2026", "January 1 – November 5, 2026", "November 5–22, 2026", "November 5, 2026 – February 3, 2027",
      ])
    #expect(british.text(date...date, inYear: 2026) == "5 November" && american.text(same...date, inYear: 2026) == "January 1 – November 5")
    #expect(american.text(date...next, inYear: 2026) == "November 5, 2026 – February 3, 2027")
  }

  @Test(
    "Distances",
    arguments: [
      (0, "0 m", "0 ft"), (85, "85 m", "280 ft"), (152, "152 m", "500 ft"), (153, "153 m", "0.1 mi"), (999, "999 m", "0.6 mi"),
      (999.6, "1.0 km", "0.6 mi"), (1234, "1.2 km", "0.8 mi"), (9960, "10 km", "6.2 mi"), (160_934.4, "161 km", "100 mi"),
    ] as [(Double, String, String)])
  func distances(_ meters: Double, _ international: String, _ american: String) {
    #expect(RegionalStyle.international.distance(meters) == international)
    #expect(self.american.distance(meters) == american)
  }
}
