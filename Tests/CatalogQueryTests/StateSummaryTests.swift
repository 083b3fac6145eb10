import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@Suite struct StateSummaryTests {
  private func dated(_ id: String, _ dates: String...) throws -> Entry {
    let days = try dates.map { DatedPlan(try date($0), DayPlan([try service("10:00", "14:00")])) }
    let zone = try parsed("America/New_York") { Zone($0) }
    return try place(id, id, hours: Schedule(zone: zone, layers: [Layer(.special, dates: days)]))
  }

  private func summary(_ entries: [Entry], at text: String = "2026-11-21T12:00:00-05:00") throws -> StateSummary {
    PlaceQuery().summary(in: entries, by: try rule(at: text))
  }

  @Test func countsAndNextOpening() throws {
    let found = try summary([
      place("a/x/open", "o", hours: daily([service("10:00", "15:00")])),
      place("a/x/late", "l", hours: daily([service("18:00", "22:00")])), place("a/x/soon", "s", hours: daily([service("13:00", "22:00")])),
      place("a/x/none", "n"),
    ])
    #expect([found.open, found.closed, found.unknown] == [1, 2, 1])
    #expect(found.nextToOpen?.entry.name == "s")
    #expect(found.otherDates == nil)
  }

  /// Places that a query leaves out because of its limit or its state still count.
  @Test(arguments: Budget.seeds(20)) func countsAllResults(seed: UInt64) throws {
    var random = RandomPlaces(seed: seed)
    let (entries, rule) = (try random.make(), try rule())
    var query = try random.query()
    query.filter.staysOpen = nil
    let summary = query.summary(in: random.shuffled(entries), by: rule)
    query.filter.state = nil
    query.limit = nil
    let all = query.results(in: entries, by: rule).items
    #expect(
      [summary.open, summary.closed, summary.unknown] == PlaceState.allCases.map { state in all.count { PlaceState($0.status) == state } })
    let byCategory = Dictionary(grouping: all) { $0.entry.place?.category ?? .other }
    #expect(summary.byCategory.mapValues(\.all) == byCategory.mapValues(\.count))
    #expect(summary.byCategory.mapValues(\.open) == byCategory.mapValues { $0.count { $0.status.isOpen } })
    let nearby = all.filter { $0.status.opens != nil && $0.distance ?? 0 <= Proximity.nearby }
    if let first = nearby.compactMap(\.status.opens).min() { #expect(summary.nextToOpen?.status.opens == first, "seed \(seed)") }
    #expect(query.summary(in: entries, by: rule, statuses: entries.map { rule.status(of: $0) }).nextToOpen == summary.nextToOpen)
  }

  @Test func firstToOpenIsNearby() throws {
    func cafe(_ id: String, _ opens: String, _ latitude: Double, zone: String = "America/New_York") throws -> Entry {
      let location = Location(coordinate: Coordinate(latitude: latitude, longitude: -77.3))
      return try place(id, id, location: location, hours: daily([service(opens, "22:00")], zone: zone))
    }
    let (near, farther) = (try cafe("a/x/near", "08:00", 38.83), try cafe("a/x/farther", "07:00", 38.84))
    let (twin, abroad) = (try cafe("a/x/twin", "07:00", 38.85), try cafe("b/x/abroad", "09:00", 53.4, zone: "Europe/London"))
    let (newYork, london) = (try parsed("America/New_York") { Zone($0) }, try parsed("Europe/London") { Zone($0) })
    let campuses = try [("a", newYork), ("b", london)].map { Campus(id: try parsed($0) { CampusID($0) }, name: $0, timeZone: $1) }
    let rule = StatusRule(at: try moment("2026-11-27T22:40:00-05:00"), campuses: campuses)
    let position = try parsed("38.83,-77.3") { try? Coordinate(parsing: $0) }
    func first(_ entries: [Entry]) -> (id: String?, opening: String?) {
      let summary = PlaceQuery(near: Proximity(position)).summary(in: entries, by: rule)
      return (summary.nextToOpen.map { String($0.entry.id.record) }, summary.nextOpening)
    }
    #expect(first([abroad, near, twin, farther]) == ("farther", "Opens tomorrow 07:00, New York time"))
    #expect(first([near, abroad]) == ("near", "Opens tomorrow 08:00, New York time"))
    #expect(first([abroad]) == ("abroad", "Opens 09:00, London time"), "it is already the next day there")
    #expect(PlaceQuery().summary(in: [near, abroad], by: rule).nextToOpen?.entry.id == abroad.id, "without a position, it is the first")
    let one = StatusRule(at: rule.instant, campuses: [campuses[0]])
    #expect(PlaceQuery().summary(in: [near], by: one).nextOpening == "Opens tomorrow 08:00")
  }

  /// A question about a day is about its hours, not about its first moment.
  @Test func hoursOfADay() throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "a", timeZone: zone)
    let entries = try [
      place("a/x/day", "Day", hours: daily([service("10:00", "16:00")])),
      place(
        "a/x/night", "Night",
        hours: Schedule(
          zone: zone,
          layers: [
            Layer(
              .special,
              dates: [
                DatedPlan(date("2026-12-04"), DayPlan([service("20:00", "26:00")])), DatedPlan(date("2026-12-05"), .closed),
                DatedPlan(date("2026-12-06"), DayPlan([service("20:00", "26:00")])),
              ])
          ])), place("a/x/none", "None"),
    ]
    func answers(_ kind: MomentKind, _ state: PlaceState? = nil) throws -> [String] {
      let rule = StatusRule(at: try moment("2026-12-05T00:00:00-05:00"), kind: kind, campuses: [campus])
      var query = PlaceQuery()
      query.filter.state = state
      return query.results(in: entries, by: rule).items.map { "\($0.entry.id.record) \(PlaceState($0.status)): \($0.sentence)" }
    }
    #expect(try answers(.day) == ["day open: Open 10:00–16:00", "night closed: Closed", "none unknown: Hours unknown"])
    #expect(try answers(.day, .open) == ["day open: Open 10:00–16:00"])
    #expect(try answers(.chosen) == ["night open: Open until Sat 02:00", "day closed: Opens Sat 10:00", "none unknown: Hours unknown"])
    let rule = StatusRule(at: try moment("2026-12-05T00:00:00-05:00"), kind: .day, campuses: [campus])
    let details = EntryDetails(of: entries[1], feeds: [], by: rule)
    #expect(try details.week.first?.date == date("2026-12-05"), "the night before is over")
    #expect(details.summary?.isOpen == false && details.summary?.openToday == .closed)
    let open = OpeningSummary(of: entries[0], by: rule)
    #expect(open.closes?.description == "2026-12-05T21:00:00Z" && open.sentenceAfterwards == "Opens Sun 6 Dec 10:00")
  }

  @Test func hoursOfOtherDates() throws {
    let entries = try [dated("a/x/1", "2023-09-17", "2023-09-18"), dated("a/x/2", "2023-09-16", "2023-09-22"), place("a/x/3", "x")]
    func dates(_ entries: [Entry], at text: String = "2026-11-21T12:00:00-05:00") throws -> [LocalDate?]? {
      try summary(entries, at: text).otherDates.map { [$0.first, $0.last] }
    }
    let days = try [date("2023-09-16"), date("2023-09-22")]
    #expect(try dates(entries) == days)
    #expect(try dates(entries, at: "2022-01-01T00:00:00Z") == days)
    #expect(try dates(entries, at: "2023-09-20T12:00:00-04:00") == nil, "a gap within the dates")
    #expect(try dates([place("a/x/3", "x")]) == nil)
    #expect(try summary(entries).isAllOnOtherDates)
    #expect(try summary(entries).otherDates?.example == date("2023-09-17"))
  }

  @Test func mostHoursOfOtherDates() throws {
    let others = try [dated("a/x/1", "2023-09-17"), dated("a/x/2", "2023-09-16")]
    let today = try [place("a/x/4", "y", hours: daily([])), place("a/x/5", "z", hours: daily([]))]
    let most = try summary(others + today.prefix(1))
    #expect(most.otherDates?.count == 2)
    #expect(!most.isAllOnOtherDates)
    #expect(try summary(others + today).otherDates == nil, "half is not most")
  }

  @Test func hoursWithoutBeginningOrEnd() throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let week = WeekPlan([.monday: DayPlan([try service("10:00", "14:00")])])
    func weekly(from: LocalDate? = nil, to: LocalDate? = nil) throws -> Entry {
      let layer = try #require(Layer(.weekly, from: from, to: to, .week(week)))
      return try place("a/x/1", "x", hours: Schedule(zone: zone, layers: [layer]))
    }
    let ended = try #require(try summary([weekly(to: date("2024-08-21"))]).otherDates)
    #expect(ended.first == nil)
    #expect(try ended.last == date("2024-08-21"))
    #expect(try ended.example == date("2024-08-21"))
    let begins = try #require(try summary([weekly(from: date("2027-01-01"))]).otherDates)
    #expect(try [begins.first, begins.last, begins.example] == [date("2027-01-01"), nil, date("2027-01-02")])
  }
}
