import Aggregation
import Basics
import CampusCatalog
import CatalogSession
import FeedKit
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// Problems with the data of a feed, from its stored results.
@Suite struct FeedQualityTests {
  private let folder: TemporaryFolder
  private let store: SnapshotStore
  private let feed: FeedID
  private let campus: Campus
  private let zone: Zone

  init() throws {
    folder = try TemporaryFolder()
    store = try SnapshotStore.open(path: folder.path())
    feed = try parsed("town/a", FeedID.init)
    zone = try parsed("Europe/London", Zone.init)
    campus = Campus(id: feed.campus, name: "Town", timeZone: zone, country: "GB")
  }

  private func entry(_ record: String, _ name: String, _ details: Entry.Details) throws -> Entry {
    let id = try #require(EntryID(feed: feed, record: record))
    return Entry(id: id, campus: feed.campus, name: name, sources: [SourceReference(feed: feed, record: record)], details: details)
  }

  /// A place that is open on some days; without hours if there are none.
  private func place(_ record: String, _ dates: ClosedRange<String>?, _ location: Location = Location()) throws -> Entry {
    var hours = Schedule(zone: zone, layers: [])
    if let dates {
      let nine = try parsed("09:00", LocalTime.init)
      let day = DayPlan([try #require(Service(opens: nine, closes: try parsed("17:00", LocalTime.init)))])
      let week = WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, day) }))
      let range = (try parsed(dates.lowerBound, LocalDate.init), try parsed(dates.upperBound, LocalDate.init))
      hours = Schedule(zone: zone, layers: [try #require(Layer(.weekly, from: range.0, to: range.1, .week(week)))])
    }
    return try entry(record, "Place \(record)", .place(Place(category: .cafe, location: location, hours: hours)))
  }

  private func store(_ entries: [Entry], at text: String, checked: String? = nil, notes: [Note] = []) async throws {
    let (lines, time) = (EntryLines(entries.sorted { $0.id < $1.id }), try parsed(text, Instant.init))
    let body = Array(text.utf8)
    var state = FeedState(feed: feed, key: "key")
    state.lastGood = FeedState.LastGood(
      acceptedAt: time, checkedAt: try checked.map { try parsed($0, Instant.init) } ?? time, fetchedAt: time,
      content: SHA256.hash(lines.bytes).hexadecimal, bodies: SHA256.hash(body).hexadecimal, bytes: body.count, entries: lines.count,
      rejected: 1, url: nil, etag: nil, notes: notes)
    try await store.commit(FeedUpdate(state, entries: lines.bytes))
  }

  private func quality(at now: String) async throws -> FeedQuality {
    try #require(try await FeedQuality(of: feed, campus, in: store, now: try parsed(now, Instant.init)))
  }

  /// A place that is new has had no time to state its hours.
  @Test func newPlacesAreNoProblem() async throws {
    try await store([try place("old", nil)], at: "2026-10-01T12:00:00Z")
    try await store([try place("new", nil), try place("old", nil)], at: "2026-11-25T12:00:00Z")
    #expect(try await quality(at: "2026-11-26T12:00:00Z").problems.map { $0.entry?.description } == ["town/a/old"])
  }

  @Test func hoursAreUnknownSinceTheLastKnownDay() async throws {
    // The window of "window" ends; "stopped" has no hours in the second result; "never" never had any.
    let long = "2026-01-01"..."2026-12-31"
    try await store(
      [try place("known", long), try place("never", nil), try place("stopped", long), try place("window", "2026-10-01"..."2026-11-05")],
      at: "2026-10-01T12:00:00Z")
    try await store(
      [
        try place("known", long), try place("late", "2026-11-01"..."2026-11-20"), try place("never", nil), try place("stopped", nil),
        try place("window", "2026-10-01"..."2026-11-05"),
      ], at: "2026-11-01T12:00:00Z", checked: "2026-11-28T12:00:00Z")
    let found = try await quality(at: "2026-11-29T12:00:00Z")
    #expect(found.entries == 5 && found.rejected == 1)
    #expect(
      found.problems.map { "\($0.entry?.description ?? "") \($0.since?.description ?? "never")" } == [
        "town/a/never never", "town/a/stopped 2026-11-01", "town/a/window 2026-11-06",
      ])
    #expect(found.problems.allSatisfy { $0.kind == .unknownHours })
    // A feed that has not been checked since then cannot be blamed.
    #expect(try await quality(at: "2026-11-12T12:00:00Z").problems.map(\.entry?.description) == ["town/a/never"])
  }

  @Test func positionsAndDuplicatesAndEventsWithoutPlaceAreListed() async throws {
    let here = Location(coordinate: Coordinate(latitude: 53.4, longitude: -2.9))
    let there = Location(coordinate: Coordinate(latitude: 53.41, longitude: -2.9))
    let hall = Location(building: "Hall")
    func named(_ record: String, _ name: String, _ location: Location) throws -> Entry {
      try entry(record, name, .place(Place(category: .cafe, location: location)))
    }
    func event(_ record: String, _ change: (inout Event) -> Void) throws -> Entry {
      let date = try parsed("2026-12-01", LocalDate.init)
      var event = Event(startDate: date, endDate: date)
      change(&event)
      return try entry(record, "Concert", .event(event))
    }
    let far = try #require(EntryID(feed: feed, record: "p1"))
    try await store(
      [
        try named("p1", "The Café", here), try named("p2", "Café", here), try named("p3", "Café", there), try named("p4", "Bar", hall),
        try named("p5", "Bar", hall), try named("p6", "Bar", Location()), try named("p7", "Bar", Location()),
        try event("e1") { $0.location = hall }, try event("e2") { $0.location = hall }, try event("e3") { $0.isOnline = true },
        try event("e4") { _ in }, try event("e5") { $0.status = .cancelled },
      ], at: "2026-11-28T12:00:00Z",
      notes: [
        Note(.location, pointer: "/0", entry: far, "61 km from the campus"),
        Note(.duplicateID, pointer: "/9", "another record has the same id"),
        Note(.url, pointer: "/1", "left out"), Note(.url, pointer: "/2", "left out"),
      ])
    let found = try await quality(at: "2026-11-29T12:00:00Z")
    #expect(
      found.problems.map { "\($0.kind.rawValue) \($0.entry?.description ?? "-") \($0.name ?? "-")" } == [
        "position town/a/p1 The Café", "duplicate - -", "duplicate town/a/e2 Concert", "duplicate town/a/p2 Café",
        "duplicate town/a/p5 Bar",
        "event-without-place town/a/e4 Concert",
      ])
    #expect(found.problems[3].detail == "has the name and the position of town/a/p1")
    #expect(found.notes.map { "\($0.code) \($0.count)" } == ["field.url 2", "location.odd 1", "record.duplicate 1"])
  }
}
