import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

/// When events with times take place, and how lists say so. Questions are about campuses in New York.
@Suite struct EventTimesTests {
  private let events: [Entry]

  init() throws {
    func entry(_ record: String, _ event: Event) throws -> Entry {
      let feed = try feedID("a/x")
      return Entry(
        id: try entryID("a/x/\(record)"), campus: feed.campus, name: record, sources: [.init(feed: feed, record: record)],
        details: .event(event))
    }
    func dated(_ days: [(String, Service)]) throws -> Event {
      let zone = try parsed("America/New_York") { Zone($0) }
      let plans = try days.map { DatedPlan(try date($0.0), DayPlan([$0.1])) }
      return try #require(Event(hours: Schedule(zone: zone, layers: [Layer(.special, dates: plans)])))
    }
    let zone = try parsed("America/New_York") { Zone($0) }
    let evening = DayPlan([try service("19:00", "21:00")])
    let weekly = try #require(Layer(.weekly, from: try date("2026-11-02"), .week(WeekPlan([.monday: evening]))))
    let jazz = Schedule(zone: zone, layers: [weekly, Layer(.special, dates: [DatedPlan(try date("2026-11-30"), .closed)])])
    var talk = try dated([("2026-11-21", service("12:00", "13:00"))])
    talk.endUnknown = true
    var canceled = try dated([("2026-11-21", service("11:30", "13:00"))])
    canceled.status = .cancelled
    var tentative = try dated([("2026-11-22", service("08:00", "09:00"))])
    tentative.status = .tentative
    let saturday = try date("2026-11-21")
    events = try [
      entry("jazz", try #require(Event(hours: jazz))), entry("party", dated([("2026-11-21", service("22:00", "26:00"))])),
      entry(
        "hackathon",
        dated([
          ("2026-11-20", service("18:00", "24:00")), ("2026-11-21", service("00:00", "24:00")), ("2026-11-22", service("00:00", "12:00")),
        ])), entry("talk", talk), entry("canceled", canceled), entry("tentative", tentative),
      entry("fair", Event(startDate: saturday, endDate: saturday)),
      entry("game", Event(startDate: saturday, endDate: saturday, hours: Schedule(zone: zone, layers: []))),
    ]
  }

  private func listings(_ time: String, _ query: EventQuery = EventQuery(), kind: MomentKind = .now) throws -> [EventListing] {
    let zone = try parsed("America/New_York") { Zone($0) }
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: zone)
    return query.results(in: events.reversed(), by: StatusRule(at: try moment(time + "-05:00"), kind: kind, campuses: [campus])).items
  }

  private func sentences(_ time: String, kind: MomentKind = .now) throws -> [String] {
    try listings(time, kind: kind).map { "\($0.entry.id.record): \($0.sentence)" }
  }

  private func ids(_ time: String, _ query: EventQuery, kind: MomentKind = .now) throws -> [String] {
    try listings(time, query, kind: kind).map { "\($0.entry.id.record)" }
  }

