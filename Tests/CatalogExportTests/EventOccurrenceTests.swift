import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

/// Occurrences of events that last several days, last whole days or have unknown times, in calendars, linked data and tables.
@Suite struct EventOccurrenceTests {
  private static let evening = [("18:00", "24:00")]
  private static let day = [("00:00", "24:00")]
  private static let morning = [("00:00", "12:00")]
  private typealias Times = [(opens: String, closes: String)]

  private let zone: Zone
  private let weekend: Layer

  init() throws {
    zone = try parsed("America/New_York") { Zone($0) }
    let week = WeekPlan([
      .friday: try Self.plan(Self.evening), .saturday: try Self.plan(Self.day), .sunday: try Self.plan(Self.morning),
    ])
    weekend = try #require(Layer(.weekly, from: try date("2026-09-04"), .week(week)))
  }

  private static func plan(_ times: Times) throws -> DayPlan { DayPlan(try times.map { try service($0.opens, $0.closes) }) }

  /// Creates a layer of dates; nil for unknown times.
  private func dates(_ days: [String: Times?]) throws -> Layer {
    Layer(.special, dates: try days.map { DatedPlan(try date($0.key), try $0.value.map(Self.plan) ?? .unknown) })
  }

  private func event(_ layers: [Layer], until end: String? = nil, status: Event.Status? = nil) throws -> Entry {
    let hours = Schedule(zone: zone, layers: layers)
    let first = try date("2026-09-01")
    let event = Event(startDate: first, endDate: try end.map { try date($0) } ?? .last, hours: hours, status: status)
    var entry = try place("a/x/1", "Jam")
    entry.details = .event(event)
    return entry
  }

  private func lines(_ entry: Entry, _ format: ExportFormat = .ics, _ table: ExportTable = .occurrences) throws -> [String] {
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: zone)
    let at = try moment("2026-09-01T12:00:00Z")
    let rule = StatusRule(at: at, campuses: [campus])
    var export = CatalogExport(format, ExportHeader(generatedAt: at, campuses: [campus], feeds: [], rule: rule))
    export.table = table
    let catalog = Catalog(generatedAt: at, campuses: [campus], feeds: [], entries: [entry])
    var bytes: [UInt8] = []
    try export.write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Returns the times of each event of a calendar, except those that replace an occurrence at a clock change.
  private func calendar(_ entry: Entry) throws -> [String] {
    let events = try lines(entry).split(separator: "BEGIN:VEVENT").dropFirst()
    return events.filter { !$0.contains { $0.hasPrefix("RECURRENCE-ID") } }.map { lines in
      lines.filter { $0.hasPrefix("DT") && !$0.hasPrefix("DTSTAMP") || $0.hasPrefix("R") || $0.hasPrefix("EXDATE") }
        .map { $0.replacing(";TZID=America/New_York", with: "").replacing(";VALUE=DATE", with: "") }.joined(separator: " ")
    }
  }

  private func uids(_ entry: Entry) throws -> [String] { try lines(entry).filter { $0.hasPrefix("UID:") }.dropFirst().map { $0 } }

  private func linked(_ entry: Entry) throws -> String { try #require(try lines(entry, .jsonld).first { $0.contains("#a/x/1") }) }

  private func rows(_ entry: Entry) throws -> [String] {
    try lines(entry, .csv).dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[3...9].joined(separator: ",") }
  }

  // MARK: - Several days

