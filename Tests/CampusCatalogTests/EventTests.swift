import CampusCatalog
import OpeningHours
import SimdJSON
import TestKit
import Testing

@Suite struct EventTests {
  private static let line =
    #"{"id":"penn/events/1","kind":"event","campus":"penn","name":"Jazz","location":{"building":"Houston Hall","room":"120","latitude":39.95,"longitude":-75.19},"hours":{"zone":"America/New_York","layers":[{"level":"weekly","from":"2026-11-02","week":{"mo":[["19:00","20:00"]]}},{"level":"special","days":{"2026-11-30":[]}}],"osm":"…"},"links":[{"rel":"registration","href":"https://a.edu/r"}],"startDate":"2026-11-02","endDate":"9999-12-31","endUnknown":true,"status":"tentative","organizer":"Music Department","cost":"$5","audience":["Alumni","Public"],"online":false,"venue":{"city":"Philadelphia"},"loginRequired":true,"sources":[{"feed":"penn/events","record":"1"}]}"#

  private func entry(_ json: String) throws -> Entry {
    let document = try JSONDocument(parsing: Array(json.utf8))
    return try Entry(reading: document.root)
  }

  private func text(_ entry: Entry) -> String {
    var writer = JSONWriter(capacity: 1024)
    entry.write(to: &writer)
    return writer.text
  }

  @Test func eventWithTimesIsReadAndWritten() throws {
    let entry = try entry(Self.line)
    let event = try #require(entry.event)
    #expect(event.isEndless && event.endUnknown && event.status == .tentative && event.audience == ["Alumni", "Public"])
    #expect(entry.location?.room == "120" && entry.hours?.layers.count == 2 && event.isOnline == false)
    let osm = try #require(entry.hours?.osm)
    #expect(text(entry) == Self.line.replacing("…", with: osm))
  }

  @Test func placeWithAccessIsReadAndWritten() throws {
    let line =
      #"{"id":"penn/l/2","kind":"place","campus":"penn","name":"Chat","category":"library","access":"remote","partOf":"penn/l/1","sources":[{"feed":"penn/l","record":"2"}]}"#
    #expect(try text(entry(line)) == line)
  }

  /// The dates of an event are those of its occurrences, unless its feed states others that include them.
  @Test func datesFollowHours() throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let (first, last) = (try parsed("2026-11-02") { LocalDate($0) }, try parsed("2026-11-30") { LocalDate($0) })
    let evening = DayPlan([try #require(Service(opens: parsed("22:00") { LocalTime($0) }, closes: parsed("26:00") { LocalTime($0) }))])
    let dated = Schedule(zone: zone, layers: [Layer(.special, dates: [DatedPlan(last, evening), DatedPlan(first, evening)])])
    var event = try #require(Event(hours: dated))
    #expect(event.startDate == first && event.endDate == last && event.hasConsistentDates)
    event.startDate = try #require(first.adding(days: -9))
    event.makeDatesConsistent()
    #expect(event.startDate != first, "the feed may state a day before the first occurrence that is known")
    event.startDate = try #require(first.adding(days: 1))
    #expect(!event.hasConsistentDates)
    event.makeDatesConsistent()
    #expect(event.startDate == first)
    // A last day whose times are not known lasts until midnight.
    let (nine, midnight) = (try parsed("2026-12-01T02:00:00Z") { Instant($0) }, try parsed("2026-12-01T05:00:00Z") { Instant($0) })
    for (plan, hasEnded) in [(DayPlan.unknown, false), (.closed, true)] {
      event.hours = Schedule(zone: zone, layers: [Layer(.special, dates: [DatedPlan(first, evening), DatedPlan(last, plan)])])
      #expect(event.hasEnded(by: nine, in: zone) == hasEnded)
      #expect(event.hasEnded(by: midnight, in: zone))
    }
    #expect(Event(hours: Schedule(zone: zone, layers: [])) == nil)
    #expect(Event(hours: Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(WeekPlan([:])))])) == nil)
  }
}
