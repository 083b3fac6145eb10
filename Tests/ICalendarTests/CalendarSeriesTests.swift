@testable import ICalendar
import OpeningHours
import TestKit
import Testing

@Suite struct CalendarSeriesTests {
  private func series(_ events: [String], zones definitions: String = "", campus: String = "America/New_York") throws
    -> (series: CalendarSeries, zones: CalendarZones)
  {
    let components = events.map { "BEGIN:VEVENT\nUID:a\nSUMMARY:a\n\($0)\nEND:VEVENT\n" }.joined()
    let file = try CalendarFile(parsing: Array("BEGIN:VCALENDAR\n\(definitions)\(components)END:VCALENDAR\n".utf8))
    var zones = CalendarZones(of: file, campus: try #require(Zone(campus)))
    let series = try #require(CalendarSeries(try file.events.map { try CalendarEvent($0) }, &zones))
    return (series, zones)
  }

  /// Returns the starts of occurrences through the end of a year, as texts.
  private func starts(_ events: [String], zones definitions: String = "", campus: String = "America/New_York", year: Int = 2027) throws
    -> [String]
  {
    var (series, zones) = try series(events, zones: definitions, campus: campus)
    let last = try #require(LocalDate(year: year, month: 12, day: 31))
    return try series.occurrences(through: last, &zones).occurrences.map { text($0.start) }
  }

  private func text(_ wall: Int64) -> String {
    let day = Int((Double(wall) / 86_400).rounded(.down))
    let minutes = Int(wall / 60) - day * 1440
    return "\(LocalDate(daysSinceEpoch: day)?.description ?? "") \(LocalTime(minutes: minutes)?.description ?? "")"
  }

  // MARK: - Hostile rules

  @Test(arguments: [
    "FREQ=SECONDLY", "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;COUNT=5", "FREQ=DAILY;RSCALE=CHINESE", "FREQ=NEVER", "x",
    "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;UNTIL=20261301", "FREQ=DAILY;COUNT=2;UNTIL=20270101", "RSCALE=GREGORIAN;FREQ=DAILY;SKIP=OMIT",
  ])
  func otherRulesAreNotRead(_ rule: String) throws {
    let (series, _) = try series(["DTSTART:20260901T100000\nRRULE:\(rule)"])
    #expect(series.recurrenceError?.code == .time)
  }

  /// The library reads these without an error, but applies them wrongly.
  @Test(arguments: [
    ("FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1", true), ("FREQ=MONTHLY;BYDAY=MO,WE;BYSETPOS=1", false),
    ("FREQ=DAILY;BYMONTHDAY=-1", true), ("FREQ=DAILY;BYMONTHDAY=1", false), ("FREQ=MONTHLY;BYMONTHDAY=-1", false),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;WKST=TU", true), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;WKST=SU", false),
    ("FREQ=WEEKLY;BYDAY=MO,TU;WKST=TU", false), ("FREQ=YEARLY;BYMONTHDAY=4", true), ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=4", false),
    ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", true), ("FREQ=WEEKLY;INTERVAL=65537", true), ("FREQ=WEEKLY;COUNT=4294967298", true),
    ("FREQ=WEEKLY;interval=2;count=5", false),
  ])
  func rulesThatTheLibraryAppliesWronglyAreErrors(_ rule: String, _ isError: Bool) throws {
    let (series, _) = try series(["DTSTART:20260901T100000\nRRULE:\(rule)"])
    #expect((series.recurrenceError?.code == .time) == isError)
  }

  @Test(arguments: [
    "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,10,20,30,40,50;INTERVAL=2",
    "FREQ=DAILY;BYHOUR=9,12,15,18,21",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31", "FREQ=WEEKLY;BYMONTHDAY=1",
  ])
  func rulesWithoutUsableDatesAreErrors(_ rule: String) throws {
    #expect(throws: CalendarError.self) { try starts(["DTSTART:20260901T100000\nRRULE:\(rule)"]) }
  }