  @Test func occurrencesOfSeveralDaysAreOneEveryWeek() throws {
    let entry = try event([weekend, dates(["2026-09-18": [], "2026-09-19": [], "2026-09-20": []])])
    #expect(
      try calendar(entry) == ["DTSTART:20260904T180000 DTEND:20260906T120000 RRULE:FREQ=WEEKLY;BYDAY=FR EXDATE:20260918T180000"])
    #expect(
      try linked(entry).contains(
        #""startDate":"2026-09-04T18:00:00-04:00","eventSchedule":[{"@type":"Schedule","startDate":"2026-09-04","startTime":"18:00:00","duration":"P1DT18H","repeatFrequency":"P1W","byDay":["https://schema.org/Friday"],"exceptDate":["2026-09-18"],"scheduleTimezone":"America/New_York"}]"#
      ))
  }

  /// Without its middle, an occurrence is two; with another end, it is another one.
  @Test func changedDaysReplaceTheWholeOccurrence() throws {
    #expect(
      try calendar(event([weekend, dates(["2026-09-19": []])])) == [
        "DTSTART:20260904T180000 DTEND:20260906T120000 RRULE:FREQ=WEEKLY;BYDAY=FR EXDATE:20260918T180000",
        "DTSTART:20260918T180000 DTEND:20260919T000000", "DTSTART:20260920T000000 DTEND:20260920T120000",
      ])
    #expect(
      try calendar(event([weekend, dates(["2026-09-20": [("00:00", "09:00")]])])) == [
        "DTSTART:20260904T180000 DTEND:20260906T120000 RRULE:FREQ=WEEKLY;BYDAY=FR EXDATE:20260918T180000",
        "DTSTART:20260918T180000 DTEND:20260920T090000",
      ])
    // The series begins on a Saturday, and another day follows an occurrence.
    let late = try #require(Layer(.weekly, from: try date("2026-09-05"), to: try date("2026-09-27"), weekend.rule))
    #expect(
      try calendar(event([late, dates(["2026-09-17": Self.evening, "2026-09-28": Self.morning])], until: "2026-09-28")) == [
        "DTSTART:20260911T180000 DTEND:20260913T120000 RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20260925T220000Z",
        "DTSTART:20260905T000000 DTEND:20260906T120000", "DTSTART:20260917T180000 DTEND:20260918T000000",
        "DTSTART:20260928T000000 DTEND:20260928T120000",
      ])
  }

  /// The days in the middle of a long occurrence are a layer of their own.
  @Test func longOccurrencesAreOne() throws {
    let middle = try #require(Layer(.weekly, from: try date("2026-09-02"), to: try date("2026-10-30"), .always))
    let entry = try event([middle, dates(["2026-09-01": Self.evening, "2026-10-31": Self.morning])], until: "2026-10-31")
    #expect(try calendar(entry) == ["DTSTART:20260901T180000 DTEND:20261031T120000"])
    #expect(try linked(entry).contains(#""startDate":"2026-09-01T18:00:00-04:00","endDate":"2026-10-31T12:00:00-04:00"}"#))
    #expect(try calendar(event([middle], until: "2026-10-30")) == ["DTSTART:20260902 DTEND:20261031"])
  }

  // MARK: - Whole days

  @Test func wholeDaysHaveNoTimes() throws {
    let week = Layer.Rule.week(WeekPlan([.monday: try Self.plan(Self.day), .wednesday: try Self.plan(Self.day)]))
    let weekly = try #require(Layer(.weekly, from: try date("2026-09-07"), to: try date("2026-10-30"), week))
    let entry = try event([weekly, dates(["2026-09-14": [], "2026-09-15": Self.day])], until: "2026-10-30")
    #expect(
      try calendar(entry) == [
        // The Tuesday and the Wednesday after it are one occurrence.
        "DTSTART:20260907 DTEND:20260908 RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261028 EXDATE:20260914,20260916",
        "DTSTART:20260915 DTEND:20260917",
      ])
    #expect(
      try linked(entry).contains(
        #""startDate":"2026-09-07","endDate":"2026-10-30","eventSchedule":[{"@type":"Schedule","startDate":"2026-09-07","endDate":"2026-10-30","repeatFrequency":"P1W","byDay":["https://schema.org/Monday","https://schema.org/Wednesday"],"exceptDate":["2026-09-14","2026-09-16"],"scheduleTimezone":"America/New_York"},{"@type":"Schedule","startDate":"2026-09-15","endDate":"2026-09-15","duration":"P2D","repeatCount":1"#
      ))
    #expect(
      try calendar(event([dates(["2026-09-03": Self.day, "2026-09-10": Self.day])], until: "2026-09-10")) == [
        "DTSTART:20260903 DTEND:20260904 RDATE:20260910"
      ])
    #expect(
      try linked(event([dates(["2026-09-03": Self.day, "2026-09-04": Self.day])], until: "2026-09-04")).contains(
        #""startDate":"2026-09-03","endDate":"2026-09-04"}"#))
  }

  /// An event around the clock without end is on each day, and so is one without times.
  @Test func endlessEventsAreOnEachDay() throws {
    let always = try #require(Layer(.weekly, from: try date("2026-09-02"), .always))
    #expect(
      try calendar(event([always, dates(["2026-09-09": []])])) == ["DTSTART:20260902 DTEND:20260903 RRULE:FREQ=DAILY EXDATE:20260909"])
    var entry = try event([])
    entry.details = .event(Event(startDate: try date("2026-09-02"), endDate: .last))
    #expect(try calendar(entry) == ["DTSTART:20260902 RRULE:FREQ=DAILY"])
  }

  // MARK: - Unknown times

  @Test func daysWithUnknownTimesAreWholeDays() throws {
    let entry = try event(
      [dates(["2026-09-03": nil, "2026-09-10": [("19:00", "21:00")], "2026-09-19": nil])], until: "2026-09-19", status: .tentative)
    #expect(
      try calendar(entry) == [
        "DTSTART:20260903 DTEND:20260904", "DTSTART:20260910T190000 DTEND:20260910T210000", "DTSTART:20260919 DTEND:20260920",
      ])
    #expect(try lines(entry).count { $0 == "STATUS:TENTATIVE" } == 3)
    #expect(
      try linked(entry).contains(
        #""startDate":"2026-09-03","endDate":"2026-09-19","eventSchedule":[{"@type":"Schedule","startDate":"2026-09-03","endDate":"2026-09-03","repeatCount":1,"scheduleTimezone":"America/New_York"},{"@type":"Schedule","startDate":"2026-09-10","endDate":"2026-09-10","startTime":"19:00:00""#
      ))
    #expect(
      try rows(entry) == ["2026-09-03,2026-09-03,th,,,,", "2026-09-10,2026-09-10,th,19:00,21:00,1140,1260", "2026-09-19,2026-09-19,sa,,,,"])
    #expect(
      try linked(event([dates(["2026-09-03": nil])], until: "2026-09-03")).contains(#""startDate":"2026-09-03","endDate":"2026-09-03"}"#))
  }

  @Test func seriesWithUnknownTimesIsOnItsDates() throws {
    let season = try event([dates(["2026-09-03": nil, "2026-09-10": nil])], until: "2026-09-10")
    #expect(try calendar(season) == ["DTSTART:20260903 DTEND:20260904", "DTSTART:20260910 DTEND:20260911"])
    #expect(try linked(season).matches(of: /repeatCount/).count == 2)
    // A weekly series: only on the days of the event.
    let week = Layer(.weekly, unbounded: .week(WeekPlan([.wednesday: .unknown, .thursday: try Self.plan([("19:00", "21:00")])])))
    let club = try event([week, dates(["2026-09-09": []])], until: "2026-10-01")
    #expect(
      try calendar(club).contains("DTSTART:20260902 DTEND:20260903 RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20260930 EXDATE:20260909"))
  }

  /// A date keeps its id when others are added or removed after it, or when a time becomes known.
  @Test func idsOfDatesAreStable() throws {
    let before = try uids(event([dates(["2026-09-03": nil, "2026-09-10": nil])], until: "2026-09-30"))
    let after = try uids(event([dates(["2026-09-03": [("19:00", "21:00")], "2026-09-10": nil, "2026-09-17": nil])], until: "2026-09-30"))
    #expect(before.count == 2 && after.count == 3 && Set(after).count == 3)
    #expect(after.starts(with: before))
  }
}
