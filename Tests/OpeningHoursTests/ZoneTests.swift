import OpeningHours
import Testing

@Suite struct ZoneTests {
  @Test(arguments: [
    "America/New_York", "Europe/London", "America/Argentina/Buenos_Aires", "Australia/Lord_Howe", "UTC", "Asia/Kolkata", "Pacific/Apia",
  ])
  func known(name: String) throws {
    #expect(try zone(name).name == name)
    #expect(try zone(name) == zone(name))
  }

  @Test(arguments: [
    "EST", "EST5EDT", "GMT", "GMT+5", "Mars/X", "Etc/GMT+5", "Etc/UTC", "", "/", "America/", "America", "America/new_york",
    "america/new_york", "America/New York",
    "New_York", "UTC+1", "Z", "+05:00", "America/New_York ", " America/New_York", "America//New_York", "America/../America/New_York",
    "../etc/passwd", "/etc/localtime",
    "utc", "CET", "Zulu", "America/Nowhere",
  ])
  func unknown(name: String) { #expect(Zone(name) == nil) }

  @Test(arguments: [
    ("America/New_York", "2025-01-01T12:00:00Z", -18_000), ("America/New_York", "2025-07-01T12:00:00Z", -14_400),
    ("America/New_York", "2025-03-09T06:59:59Z", -18_000),
    ("America/New_York", "2025-03-09T07:00:00Z", -14_400), ("America/New_York", "2025-11-02T06:00:00Z", -18_000),
    ("Asia/Kolkata", "2025-07-01T12:00:00Z", 19_800),
    ("Australia/Lord_Howe", "2025-01-01T00:00:00Z", 39_600), ("Australia/Lord_Howe", "2025-07-01T00:00:00Z", 37_800),
    ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000),
    ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400), ("UTC", "2025-07-01T12:00:00Z", 0),
    ("Asia/Kathmandu", "2025-07-01T12:00:00Z", 20_700),
    ("Europe/London", "1970-06-01T00:00:00Z", 3600), ("America/New_York", "2050-07-01T12:00:00Z", -14_400),
  ])
  func offset(name: String, moment: String, seconds: Int) throws {
    #expect(try zone(name).offset(at: instant(moment)) == seconds)
  }

  /// Gaps, folds and plain times (RFC 5545, section 3.3.5).
  @Test(arguments: [
    ("America/New_York", "2025-03-09T02:30", "2025-03-09T07:30:00Z"), ("America/New_York", "2025-03-09T01:59:59", "2025-03-09T06:59:59Z"),
    ("America/New_York", "2025-03-09T02:00", "2025-03-09T07:00:00Z"), ("America/New_York", "2025-03-09T03:00", "2025-03-09T07:00:00Z"),
    ("America/New_York", "2025-11-02T01:30", "2025-11-02T05:30:00Z"), ("America/New_York", "2025-11-02T00:59:59", "2025-11-02T04:59:59Z"),
    ("America/New_York", "2025-11-02T01:59:59", "2025-11-02T05:59:59Z"), ("America/New_York", "2025-11-02T02:00", "2025-11-02T07:00:00Z"),
    ("America/New_York", "2026-11-21T12:00", "2026-11-21T17:00:00Z"), ("Europe/London", "2025-03-30T01:30", "2025-03-30T01:30:00Z"),
    ("Europe/London", "2025-10-26T01:30", "2025-10-26T00:30:00Z"), ("Australia/Lord_Howe", "2025-10-05T02:15", "2025-10-04T15:45:00Z"),
    ("Australia/Lord_Howe", "2025-04-06T01:45", "2025-04-05T14:45:00Z"),
    ("Australia/Lord_Howe", "2025-04-06T02:00", "2025-04-05T15:30:00Z"),
    ("Pacific/Apia", "2011-12-29T23:59", "2011-12-30T09:59:00Z"), ("Pacific/Apia", "2011-12-30T00:00", "2011-12-30T10:00:00Z"),
    ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00Z"), ("Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00:00Z"),
    ("America/St_Johns", "2025-03-09T02:30", "2025-03-09T06:00:00Z"), ("America/Havana", "2025-03-09T00:30", "2025-03-09T05:30:00Z"),
    ("America/Santiago", "2025-09-07T00:30", "2025-09-07T04:30:00Z"), ("Europe/Dublin", "2025-10-26T01:30", "2025-10-26T00:30:00Z"),
    ("Asia/Kolkata", "2025-06-01T12:00", "2025-06-01T06:30:00Z"), ("UTC", "2025-06-01T12:00", "2025-06-01T12:00:00Z"),
  ])
  func instantOfLocalTime(name: String, text: String, moment: String) throws {
    #expect(try zone(name).instant(local(text))?.description == moment)
  }

  @Test func skippedDayMovesToNextDay() throws {
    let apia = try zone("Pacific/Apia")
    for hour in 0..<24 {
      let time = hour < 10 ? "0\(hour):30" : "\(hour):30"
      #expect(try apia.instant(local("2011-12-30T" + time)) == apia.instant(local("2011-12-31T" + time)), "\(time)")
    }
  }

  /// Around each change of a decade, quarter hour by quarter hour: the first of the moments that show a local time is used; a time that no
  /// moment shows moves forward by the length of the gap.
  @Test(arguments: [
    "America/New_York", "Europe/London", "Europe/Dublin", "Australia/Lord_Howe", "America/St_Johns", "America/Havana", "Asia/Tehran",
    "Africa/Casablanca",
    "Pacific/Apia", "Pacific/Chatham", "America/Santiago", "Asia/Gaza", "Pacific/Kiritimati", "Asia/Kolkata",
  ])
  func everyClockChange(name: String) throws {
    let zone = try zone(name)
    let begin = try instant("2010-01-01T00:00:00Z").secondsSinceEpoch
    func offset(_ seconds: Int64) throws -> Int64 { Int64(zone.offset(at: try #require(Instant(secondsSinceEpoch: seconds)))) }
    var changes: [Int64] = []
    for day in stride(from: begin, to: begin + 10 * 365 * 86_400, by: 86_400) where try offset(day) != offset(day + 86_400) {
      for hour in stride(from: day, to: day + 86_400, by: 3600) where try offset(hour) != offset(hour + 3600) {
        changes.append(hour + 3600)
      }
    }
    for change in changes {
      let (before, after) = (try offset(change - 7200), try offset(change + 7200))
      for minutes in stride(from: -180 as Int64, through: 180, by: 15) {
        let wall = change + max(before, after) + minutes * 60
        let shown = try #require(Instant(secondsSinceEpoch: wall)).description.dropLast()
        let result = try #require(zone.instant(local(String(shown)))).secondsSinceEpoch
        let moments = try [wall - before, wall - after].filter { try $0 + offset($0) == wall }
        if let first = moments.min() {
          #expect(result == first, "\(name) \(shown)")
        } else {
          #expect(try result + offset(result) == wall + after - before, "\(name) \(shown) is in a gap")
        }
      }
    }
    #expect(changes.isEmpty == ["Pacific/Kiritimati", "Asia/Kolkata"].contains(name), "\(changes.count) changes")
  }

  @Test func nanosecondsAreKept() throws {
    let local = try local("2025-03-09T02:30:00.25")
    #expect(try zone("America/New_York").instant(local)?.nanoseconds == 250_000_000)
  }
}
