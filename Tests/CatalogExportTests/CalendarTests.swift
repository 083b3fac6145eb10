import CampusCatalog
import CatalogExport
import Foundation
import OpeningHours
import QueryTestData
import RandomData
import TestKit
import Testing

/// Calendars, as independent readers expand them.
@Suite struct CalendarTests {
  private static let zones = [
    "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Havana", "Atlantic/Azores", "Africa/Casablanca",
    "America/Santiago",
    "Asia/Seoul", "Africa/Cairo", "America/Nuuk", "Asia/Beirut", "Pacific/Chatham", "Antarctica/Troll", "America/St_Johns", "UTC",
  ]

  private func catalog(_ entries: [Entry], zone: String? = "America/New_York", at time: String = "2026-03-01T12:00:00Z") throws -> Catalog {
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: zone.flatMap { Zone($0) })
    return Catalog(generatedAt: try moment(time), campuses: [campus], feeds: [], entries: entries)
  }

  /// Returns the days around a moment as a range of time.
  private func days(_ count: Int64, around seconds: Int64) throws -> Range<Instant> {
    let length = count * 86_400
    return try #require(Instant(secondsSinceEpoch: seconds - length))..<#require(Instant(secondsSinceEpoch: seconds + length))
  }

  // MARK: - Hours

  /// Random schedules around the clock changes of their zones.
  @Test(.enabled(if: CalendarOracle.isInstalled), arguments: Budget.seeds(1))
  func randomHours(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let oracle = try CalendarOracle()
    for number in 0..<2 {
      let name = try #require(Self.zones.randomElement(using: &generator))
      let zone = try #require(Zone(name))
      let year = Int.random(in: 2024...2028, using: &generator)
      let begin = try moment("\(year)-01-01T12:00:00Z")
      let changes = zone.offsetChanges(in: begin..<(try moment("\(year + 3)-12-01T00:00:00Z")))
      let anyDay = begin.secondsSinceEpoch + Int64.random(in: 20...1000, using: &generator) * 86_400
      let middle = Bool.random(using: &generator) ? changes.randomElement(using: &generator)?.at ?? anyDay : anyDay
      let day = try #require(LocalDate(daysSinceEpoch: Int(middle / 86_400)))
      var random = RandomSchedule(seed: generator.next(), around: day)
      let entries = try (0..<4).map { index in
        try place("a/x/\(index)", "Hall \(index)", hours: schedule(zone, &random))
      }
      let moment = try moment("\(year)-\(["01-01T12:00:00Z", "07-04T00:00:00Z", "12-31T06:00:00Z"][number % 3])")
      let catalog = Catalog(generatedAt: moment, campuses: [], feeds: [], entries: entries)
      let late = max(middle, begin.secondsSinceEpoch + 20 * 86_400)
      try oracle.add("\(seed)-\(number)", catalog, [try days(16, around: late)])
    }
    try await oracle.check()
  }

  /// Events with times: random weeks with exceptions, some of several days in a row, and dates, some of them in a row or with unknown times, around
  /// the clock changes of their zones.
  @Test(.enabled(if: CalendarOracle.isInstalled), arguments: Budget.seeds(2))
  func eventTimes(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let oracle = try CalendarOracle()
    let name = try #require(Self.zones.randomElement(using: &generator))
    let zone = try #require(Zone(name))
    let begin = try moment("2026-01-01T12:00:00Z")
    let changes = zone.offsetChanges(in: begin..<(try moment("2028-12-01T00:00:00Z")))
    let middle = changes.randomElement(using: &generator)?.at ?? begin.secondsSinceEpoch + 90 * 86_400
    let day = try #require(LocalDate(daysSinceEpoch: Int(middle / 86_400)))
    var random = RandomSchedule(seed: generator.next(), around: day)
    let times = [("19:00", "21:00"), ("22:00", "26:00"), ("02:15", "02:45"), ("00:00", "12:00"), ("18:00", "24:00"), ("00:00", "24:00")]
    var entries: [Entry] = []
    for index in 0..<8 {
      var hours = schedule(zone, &random)
      if index % 4 == 1 {
        // Plans that meet at midnight, with exceptions.
        let week = WeekPlan(DayPlans(try (0..<7).map { _ in try plan(times[random.number(3...5)]) }))
        let layer = try #require(Layer(.weekly, from: random.day(within: 20), .week(week)))
        hours = Schedule(zone: zone, layers: [layer] + (random.chance(0.7) ? [Layer(.special, dates: random.dates())] : []))
      }
      if index % 2 == 0 {
        let dates = try (0..<6).flatMap { _ -> [DatedPlan] in
          let first = random.day(within: 20)
          return try (0..<random.number(1...3)).map { offset in
            let plan = random.chance(0.2) ? DayPlan.unknown : try plan(times[random.number(0...5)])
            return DatedPlan(try #require(first.adding(days: offset)), plan)
          }
        }
        hours = Schedule(zone: zone, layers: [Layer(.special, dates: dates)])
      }
      guard var event = Event(hours: hours) else { continue }
      event.status = [nil, .cancelled, .postponed, .tentative][random.number(0...3)]
      event.location = Location(building: "Hall", room: "1", coordinate: Coordinate(latitude: 1, longitude: 2))
      var entry = try place("a/x/\(index)", "Event \(index)")
      entry.details = .event(event)
      entries.append(entry)
    }
    let late = max(middle, begin.secondsSinceEpoch + 20 * 86_400)
    try oracle.add("\(seed)", Catalog(generatedAt: begin, campuses: [], feeds: [], entries: entries), [try days(16, around: late)])
    try await oracle.check()
  }

  /// A series on listed dates is one event with dates; a series by the week is one with a rule, and a canceled date is an exception in it.
  @Test func seriesAreOneEvent() throws {
    let zone = try #require(Zone("America/New_York"))
    let evening = DayPlan([try service("19:00", "21:00")])
    let dates = try ["2026-05-05", "2026-05-19", "2026-06-02"].map { DatedPlan(try date($0), evening) }
    let weekly = Layer(.weekly, from: try date("2026-05-04"), .week(WeekPlan([.monday: evening])))
    let canceled = Layer(.special, dates: [DatedPlan(try date("2026-05-25"), .closed)])
    var entries: [Entry] = []
    for (index, layers) in [[Layer(.special, dates: dates)], [try #require(weekly), canceled]].enumerated() {
      var entry = try place("a/x/\(index)", "Jazz")
      entry.details = .event(try #require(Event(hours: Schedule(zone: zone, layers: layers))))
      entries.append(entry)
    }
    let text = String(decoding: try calendar(of: catalog(entries)), as: UTF8.self)
    let events = text.components(separatedBy: "BEGIN:VEVENT").dropFirst()
    let (listed, rule) = (try #require(events.first), try #require(events.last))
    #expect(events.count == 2)
    #expect(
      listed.contains("DTSTART;TZID=America/New_York:20260505T190000\r\nDTEND;TZID=America/New_York:20260505T210000\r\n")
        && listed.contains("RDATE;TZID=America/New_York:20260519T190000\r\nRDATE;TZID=America/New_York:20260602T190000\r\n"))
    #expect(rule.contains("RRULE:FREQ=WEEKLY;BYDAY=MO\r\nEXDATE;TZID=America/New_York:20260525T190000\r\n"))
  }

  private func plan(_ times: (opens: String, closes: String)) throws -> DayPlan { DayPlan([try service(times.opens, times.closes)]) }

  /// A schedule with layers that cover months, so that others are interrupted for shorter or longer than a month.
  private func schedule(_ zone: Zone, _ random: inout RandomSchedule) -> Schedule {
    var layers = random.schedule(in: zone).layers
    for level in [Layer.Level.term, .holiday, .special] where random.chance(0.4) {
      let from = random.day(within: 200)
      let to = from.adding(days: random.number(0...70))
      let name = random.chance(0.5) ? ["Break", "Summer; Fall, \"2026\""][random.number(0...1)] : nil
      if let layer = Layer(level, name: name, from: from, to: random.chance(0.9) ? to : nil, random.rule()) { layers.append(layer) }
    }
    return Schedule(zone: zone, layers: layers)
  }

  /// Services that begin, end or last during the hours that clocks skip or repeat, on each day of the week.
  @Test(.enabled(if: CalendarOracle.isInstalled), arguments: Budget.isSoak ? zones : ["America/New_York", "Australia/Lord_Howe"])
  func servicesAtClockChanges(name: String) async throws {
    let services = try [
      service("00:00", "24:00"), service("22:00", "26:00", "Late"), service("01:30", "02:30"), service("02:00", "03:00"),
      service("02:15", "02:45", "Short"), service("00:00", "00:30"), service("00:30", "01:00"), service("23:30", "24:30"),
      service("01:00", "02:00"), service("03:00", "04:00"), service("00:30", "24:30", "Day"), service("09:00", "17:00"),
      service("23:00", "24:00"), service("22:59", "23:01"), service("01:45", "02:00"),
    ]
    let zone = try #require(Zone(name))
    var entries = try services.enumerated().map { index, service in
      try place("a/x/\(index)", "Hall \(index)", hours: daily([service], zone: name))
    }
    entries.append(try place("a/x/always", "Always", hours: Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .always)])))
    let changes = zone.offsetChanges(in: try moment("2025-01-03T00:00:00Z")..<moment("2028-12-29T00:00:00Z"))
    // Weeks and dates that begin with a clock change, and weeks that end with one.
    for (index, change) in changes.prefix(2).enumerated() {
      let day = try #require(LocalDate(daysSinceEpoch: Int(change.at / 86_400)))
      let week = try daily(Array(services.prefix(8)), zone: name).layers[0].rule
      for (shift, from, to) in [(0, -1, nil), (1, 0, nil), (2, 1, 1), (3, -20, 0), (4, -20, 1)] as [(Int, Int, Int?)] {
        let layer = Layer(.term, from: day.adding(days: from), to: to.flatMap { day.adding(days: $0) }, week)
        let hours = Schedule(zone: zone, layers: try [#require(layer)])
        entries.append(try place("a/x/\(index)-\(shift)", "Week \(index)-\(shift)", hours: hours))
      }
      let dates = try (-2...1).map { DatedPlan(try #require(day.adding(days: $0)), DayPlan(services)) }
      entries.append(try place("a/x/\(index)-d", "Dates", hours: Schedule(zone: zone, layers: [Layer(.special, dates: dates)])))
    }
    let oracle = try CalendarOracle()
    try oracle.add("hours", try catalog(entries, zone: name, at: "2025-02-03T04:05:06Z"), changes.map { try days(4, around: $0.at) })
    try await oracle.check()
  }

  /// Dates before the first year, far in the future, and at the ends of the calendar are not lost.
  @Test(.enabled(if: CalendarOracle.isInstalled))
  func datesOfAnyYear() async throws {
    let zone = try #require(Zone("America/New_York"))
    let plan = DayPlan([try service("18:00", "26:00", "Late")])
    let dates = try ["1985-06-01", "2019-05-05", "2025-12-31", "2026-01-01", "2045-07-01"].map { DatedPlan(try date($0), plan) }
    let week = try daily([service("09:00", "17:00")]).layers[0]
    let entries = [
      try place("a/x/1", "Dates", hours: Schedule(zone: zone, layers: [week, Layer(.special, dates: dates)])),
      try place("a/x/2", "Over", hours: Schedule(zone: zone, layers: [#require(Layer(.term, to: date("2025-12-31"), week.rule))])),
    ]
    let oracle = try CalendarOracle()
    try oracle.add("dates", try catalog(entries))
    try await oracle.check()
    let text = String(decoding: try calendar(of: catalog(entries)), as: UTF8.self)
    #expect(!text.contains("Over"), "a week that ended before the first year is left out")
    #expect(text.contains("DTSTART:19850601T220000Z") && text.contains("DTSTART;TZID=America/New_York:20190505T180000"))
  }

  // MARK: - Zones

  /// The definition of each zone has its clock changes from 1990 to 2050.
  @Test(.enabled(if: CalendarOracle.isInstalled))
  func everyZone() async throws {
    let zones = TimeZone.knownTimeZoneIdentifiers.sorted().compactMap { Zone($0) }
    #expect(zones.count > 400)
    let campuses = try zones.enumerated().map { index, zone in
      Campus(id: try parsed("z\(index)") { CampusID($0) }, name: zone.name, timeZone: zone)
    }
    let oracle = try CalendarOracle()
    try oracle.add("zones", Catalog(generatedAt: try moment("2026-03-01T12:00:00Z"), campuses: campuses, feeds: [], entries: []))
    try await oracle.check()
  }

  /// Some programs read only the first of several dates in one property.
  @Test(arguments: ["America/Sao_Paulo", "Africa/Casablanca", "Asia/Gaza"])
  func clockChangesHaveOneLineEach(name: String) throws {
    let lines = String(decoding: try calendar(of: catalog([], zone: name)), as: UTF8.self).components(separatedBy: "\r\n")
    let dates = lines.filter { $0.hasPrefix("RDATE") }
    #expect(dates.count > 10 && dates.allSatisfy { $0.wholeMatch(of: /RDATE:\d{8}T\d{6}/) != nil }, "\(dates)")
  }

  /// The zone of a place that is not its campus's is defined too, once; a calendar without zones and events has a component.
  @Test(.enabled(if: CalendarOracle.isInstalled))
  func zonesOfPlacesAreDefined() async throws {
    let plan = DatedPlan(try date("2026-05-05"), DayPlan([try service("09:00", "17:00")]))
    let hours = Schedule(zone: try #require(Zone("Europe/London")), layers: [Layer(.special, dates: [plan])])
    let entries = try (0..<600).map { try place("a/x/\($0)", "Hall", hours: hours) }
    let oracle = try CalendarOracle()
    try oracle.add("other", try catalog(entries))
    try oracle.add("none", try catalog(entries, zone: nil))
    try oracle.add("empty", try catalog([], zone: nil))
    try oracle.add("nothing", Catalog(generatedAt: try moment("2026-03-01T12:00:00Z"), campuses: [], feeds: [], entries: []))
    try await oracle.check()
    let text = String(decoding: try calendar(of: catalog(entries)), as: UTF8.self)
    #expect(text.components(separatedBy: "TZID:Europe/London").count == 2)
  }

  // MARK: - Texts

  private static let naughty = [
    "a,b;c\\d\"e", "\\n is not a line end", "<script>alert(1)</script>", "=1+1", "x\u{2028}BEGIN:VEVENT\u{2029}END:VEVENT\u{85}UID:1",
    "\u{202E}rtl\u{2066}", "Cafe\u{301}", "Caf\u{E9}", "a" + String(repeating: "\u{301}", count: 90),
    String(repeating: "北京大学 ", count: 60) + "x",
    String(repeating: "😀👩‍🍳", count: 40), String(repeating: "long ", count: 3000) + "x", "END:VCALENDAR", "TZID:x;VALUE=DATE:20260101",
    "\u{FEFF}bom", "a\u{200B}b", "ﷺ", "%0A%0D", "\\", ":", ";", ",", "\u{2028}", "a\u{2028}",
  ]

  @Test(.enabled(if: CalendarOracle.isInstalled))
  func textsAreReadBack() async throws {
    let zone = try #require(Zone("Europe/London"))
    var entries: [Entry] = []
    for (index, text) in Self.naughty.enumerated() {
      let service = try service("09:00", "17:00", text)
      let week = WeekPlan([.monday: DayPlan([service])])
      let location = Location(address: text, building: text, coordinate: Coordinate(latitude: -1e-5, longitude: 179.999_999_9))
      let layer = Layer(.weekly, name: text, unbounded: .week(week))
      var entry = try place("a/x/\(index)", text, location: location, hours: Schedule(zone: zone, layers: [layer]))
      entry.notice = text
      entry.links = [Link(.menu, try parsed("https://example.edu/é?a=1,2;b") { WebAddress($0) })]
      entries.append(entry)
      let source = SourceReference(feed: try feedID("a/x"), record: "e\(index)")
      let venue = Event.Venue(city: text, state: text)
      var event = Entry(
        id: try entryID("a/x/e\(index)"), campus: entry.campus, name: text, tags: [text, text + "2"], notice: text, sources: [source],
        details: .event(Event(startDate: try date("2026-02-28"), endDate: try date("2026-03-01"), venue: venue)))
      event.description = "\(text)\n\n\(text)"
      entries.append(event)
      event.id = try entryID("a/x/t\(index)")
      event.details = .alert(Alert(severity: .major, startsAt: try moment("2026-02-28T01:02:03.5Z"), endsAt: nil))
      entries.append(event)
    }
    let oracle = try CalendarOracle()
    try oracle.add("naughty", try catalog(entries, zone: "Europe/London"))
    try await oracle.check()
  }

  /// Random entries of all kinds, with texts, dates and times of all years.
  @Test(.enabled(if: CalendarOracle.isInstalled))
  func randomCatalogs() async throws {
    let oracle = try CalendarOracle()
    for seed in Budget.seeds(10) {
      var random = RandomCatalog(seed: seed)
      let catalog = try random.make()
      // Python only knows the clock changes of a few decades.
      let entries = catalog.entries.filter { $0.hours?.layers.isEmpty ?? true }
      let other = Catalog(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, entries: entries)
      try oracle.add("\(seed)", other)
    }
    try await oracle.check()
  }

  /// The same catalog gives the same bytes, however it is divided among processors.
  @Test func bytesDoNotDependOnProcessors() throws {
    var random = RandomCatalog(seed: 7)
    let catalog = try random.make(records: 600...700)
    let bytes = try calendar(of: catalog, jobs: 1)
    #expect(bytes.count > 100_000)
    #expect(try calendar(of: catalog, jobs: 3) == bytes)
  }

  // MARK: - Ids

  /// Returns the ids of the events of a place with these layers, each once, in their order.
  private func uids(_ layers: [Layer], at time: String = "2026-03-01T12:00:00Z") throws -> [String] {
    let hours = Schedule(zone: try #require(Zone("America/New_York")), layers: layers)
    let text = String(decoding: try calendar(of: catalog([place("a/x/1", "Hall", hours: hours)], at: time)), as: UTF8.self)
    let events = text.components(separatedBy: "BEGIN:VEVENT").dropFirst()
    let ids = events.filter { !$0.contains("RECURRENCE-ID") }.compactMap {
      $0.components(separatedBy: "\r\n").first { $0.hasPrefix("UID:") }
    }
    #expect(Set(ids).count == ids.count)
    return ids
  }

  @Test func exceptionsChangeNoOtherID() throws {
    let lunch = try service("11:00", "14:00", "Lunch")
    let (dinner, night) = (try service("17:00", "20:00", "Dinner"), try service("22:00", "26:00"))
    let week = Layer(.weekly, unbounded: try daily([lunch, dinner, night]).layers[0].rule)
    let break_ = try #require(Layer(.special, name: "Break", from: date("2026-11-25"), to: date("2026-11-29"), .week(WeekPlan())))
    let day = Layer(.special, dates: [DatedPlan(try date("2026-11-27"), DayPlan([lunch]))])
    let summer = try #require(Layer(.term, name: "Summer", from: date("2026-05-20"), to: date("2026-08-20"), .week(WeekPlan())))
    let plain = try uids([week])
    #expect(plain.count == 3)
    #expect(try uids([week, break_]) == plain)
    let withDay = try uids([week, break_, day])
    #expect(withDay.count == 4 && withDay.starts(with: plain))
    // A long exception divides the week in two; the first part keeps the id.
    let divided = try uids([week, break_, day, summer])
    #expect(divided.count == 7 && divided.starts(with: plain))
    #expect(try uids([week, summer]) == Array(divided.prefix(6)))
    // In the next year, only the second part is left, with the same id.
    #expect(try uids([week, summer], at: "2027-03-01T12:00:00Z") == Array(divided[3..<6]))
    #expect(try uids([week], at: "2027-03-01T12:00:00Z") == plain)
  }

  /// Layers and services that differ in one respect, or in none that affects ids.
  @Test func idsAreUnique() throws {
    let hours = try ["Café", "Cafe\u{301}", nil].map { try service("09:00", "17:00", $0) } + [service("09:00", "16:59")]
    let week = Layer.Rule.week(WeekPlan([.monday: DayPlan(hours)]))
    let first = try #require(Layer(.term, to: date("2026-04-30"), week))
    let second = try #require(Layer(.term, to: date("2026-03-30"), week))
    let named = try #require(Layer(.term, name: "x", to: date("2026-02-27"), week))
    let weekly = Layer(.weekly, unbounded: week)
    #expect(try uids([weekly, first, second, named]).count == 16)
  }
}