  /// Each rule without dates takes a tenth of a second or more, so only a few are tried.
  @Test func onlyFewRulesWithoutDatesAreTried() throws {
    var (series, zones) = try series(["DTSTART:20260901T100000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"])
    let last = try #require(LocalDate(year: 2027, month: 9, day: 30))
    let codes = (0..<2_000).map { _ -> CalendarError.Code? in
      do throws(CalendarError) {
        _ = try series.occurrences(through: last, &zones)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(codes == Array(repeating: .time, count: 10) + Array(repeating: .limit, count: 1_990))
  }

  @Test(arguments: [
    ("20260901T100000", "FREQ=DAILY;INTERVAL=2;COUNT=1000000000"), ("19000101T100000", "FREQ=DAILY;INTERVAL=3"),
    ("20260901T100000", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"),
    ("20260901T100000", "FREQ=YEARLY;INTERVAL=32767"), ("20260901T100000", "FREQ=WEEKLY;INTERVAL=2;UNTIL=99991231T000000"),
  ])
  func endlessRulesAreListedForAWhile(_ start: String, _ rule: String) throws {
    #expect((1...400).contains(try starts(["DTSTART:\(start)\nRRULE:\(rule)"]).count))
  }

  /// A series with many events, replaced occurrences and changes takes time in proportion to their number.
  @Test func seriesMayHaveManyParts() throws {
    let parts = (0..<3_000).flatMap { number in
      let day = LocalDate(daysSinceEpoch: 20_000 + number).map { "\($0)".filter { $0 != "-" } } ?? ""
      return [
        "DTSTART;TZID=Europe/London:\(day)T100000",
        "DTSTART;TZID=Europe/London:\(day)T110000\nRECURRENCE-ID;RANGE=THISANDFUTURE:\(day)T220000Z",
      ]
    }
    #expect(try starts(parts).count == 6_000)
  }

  @Test func countsOfWeeksAreNotExpanded() throws {
    for (count, last) in [(1, "2026-09-01"), (3, "2026-09-08"), (1_000_000, nil)] {
      var (series, zones) = try series(["DTSTART:20260901T100000\nRRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=\(count)"])
      #expect(try #require(series.weekly(through: .last, &zones)).last?.description == last)
    }
  }

  // MARK: - Weeks

  @Test(arguments: [
    ("FREQ=WEEKLY", [Weekday.tuesday]), ("FREQ=WEEKLY;BYDAY=MO,FR", [.monday, .friday]), ("FREQ=DAILY", Weekday.allCases),
    ("FREQ=DAILY;BYDAY=SA,SU", [.saturday, .sunday]), ("FREQ=DAILY;INTERVAL=7", [.tuesday]), ("FREQ=WEEKLY;INTERVAL=2", nil),
    ("FREQ=WEEKLY;BYMONTH=9", nil), ("FREQ=DAILY;INTERVAL=2", nil), ("FREQ=MONTHLY;BYDAY=2TU", nil), ("FREQ=WEEKLY;BYDAY=1TU", nil),
  ])
  func rulesOfEveryWeekAreFound(_ rule: String, _ weekdays: [Weekday]?) throws {
    var (series, zones) = try series(["DTSTART:20260901T100000\nRRULE:\(rule)"])
    #expect(series.weekly(through: .last, &zones)?.weekdays == weekdays.map { Set($0) })
  }

  @Test(arguments: [
    ("20261231T235959Z", "2026-12-29"), ("20261229T150000Z", "2026-12-29"), ("20261229T145959Z", "2026-12-22"), ("20261229", "2026-12-29"),
    ("20261229T100000", "2026-12-29"), ("20260801", nil),
  ])
  func limitsAreInclusive(_ until: String, _ last: String?) throws {
    var (series, zones) = try series(["DTSTART;TZID=America/New_York:20260901T100000\nRRULE:FREQ=WEEKLY;UNTIL=\(until)"])
    #expect(series.weekly(through: .last, &zones)?.last?.description == last)
  }

  @Test func eventsOnAnotherClockAreWeeklyIfBothAreAlwaysAsFarApart() throws {
    let zones = [
      ("Europe/London", false), ("America/Detroit", true), ("Eastern Standard Time", true), ("US/Eastern", true), ("America/Chicago", true),
      ("America/Phoenix", false), ("EST5EDT", true), ("EST", false), ("Pacific/Auckland", false),
    ]
    for (zone, isWeekly) in zones {
      var (series, zones) = try series(["DTSTART;TZID=\(zone):20260901T100000\nRRULE:FREQ=WEEKLY"])
      #expect((series.weekly(through: .last, &zones) != nil) == isWeekly, "\(zone)")
    }
  }

  // MARK: - Exceptions

  @Test func replacedOccurrencesTakeTheirPlace() throws {
    let rule = "DTSTART:20260901T100000\nRRULE:FREQ=MONTHLY;COUNT=4"
    let moved = "DTSTART:20261002T110000\nRECURRENCE-ID:20261001T100000"
    let older = "DTSTART:20260930T090000\nRECURRENCE-ID:20261001T100000\nSEQUENCE:-1"
    let canceled = "DTSTART:20261101T100000\nRECURRENCE-ID:20261101T100000\nSTATUS:CANCELLED"
    let expected = ["2026-09-01 10:00", "2026-10-02 11:00", "2026-12-01 10:00"]
    #expect(try starts([rule, moved, canceled]) == expected)
    #expect(try starts([canceled, moved, older, rule]) == expected)
    #expect(try starts([canceled, older, moved, rule]) == expected)
  }

  /// Occurrences at the same time have an order, too: each reading has sets of its own, with another order.
  @Test func occurrencesAtTheSameTimeAreInOrder() throws {
    let rule = "DTSTART:20260901T100000\nRRULE:FREQ=MONTHLY;COUNT=8"
    let moved = (2...8).map { month in
      let (number, year) = month < 5 ? (month + 8, 2026) : (month - 4, 2027)
      return "RECURRENCE-ID:\(year)\(number < 10 ? "0" : "")\(number)01T100000\nDTSTART:20261201T100000\nLOCATION:Room \(9 - month)"
    }
    for _ in 0..<20 {
      var (series, zones) = try series([rule] + moved)
      let last = try #require(LocalDate(year: 2027, month: 12, day: 31))
      let rooms = try series.occurrences(through: last, &zones).occurrences.compactMap(\.location)
      #expect(rooms == (1...7).map { "Room \($0)" })
    }
  }

  /// The occurrence of October 1 at 10:00 is moved to 11:00, and then to 12:00.
  @Test(arguments: [
    ("SEQUENCE:1", "SEQUENCE:2\nLAST-MODIFIED:20260801T000000Z"),
    ("DTSTAMP:20260901T000000Z\nLAST-MODIFIED:20260801T000000Z", "DTSTAMP:20260901T000000Z\nLAST-MODIFIED:20260802T000000Z"),
    ("DTSTAMP:20260901T000000Z", "DTSTAMP:20260902T000000Z"), ("", "LAST-MODIFIED:20260802T000000Z"),
  ])
  func exceptionsOnTwoClocksAreOne(_ older: String, _ newer: String) throws {
    let rule = "DTSTART;TZID=America/New_York:20260901T100000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;COUNT=3"
    let ids = [
      "RECURRENCE-ID:20261001T140000Z", "RECURRENCE-ID;TZID=America/New_York:20261001T100000",
      "RECURRENCE-ID;TZID=Europe/Berlin:20261001T160000", "RECURRENCE-ID:20261001T100000", "RECURRENCE-ID;VALUE=DATE:20261001",
    ]
    for (first, second) in ids.flatMap({ first in ids.map { (first, $0) } }) {
      let events = [
        rule, "\(first)\nDTSTART:20261001T150000Z\n\(older)", "\(second)\nDTSTART;TZID=America/Chicago:20261001T110000\n\(newer)",
      ]
      for events in [events, events.reversed()] {
        #expect(try starts(events) == ["2026-09-01 10:00", "2026-10-01 12:00", "2026-11-01 10:00"], "\(first), \(second)")
      }
    }
  }

  @Test func exceptionsOfOneDayAreDifferentOccurrences() throws {
    let rule = "DTSTART;TZID=America/New_York:20260901T100000\nRRULE:FREQ=DAILY;BYHOUR=10,14;COUNT=4"
    let exceptions = [
      "RECURRENCE-ID:20260902T140000Z\nDTSTART:20260902T150000Z", "RECURRENCE-ID:20260902T140000\nDTSTART:20260902T150000",
    ]
    #expect(try starts([rule] + exceptions) == ["2026-09-01 10:00", "2026-09-01 14:00", "2026-09-02 11:00", "2026-09-02 15:00"])
  }

  @Test func versionsOnTwoClocksAreOne() throws {
    let versions = [
      "DTSTART:20260901T140000Z\nDURATION:PT1H\nDTSTAMP:20260801T000000Z",
      "DTSTART;TZID=America/New_York:20260901T100000\nDURATION:PT2H\nDTSTAMP:20260802T000000Z",
    ]
    for versions in [versions, versions.reversed()] {
      var (series, zones) = try series(versions)
      let occurrences = try series.occurrences(through: .init(year: 2027, month: 1, day: 1).unsafelyUnwrapped, &zones).occurrences
      #expect(occurrences.map { $0.end.map { end in text(end) } } == ["2026-09-01 12:00"])
    }
  }

  @Test func laterOccurrencesMayChange() throws {
    let rule = "DTSTART:20260901T100000\nDTEND:20260901T110000\nRRULE:FREQ=WEEKLY;COUNT=4"
    let change = "DTSTART:20260916T140000\nDTEND:20260916T160000\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260915T100000"
    #expect(try starts([rule, change]) == ["2026-09-01 10:00", "2026-09-08 10:00", "2026-09-16 14:00", "2026-09-23 14:00"])
  }

  @Test func weeksOnAnotherClockHaveTheHoursOfTheCampus() throws {
    let event = "DTSTART;TZID=America/Chicago:20260901T100000\nRRULE:FREQ=WEEKLY;COUNT=20\nEXDATE;TZID=America/Chicago:20260908T100000"
    var (series, zones) = try series([event])
    let last = try #require(LocalDate(year: 2027, month: 9, day: 30))
    let weekly = try #require(series.weekly(through: last, &zones))
    #expect(text(weekly.time.start) == "2026-09-01 11:00" && weekly.removed.map(\.description) == ["2026-09-08"])
    // At night, the clocks change at different times, and the days differ.
    for time in ["20260906T010000", "20260901T233000"] {
      var (series, zones) = try self.series(["DTSTART;TZID=America/Chicago:\(time)\nRRULE:FREQ=WEEKLY"])
      #expect(series.weekly(through: last, &zones) == nil, "\(time)")
    }
  }

  @Test func canceledLaterOccurrencesEndTheSeries() throws {
    let rule = "DTSTART:20260901T100000\nRRULE:FREQ=WEEKLY\nRDATE:20270101T100000"
    let end = "DTSTART:20260915T100000\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260915T100000\nSTATUS:CANCELLED"
    #expect(try starts([rule, end]) == ["2026-09-01 10:00", "2026-09-08 10:00"])
    var (series, zones) = try series([rule, end])
    #expect(try series.occurrences(through: .init(year: 2027, month: 1, day: 1).unsafelyUnwrapped, &zones).continuesUntil == nil)
  }

  @Test func onlyTheLatestVersionCounts() throws {
    let versions = ["DTSTART:20260901T100000\nSEQUENCE:1", "DTSTART:20260902T100000\nSEQUENCE:2", "DTSTART:20260903T100000"]
    #expect(try starts(versions) == ["2026-09-02 10:00"])
    #expect(try starts(versions.reversed()) == ["2026-09-02 10:00"])
  }

  @Test(arguments: ["URL:https://a.example.edu/", "DTEND:20260901T120000", "GEO:1;2", "CATEGORIES:b"])
  func equalVersionsHaveAnOrder(_ line: String) throws {
    let events = ["DTSTART:20260901T100000\n\(line)", "DTSTART:20260901T100000\nCLASS:PRIVATE"]
    let found = [try series(events).series.main, try series(events.reversed()).series.main]
    #expect(found[0].isPrivate == found[1].isPrivate)
  }

  @Test func occurrencesWithoutTheirSeriesAreOne() throws {
    let occurrences = ["DTSTART:20260916T140000\nRECURRENCE-ID:20260916T100000", "DTSTART:20260909T100000\nRECURRENCE-ID:20260909T100000"]
    #expect(try starts(occurrences) == ["2026-09-09 10:00", "2026-09-16 14:00"])
  }

  @Test func datesExceptWholeDays() throws {
    let rule = "DTSTART:20260901T100000\nRRULE:FREQ=MONTHLY;COUNT=3\nEXDATE;VALUE=DATE:20261001"
    #expect(try starts([rule]) == ["2026-09-01 10:00", "2026-11-01 10:00"])
  }

  // MARK: - Zones

  @Test func zonesOfWindowsExist() throws {
    #expect(WindowsZones.names.count > 120)
    for zone in WindowsZones.names.values { #expect(Zone(zone) != nil, "\(zone)") }
    for (name, time) in [("W. Europe Standard Time", "160000"), ("India Standard Time", "193000"), ("\"Tokyo Standard Time\"", "230000")] {
      #expect(try starts(["DTSTART;TZID=\(name):20260901T\(time)"]) == ["2026-09-01 10:00"], "\(name)")
    }
  }

  private static let definition = """
    BEGIN:VTIMEZONE
    TZID:Lake
    BEGIN:DAYLIGHT
    DTSTART:16010311T020000
    TZOFFSETFROM:-0600
    TZOFFSETTO:-0500
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
    END:DAYLIGHT
    BEGIN:STANDARD
    DTSTART:16011104T020000
    TZOFFSETFROM:-0500
    TZOFFSETTO:-0600
    RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
    END:STANDARD
    END:VTIMEZONE

    """

  /// The definition is that of Chicago.
  @Test func definedZonesEqualThoseOfTheDatabase() throws {
    var generator = SeededGenerator(seed: 20_261_129)
    for _ in 0..<300 {
      let day = try #require(LocalDate(daysSinceEpoch: Int.random(in: 14_000...25_000, using: &generator)))
      let time = "\(day)T\(LocalTime(minutes: Int.random(in: 0..<1440, using: &generator))?.description ?? "")00".filter {
        !"-:".contains($0)
      }
      let events = ["Lake", "America/Chicago"].map { "DTSTART;TZID=\($0):\(time)" }
      #expect(try starts([events[0]], zones: Self.definition) == starts([events[1]]), "\(time)")
    }
    // The hours that clocks skip, and show twice.
    for time in ["20270314T020000", "20270314T023000", "20270314T030000", "20271107T013000", "20271107T020000"] {
      let events = ["Lake", "America/Chicago"].map { "DTSTART;TZID=\($0):\(time)" }
      #expect(try starts([events[0]], zones: Self.definition) == starts([events[1]]), "\(time)")
    }
  }

  @Test func zoneOfTheCalendarIsTheLast() throws {
    #expect(try starts(["DTSTART;TZID=Nowhere:20260901T090000"], zones: "X-WR-TIMEZONE:America/Chicago\n") == ["2026-09-01 10:00"])
    var (series, zones) = try series(["DTSTART;TZID=Nowhere:20260901T090000"])
    #expect(try series.occurrences(through: .init(year: 2027, month: 1, day: 1).unsafelyUnwrapped, &zones).occurrences.count == 1)
    #expect(zones.unknown == ["Nowhere"])
  }
}