  @Test func nextOccurrencesComeFirst() throws {
    #expect(
      try sentences("2026-11-21T12:00:00") == [
        "hackathon: Now, until tomorrow 12:00", "fair: Today", "game: Today, times not known", "canceled: Canceled",
        "talk: Now, since 12:00",
        "party: Starts at 22:00", "tentative: Starts tomorrow at 08:00, not confirmed", "jazz: Next on Monday 19:00",
      ])
    #expect(
      try sentences("2026-11-22T00:30:00") == [
        "hackathon: Now, until 12:00", "party: Now, until 02:00", "tentative: Starts at 08:00, not confirmed",
        "jazz: Next tomorrow at 19:00",
      ])
  }

  @Test(arguments: [
    ("2026-11-01T12:00:00", "Starts tomorrow at 19:00"), ("2026-11-23T18:45:30", "Next in 15 min"),
    ("2026-11-23T19:00:00", "Now, until 21:00"),
    ("2026-11-23T20:59:59", "Now, until 21:00"),
    // The next Monday is an exception.
    ("2026-11-23T21:00:00", "Next on Mon 7 Dec 19:00"), ("2026-11-30T19:30:00", "Next on Mon 7 Dec 19:00"),
    ("2031-05-05T19:30:00", "Now, until 21:00"),
  ])
  func seriesHasNextOccurrence(_ time: String, _ sentence: String) throws {
    let all = try sentences(time)
    #expect(all.contains("jazz: \(sentence)"), "\(all)")
  }

  /// The dates of a series may be listed only for a while.
  @Test func seriesIsUnknownAfterItsListedDates() throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let plans = try ["2026-11-21", "2026-12-21"].map { DatedPlan(try date($0), DayPlan([try service("12:00", "13:00")])) }
    var event = try #require(Event(hours: Schedule(zone: zone, layers: [Layer(.special, dates: plans)])))
    let feed = try feedID("a/x")
    let campus = Campus(id: feed.campus, name: "A", timeZone: zone)
    func listing(_ time: String, _ query: EventQuery = EventQuery()) throws -> EventListing? {
      let entry = Entry(
        id: try entryID("a/x/1"), campus: feed.campus, name: "a", sources: [.init(feed: feed, record: "1")], details: .event(event))
      let rule = StatusRule(at: try moment(time + "-05:00"), campuses: [campus])
      return query.results(in: [entry], by: rule).items.first
    }
    #expect(try listing("2026-12-21T13:00:00") == nil)
    event.endDate = .last
    #expect(try listing("2026-12-01T12:00:00")?.status.unknownReason == nil)
    let after = try #require(try listing("2026-12-22T12:00:00"))
    #expect(after.status.unknownReason != nil)
    #expect(after.sentence.hasSuffix("times not known"))
    for time in EventQuery.Time.allCases {
      var query = EventQuery()
      query.time = time
      #expect(try listing("2026-12-22T12:00:00", query) == nil, "no date is known")
    }
  }

  /// A day whose times are not known is an occurrence; the days between such days are not.
  @Test func daysWithUnknownTimesAreListedOnTheirDates() throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let feed = try feedID("a/x")
    let campus = Campus(id: feed.campus, name: "A", timeZone: zone)
    let plans = [
      DatedPlan(try date("2026-11-21"), .unknown), DatedPlan(try date("2026-11-24"), DayPlan([try service("19:00", "21:00")])),
      DatedPlan(try date("2026-12-05"), .unknown),
    ]
    let listed = Schedule(zone: zone, layers: [Layer(.special, dates: plans)])
    let week = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(WeekPlan([.saturday: .unknown])))])
    func listing(_ time: String, _ hours: Schedule, now: Bool = false) throws -> EventListing? {
      let event = Event(startDate: try date("2026-11-21"), endDate: try date("2026-12-05"), hours: hours)
      let entry = Entry(
        id: try entryID("a/x/1"), campus: feed.campus, name: "a", sources: [.init(feed: feed, record: "1")], details: .event(event))
      var query = EventQuery()
      query.time = now ? .now : nil
      return query.results(in: [entry], by: StatusRule(at: try moment(time + "-05:00"), campuses: [campus])).items.first
    }
    for (time, sentence) in [
      ("2026-11-20T12:00:00", "Tomorrow, times not known"), ("2026-11-21T23:00:00", "Today, times not known"),
      ("2026-11-22T00:00:00", "Next on Tuesday 19:00"), ("2026-11-24T20:00:00", "Now, until 21:00"),
      ("2026-11-24T21:00:00", "Sat 5 Dec, times not known"),
    ] {
      #expect(try listing(time, listed)?.sentence == sentence)
    }
    #expect(try listing("2026-11-26T12:00:00", week)?.sentence == "Sat 28 Nov, times not known")
    #expect(try listing("2026-12-06T12:00:00", week) == nil)
    for (time, isListed) in [("2026-11-21T12:00:00", true), ("2026-11-22T12:00:00", false), ("2026-11-23T12:00:00", false)] {
      #expect(try (listing(time, listed, now: true) != nil) == isListed)
      #expect(try (listing(time, week, now: true) != nil) == isListed)
    }
    let found = try #require(try listing("2026-11-21T12:00:00", listed, now: true))
    #expect(found.times == nil && found.lastDay == nil && found.remark == "times not known" && found.status.unknownReason != nil)
  }

  /// Occurrences from midnight to midnight are days, without times.
  @Test func wholeDaysHaveNoTimes() throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let feed = try feedID("a/x")
    let day = DayPlan([try service("00:00", "24:00")])
    let hours = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(WeekPlan([.saturday: day, .sunday: day])))])
    let event = Event(startDate: try date("2026-11-21"), endDate: .last, hours: hours)
    let entry = Entry(
      id: try entryID("a/x/1"), campus: feed.campus, name: "a", sources: [.init(feed: feed, record: "1")], details: .event(event))
    func listing(_ time: String, _ kind: MomentKind = .now) throws -> EventListing? {
      let campus = Campus(id: feed.campus, name: "A", timeZone: zone)
      let rule = StatusRule(at: try moment(time + "-05:00"), kind: kind, campuses: [campus])
      return EventQuery().results(in: [entry], by: rule).items.first
    }
    let now = try #require(try listing("2026-11-21T12:00:00"))
    #expect(now.sentence == "Until Sun 22 Nov" && now.times == nil && now.remark == "now" && now.lastDay == now.days.upperBound)
    #expect(try listing("2026-11-23T12:00:00")?.sentence == "Sat 28 Nov – Sun 29 Nov")
    let campus = Campus(id: feed.campus, name: "A", timeZone: zone)
    let details = EntryDetails(of: entry, feeds: [], by: StatusRule(at: try moment("2026-11-23T12:00:00-05:00"), campuses: [campus]))
    #expect(details.occurrenceTexts.first == "Sat 28 Nov – Sun 29 Nov")
    #expect(try listing("2026-11-22T00:00:00", .day)?.sentence == "Until Sun 22 Nov")
  }

  @Test func endsOfEventsWithoutTimes() throws {
    let feed = try feedID("a/x")
    func text(_ last: LocalDate) throws -> String? {
      let event = Event(startDate: try date("2026-11-21"), endDate: last)
      let entry = Entry(
        id: try entryID("a/x/1"), campus: feed.campus, name: "a", sources: [.init(feed: feed, record: "1")], details: .event(event))
      let rule = StatusRule(at: try moment("2026-11-21T12:00:00Z"), campuses: [Campus(id: feed.campus, name: "A", timeZone: Zone("UTC"))])
      return try #require(EventQuery().results(in: [entry], by: rule).items.first).lastDayText(.international)
    }
    #expect(try text(.last) == "no end")
    #expect(try text(date("2026-11-22")) == "until Sun 22 Nov 2026")
    #expect(try text(date("2026-11-21")) == nil)
  }

  @Test func otherMomentsAreNamed() throws {
    let chosen = try sentences("2026-11-21T12:00:00", kind: .chosen)
    #expect(chosen.contains("hackathon: Takes place until Sun 12:00") && chosen.contains("party: Starts on Sat 21 Nov 22:00"), "\(chosen)")
    let day = try sentences("2026-11-21T00:00:00", kind: .day)
    #expect(day.contains("hackathon: Takes place all day") && day.contains("party: Takes place 22:00–02:00"), "\(day)")
    #expect(day.contains("talk: Takes place from 12:00") && day.contains("jazz: Next on Mon 23 Nov 19:00"), "\(day)")
    let night = try listings("2026-11-21T18:00:00", kind: .night)
    #expect(night.filter { $0.status.isOpen }.map { "\($0.entry.id.record)" } == ["hackathon", "fair", "party"])
  }

  /// Some languages have an article before the time of day.
  @Test(arguments: [
    (Language.spanish, ["Ahora, hasta las 02:00", "Ahora, desde las 12:00", "Tiene lugar desde las 12:00"]),
    (.italian, ["In corso, fino alle 02:00", "In corso, dalle 12:00", "Si svolge dalle 12:00"]),
    (.french, ["En cours, jusqu’à 02:00", "En cours, depuis 12:00", "A lieu à partir de 12:00"]),
    (.german, ["Jetzt, bis 02:00", "Jetzt, seit 12:00", "Findet ab 12:00 statt"]),
  ])
  func timesHaveArticles(_ language: Language, _ expected: [String]) throws {
    func sentence(_ record: String, _ time: String, _ kind: MomentKind = .now) throws -> String? {
      let zone = try parsed("America/New_York") { Zone($0) }
      var rule = StatusRule(
        at: try moment(time + "-05:00"), kind: kind, campuses: [Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: zone)])
      rule.chosenStyle.language = language
      return EventQuery().results(in: events, by: rule).items.first { "\($0.entry.id.record)" == record }?.sentence
    }
    let found = [
      try sentence("party", "2026-11-21T23:00:00"), try sentence("talk", "2026-11-21T12:30:00"),
      try sentence("talk", "2026-11-21T00:00:00", .day),
    ]
    #expect(found == expected)
  }

  @Test func timesOfQueries() throws {
    var query = EventQuery()
    query.time = .now
    #expect(try ids("2026-11-21T12:00:00", query) == ["hackathon", "fair", "game", "talk"], "a canceled event is never now")
    #expect(try ids("2026-11-21T13:00:00", query) == ["hackathon", "fair", "game"])
    #expect(try ids("2026-11-21T00:00:00", query, kind: .day) == ["hackathon", "fair", "game", "talk", "party"])
    #expect(try ids("2026-11-21T18:00:00", query, kind: .night) == ["hackathon", "fair", "game", "party"])
    query.time = .tonight
    #expect(try ids("2026-11-21T12:00:00", query) == ["hackathon", "fair", "game", "party"])
    #expect(try ids("2026-11-23T12:00:00", query) == ["jazz"])
    #expect(try ids("2026-11-23T22:00:00", query) == [], "it is over")
    #expect(try ids("2026-11-30T12:00:00", query) == [])
    // At half past midnight, the night is still the one that began the day before, and its day is over.
    #expect(try ids("2026-11-22T00:30:00", query) == ["hackathon", "party"])
    #expect(try ids("2026-11-22T00:30:00", query, kind: .chosen) == ["hackathon", "party"])
    #expect(try ids("2026-11-21T00:30:00", query) == ["hackathon"], "the party is in the next night")
    #expect(try ids("2026-11-21T02:00:00", query) == ["hackathon", "fair", "game", "party"])
    #expect(try ids("2026-11-21T00:00:00", query, kind: .day) == ["hackathon", "fair", "game", "party"], "not the night before")
    #expect(try ids("2026-11-24T00:30:00", query) == [], "it ended at 21:00")
    query.time = .weekend
    #expect(try ids("2026-11-19T12:00:00", query) == ["hackathon", "fair", "game", "canceled", "talk", "party", "tentative"])
    #expect(try ids("2026-11-22T10:00:00", query) == ["hackathon"])
    query = EventQuery()
    (query.from, query.to) = (try date("2026-11-22"), try date("2026-11-23"))
    #expect(try ids("2026-12-30T12:00:00", query) == ["hackathon", "tentative", "jazz"], "a night belongs to the day it begins")
    query = EventQuery()
    query.to = try date("2026-11-20")
    #expect(try ids("2026-12-30T12:00:00", query) == ["jazz", "hackathon"])
    query = EventQuery()
    #expect(try ids("2026-11-30T22:00:00", query) == ["jazz"])
    query.includesPast = true
    #expect(try ids("2026-11-30T22:00:00", query).count == events.count)
  }

  @Test func oldTimesAreUnknown() throws {
    let feed = FeedReport(id: try feedID("a/x"), adapter: try parsed("x") { AdapterID($0) }, outcome: .stale)
    var old = feed
    old.checkedAt = try moment("2026-11-01T12:00:00Z")
    let rule = try rule(freshness: FreshnessLimit([old]))
    let party = try #require(EventQuery().results(in: events, by: rule).items.first { $0.entry.id.record == "party" })
    #expect(party.status.unknownReason?.code == "feed.old" && party.sentence == "Times unknown: the feed was last read on Sun 1 Nov")
  }

  @Test func listsHaveOccurrences() throws {
    func json(_ record: String, _ time: String) throws -> Substring {
      var writer = EntryListWriter()
      for listing in try listings(time) where listing.entry.id.record == record { writer.add(listing) }
      let text = writer.finish()
      return try #require(text.firstRange(of: "\"occurrence\"").map { text[$0.lowerBound...] })
    }
    #expect(
      try json("talk", "2026-11-21T12:30:00") == """
        "occurrence":{"state":"open","starts":"2026-11-21T12:00:00-05:00","ends":"2026-11-21T13:00:00-05:00","endUnknown":true,\
        "sentence":"Now, since 12:00"}}

        """)
    #expect(
      try json("jazz", "2026-11-21T12:30:00") == """
        "occurrence":{"state":"closed","starts":"2026-11-23T19:00:00-05:00","ends":"2026-11-23T21:00:00-05:00",\
        "sentence":"Next on Monday 19:00"}}

        """)
    #expect(
      try json("game", "2026-11-21T12:30:00") == """
        "occurrence":{"state":"unknown","because":"hours.none","sentence":"Today, times not known"}}

        """)
  }

  @Test func placesAndTimesAsText() throws {
    var entry = events[2]
    let found = try #require(try listings("2026-11-21T12:00:00").first)
    #expect(found.times == "18:00 – Sun 22 Nov 12:00" && found.remark == "now" && found.place == "location unknown")
    entry.location = Location(building: "Houston Hall", room: "Room 120")
    let listing = EventListing(entry, try #require(entry.event), by: try rule())
    #expect(listing.place == "Houston Hall, Room 120")
  }
}
