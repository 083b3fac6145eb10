import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

/// Events with times in the formats that have dates otherwise.
@Suite struct EventExportTests {
  private let series: Entry
  private let talk: Entry

  init() throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let evening = DayPlan([try service("19:00", "21:00")])
    let weekly = try #require(Layer(.weekly, from: try date("2026-11-02"), .week(WeekPlan([.monday: evening]))))
    let canceled = Layer(.special, dates: [DatedPlan(try date("2026-11-30"), .closed)])
    var entry = try place("a/x/1", "Jazz")
    entry.details = .event(try #require(Event(hours: Schedule(zone: zone, layers: [weekly, canceled]))))
    series = entry
    let night = Layer(.special, dates: [DatedPlan(try date("2026-11-21"), DayPlan([try service("22:00", "26:00")]))])
    var event = try #require(Event(hours: Schedule(zone: zone, layers: [night])))
    event.status = .cancelled
    (event.organizer, event.cost, event.audience, event.isOnline) = ("Jazz Society", "$5", ["Alumni"], true)
    event.location = Location(building: "Houston Hall", room: "120", coordinate: Coordinate(latitude: 40, longitude: -75))
    entry = try place("a/x/2", "Talk")
    entry.details = .event(event)
    entry.links = [Link(.registration, try parsed("https://example.edu/register") { WebAddress($0) })]
    talk = entry
  }

  private func text(_ format: ExportFormat, _ table: ExportTable = .events, at time: String = "2026-11-21T17:00:00Z") throws -> [String] {
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: try parsed("America/New_York") { Zone($0) })
    let at = try moment(time)
    let catalog = Catalog(generatedAt: at, campuses: [campus], feeds: [], entries: [series, talk])
    var export = CatalogExport(
      format, ExportHeader(generatedAt: at, campuses: [campus], feeds: [], rule: StatusRule(at: at, campuses: [campus])))
    export.table = table
    var bytes: [UInt8] = []
    try export.write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test func linkedDataHasSchedules() throws {
    let lines = try text(.jsonld)
    let jazz = try #require(lines.first { $0.contains("#a/x/1") })
    #expect(
      jazz.contains(
        #""startDate":"2026-11-02T19:00:00-05:00","eventSchedule":[{"@type":"Schedule","startDate":"2026-11-02","startTime":"19:00:00","endTime":"21:00:00","repeatFrequency":"P1W","byDay":["https://schema.org/Monday"],"exceptDate":["2026-11-30"],"scheduleTimezone":"America/New_York"}]"#
      ), "\(jazz)")
    let talk = try #require(lines.first { $0.contains("#a/x/2") })
    #expect(
      talk.contains(
        #""startDate":"2026-11-21T22:00:00-05:00","endDate":"2026-11-22T02:00:00-05:00","eventStatus":"https://schema.org/EventCancelled","eventAttendanceMode":"https://schema.org/MixedEventAttendanceMode","location":{"@type":"Place","name":"Houston Hall, 120","geo":{"@type":"GeoCoordinates","latitude":40,"longitude":-75}},"organizer":{"@type":"Organization","name":"Jazz Society"},"audience":{"@type":"Audience","audienceType":"Alumni"},"offers":{"@type":"Offer","description":"$5","url":"https://example.edu/register"}"#
      ), "\(talk)")
  }

  /// Only events with a position are on the map.
  @Test func featuresHavePositions() throws {
    let features = try text(.geojson).filter { $0.hasPrefix("{\"type\":\"Feature\"") }
    #expect(features.count == 1)
    #expect(
      features.first?.contains(
        #""geometry":{"type":"Point","coordinates":[-75,40]},"properties":{"name":"Talk","kind":"event","startDate":"2026-11-21","endDate":"2026-11-21","starts":"2026-11-21T22:00:00-05:00","ends":"2026-11-22T02:00:00-05:00","timeZone":"America/New_York","status":"cancelled""#
      ) == true, "\(features)")
  }

  @Test func tablesHaveOccurrences() throws {
    let rows = try text(.csv, .occurrences)
    #expect(
      rows.first?.hasPrefix("id,campus,name,from_date,to_date,weekday,starts,ends,starts_minutes,ends_minutes,label,time_zone") == true)
    #expect(
      rows.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).prefix(12).joined(separator: ",") } == [
        "a/x/1,a,Jazz,2026-11-02,2026-11-29,mo,19:00,21:00,1140,1260,,America/New_York",
        "a/x/1,a,Jazz,2026-12-01,,mo,19:00,21:00,1140,1260,,America/New_York",
        "a/x/2,a,Talk,2026-11-21,2026-11-21,sa,22:00,26:00,1320,1560,,America/New_York",
      ])
    let events = try text(.csv)
    #expect(events.first?.hasPrefix("id,campus,name,start_date,end_date,city,state,state_code,login_required,building") == true)
  }

  @Test func pagesHaveTimes() throws {
    let page = try text(.markdown).joined(separator: "\n")
    #expect(page.contains("| Mon 23 Nov 2026, 19:00–21:00 | Jazz | location unknown |"), "\(page)")
    #expect(page.contains("| Sat 21 Nov 2026, 22:00–02:00, canceled | Talk | Houston Hall, 120 |"))
    let later = try text(.markdown, at: "2026-11-24T01:00:00Z").joined(separator: "\n")
    #expect(later.contains("| Mon 23 Nov 2026, 19:00–21:00, now | Jazz | location unknown |"), "\(later)")
  }
}
