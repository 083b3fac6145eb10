import OpeningHours
import Testing

@Suite struct LocalTimeTests {
  @Test func everyMinuteRoundTrips() throws {
    for minutes in 0...2880 {
      let time = try #require(LocalTime(minutes: minutes))
      #expect(LocalTime(time.description) == time)
    }
    #expect(LocalTime(minutes: 125)?.description == "02:05")
    #expect(LocalTime(minutes: 1560)?.description == "26:00")
  }

  @Test(arguments: [
    "48:01", "49:00", "25:61", "12:60", "-1:00", "7:00", "07:0", "0700", "07:00:00", "07-00", "", "07:00 ", " 7:00", "ab:cd", "０7:00",
    "07.00", "7:00am", "99:99",
  ])
  func invalidLocalTimes(text: String) { #expect(LocalTime(text) == nil) }

  @Test func timesOutOfRange() {
    #expect(LocalTime(minutes: -1) == nil)
    #expect(LocalTime(minutes: 2881) == nil)
    #expect(LocalTime(minutes: 1 << 16) == nil)
  }
}

@Suite struct ClockTimeTests {
  @Test(arguments: [
    ("00:00", 0), ("23:59", 86_340), ("24:00", 86_400), ("07:30:15", 27_015), ("23:59:59", 86_399), ("24:00:00", 86_400), ("00:00:01", 1),
    ("12:00", 43_200),
  ])
  func reading(text: String, seconds: Int) throws {
    let time = try #require(ClockTime(text))
    #expect(time.seconds == seconds)
    #expect(time.localTime == LocalTime(minutes: seconds / 60))
    #expect(ClockTime(seconds: seconds) == time)
  }

  @Test(arguments: [
    "24:01", "24:00:01", "25:00", "25:61", "23:60", "23:59:60", "12:00:61", "7:30", "07:30:1", "07:30:", "07:3015", "073015", "", "12",
    "12:00 PM", "-1:00:00",
    "1２:00", "12:00:00.5", "12:00Z",
  ])
  func invalidClockTimes(text: String) { #expect(ClockTime(text) == nil) }

  @Test func lastMinuteOfDay() {
    for (seconds, isLast) in [(86_339, false), (86_340, true), (86_399, true), (86_400, false), (0, false)] {
      #expect(ClockTime(seconds: seconds)?.isLastMinute == isLast, "\(seconds)")
    }
    #expect(ClockTime(seconds: -1) == nil)
    #expect(ClockTime(seconds: 86_401) == nil)
  }
}
