import CampusCatalog
import FeedKit
import Foundation
import OpeningHours
import TestKit
@testable import SnapshotStore
import Aggregation
import Testing

/// The changes of a result are stored with it.
@Suite struct ChangeTests {
  private let folder: TemporaryFolder
  private let store: SnapshotStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SnapshotStore.open(path: folder.path())
  }

  @Test func firstResultHasNoChanges() async throws {
    let sample = try HistorySample("penn/dining")
    try await store.commit(try sample.update(try sample.lines(["1": "One"]), at: 0))
    let record = try #require(try await store.snapshots().first)
    #expect(record.isFirst && record.isCurrent && record.added + record.changed + record.gone == 0)
    #expect(try await store.changes(of: record.id) == [])
  }

  @Test func entriesAreAddedChangedAndRemoved() async throws {
    let sample = try HistorySample("penn/dining")
    let states: [[String: String]] = [
      ["1": "One", "2": "Two", "3": "Three"], ["1": "One", "2": "Two!", "4": "Four"], ["1": "One", "2": "Two!", "3": "Three"], [:],
    ]
    for (index, names) in states.enumerated() { try await store.commit(try sample.update(try sample.lines(names), at: index)) }
    let records = try await store.snapshots()
    #expect(records.map { [$0.added, $0.changed, $0.gone] } == [[0, 0, 3], [1, 0, 1], [1, 1, 1], [0, 0, 0]])
    #expect(records.map(\.isCurrent) == [true, false, false, false])
    #expect(records.map(\.entries) == [0, 3, 3, 3])
    let changes = try await store.changes(of: records[2].id)
    #expect(changes.map { "\($0.entry) \($0.kind.rawValue)" } == ["penn/dining/2 changed", "penn/dining/3 gone", "penn/dining/4 added"])
    #expect(try changes.allSatisfy { $0.at == (try HistorySample.time(1)) })
    #expect(try await texts(sample, "3") == ["0 Three", "1 gone feed.removed", "2 Three", "3 gone feed.removed"])
    #expect(try await texts(sample, "2") == ["0 Two", "1 Two!", "3 gone feed.removed"])
    #expect(try await texts(sample, "4") == ["1 Four", "2 gone feed.removed"])
    #expect(try await texts(sample, "9") == [])
  }

  @Test func endedAndRemovedEntriesAreDistinguished() async throws {
    let sample = try HistorySample("penn/guide")
    // The moment of acceptance is shortly after 2023-11-14T22:13:20Z.
    let day = try #require(LocalDate("2023-11-13"))
    let event = { (record: String, end: LocalDate) in
      try sample.entry(record, "Event", .event(Event(startDate: day, endDate: end, venue: nil, loginRequired: nil)))
    }
    let alert = { (record: String, end: String?) in
      try sample.entry(
        record, "Alert", .alert(Alert(severity: .minor, startsAt: nil, endsAt: try end.map { try #require(Instant($0)) })))
    }
    let menu = { (record: String, date: LocalDate) in try Self.menu(sample, record, on: date, "Soup") }
    let entries = [
      try alert("a1", "2023-11-14T22:13:00Z"), try alert("a2", "2023-11-14T22:14:00Z"), try alert("a3", nil),
      try event("e1", day), try event("e2", try #require(LocalDate("2023-11-14"))), try menu("m1", day),
      try menu("m2", try #require(LocalDate("2023-11-14"))), try sample.place("p", "endDate"),
    ]
    try await store.commit(try sample.update(EntryLines(entries), at: 0))
    try await store.commit(try sample.update(EntryLines([]), at: 1))
    let record = try #require(try await store.snapshots().first)
    let reasons = try await store.changes(of: record.id).map { $0.reason?.description ?? "" }
    #expect(
      reasons == [
        "event.ended", "feed.removed", "feed.removed", "event.ended", "feed.removed", "event.ended", "feed.removed", "feed.removed",
      ])
  }

  /// On 14 November at 22:13:21 UTC.
  @Test(
    "a day ends on the clock of the campus",
    arguments: [
      ("America/Los_Angeles", 0, "feed.removed"), ("America/Los_Angeles", 3, "feed.removed"), ("America/Los_Angeles", 10, "event.ended"),
      ("Asia/Tokyo", 0, "event.ended"), (nil, 0, "feed.removed"), (nil, 3, "event.ended"),
    ])
  func endedOnTheClockOfTheCampus(zone: String?, hours: Int, reason: String) async throws {
    let sample = try HistorySample("penn/dining")
    let day = try #require(LocalDate("2023-11-14"))
    let event = try sample.entry("e1", "Event", .event(Event(startDate: day, endDate: day, venue: nil, loginRequired: nil)))
    try await store.commit(try sample.update(EntryLines([event, try Self.menu(sample, "m1", on: day, "Soup")]), at: 0))
    var update = try sample.update(EntryLines([]), at: 1 + hours * 3600)
    update.zone = try zone.map { try #require(Zone($0)) }
    try await store.commit(update)
    let record = try #require(try await store.snapshots().first)
    #expect(try await store.changes(of: record.id).map { $0.reason?.description } == [reason, reason])
  }

  private static func menu(_ sample: HistorySample, _ record: String, on date: LocalDate, _ dish: String) throws -> Entry {
    let place = try #require(EntryID(feed: sample.feed, record: "hall"))
    let sections = [MenuSection(dishes: [Dish(name: dish)])]
    return try sample.entry(record, nil, .menu(Menu(place: place, date: date, meal: Meal(kind: .lunch), sections: sections)))
  }

  /// Other dishes change their menu only: not the place, and no other menu.
  @Test func changedMenuIsOneChange() async throws {
    let sample = try HistorySample("penn/dining")
    let day = try #require(LocalDate("2023-11-14"))
    for (index, dish) in ["Risotto", "Lasagna"].enumerated() {
      let menus = [
        try sample.place("hall", "Hall"), try Self.menu(sample, "menu-1", on: day, "Soup"), try Self.menu(sample, "menu-2", on: day, dish),
      ]
      try await store.commit(try sample.update(EntryLines(menus), at: index))
    }
    let record = try #require(try await store.snapshots().first)
    #expect(try await store.changes(of: record.id).map { "\($0.entry) \($0.kind.rawValue)" } == ["penn/dining/menu-2 changed"])
  }

  @Test func streamEntriesAreKept() async throws {
    let sample = try HistorySample("everywhere/quotes")
    let batches: [[String: String]] = [["1": "One", "2": "Two"], ["2": "Two", "3": "Three"], ["1": "One", "3": "Three!"]]
    for (index, names) in batches.enumerated() {
      try await store.commit(try sample.update(try sample.lines(names), at: index, isStream: true))
    }
    #expect(try await store.snapshots().map { [$0.added, $0.changed, $0.gone] } == [[0, 1, 0], [1, 0, 0], [0, 0, 0]])
    #expect(try await texts(sample, "1") == ["0 One"])
    #expect(try await texts(sample, "3") == ["1 Three", "2 Three!"])
    _ = try await store.prune(before: HistorySample.time(100))
    #expect(try await store.snapshots().count == 1)
    #expect(try await texts(sample, "2") == ["0 Two"])
    #expect(try await texts(sample, "1") == ["0 One", "2 One"])
    #expect(try await texts(sample, "3") == ["1 Three", "2 Three!"])
    #expect(try await store.check() == [])
  }

  @Test func repliesAreStoredWithMetadata() async throws {
    let sample = try HistorySample("penn/dining")
    let update = try sample.update(try sample.lines(["1": "One"]), at: 5, body: "hello")
    try await store.commit(update)
    let replies = try await store.replies(of: 1)
    #expect(
      replies == [
        SnapshotReply(
          label: "all", sha256: Array("hello".utf8).sha256, size: 5, url: "https://example.org/", headers: ["content-type": "text/plain"],
          receivedAt: try HistorySample.time(5))
      ])
    #expect(try await store.lines(of: 1)?.bytes == update.entries)
    #expect(try await store.lines(of: 2) == nil)
  }

  @Test func previousVersionIsMigrated() async throws {
    let path = folder.path("old.sqlite")
    let (sample, quotes) = (try HistorySample("penn/dining"), try HistorySample("everywhere/quotes"))
    let updates = [
      try sample.update(try sample.lines(["1": "One", "2": "Two"]), at: 0), try sample.update(try sample.lines(["1": "One!"]), at: 1),
    ]
    let stream = try quotes.update(try quotes.lines(["7": "Seven"]), at: 2, isStream: true)
    try EarlierStore.write(updates.map { ($0, false) } + [(stream, true)], version: 2, to: path)
    let original = try Data(contentsOf: URL(fileURLWithPath: path))
    let reading = try SnapshotStore.open(path: path, readOnly: true)
    let answers = try await HistoryFile().answers(of: reading)
    #expect(try await reading.check() == [])
    #expect(try await reading.prune(before: HistorySample.time(100), isDry: true).snapshots == 1)
    reading.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == original, "reading does not migrate")
    let store = try SnapshotStore.open(path: path)
    #expect(try await HistoryFile().answers(of: store) == answers)
    // The copy is the file as it was.
    let backup = try #require(store.backup)
    #expect(backup == path + ".version-2")
    #expect(try SnapshotStore.open(path: path).backup == nil)
    let copy = try SnapshotStore.open(path: backup, readOnly: true)
    #expect(try await HistoryFile().answers(of: copy) == answers)
    copy.close()
    #expect(try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int == 0o600)
    #expect(folder.names.allSatisfy { !$0.hasSuffix(".part") })
    #expect(try await store.check() == [])
    #expect(try await store.entries(of: sample.feed) == updates[1].entries)
    #expect(try await store.states(of: [sample.feed]) == [sample.feed: updates[1].state])
    let records = try await store.snapshots(of: [sample.feed])
    #expect(records.map { [$0.added, $0.changed, $0.gone] } == [[0, 1, 1], [0, 0, 0]])
    #expect(try await store.replies(of: 2).map(\.url) == [nil])
    try await store.commit(try quotes.update(try quotes.lines(["8": "Eight"]), at: 3, isStream: true))
    let versions = try await store.versions(of: try #require(EntryID("everywhere/quotes/7")))
    #expect(versions.map(\.at) == [try HistorySample.time(2)])
    #expect(try await store.runs() == [])
  }

  /// Damage does not prevent a replacement.
  @Test func damagedResultCannotBeCompared() async throws {
    let sample = try HistorySample("penn/dining")
    try await store.commit(try sample.update(try sample.lines(["1": "One"]), at: 0))
    store.close()
    try await Tool.python(folder.path(), "base.execute(\"UPDATE content SET bytes = zeroblob(9)\")")
    let store = try SnapshotStore.open(path: folder.path())
    try await store.commit(try sample.update(try sample.lines(["2": "Two"]), at: 1))
    #expect(try await store.changes(of: 2) == [])
  }

  /// "0 One": the number of seconds, then the name or the reason for the removal.
  private func texts(_ sample: HistorySample, _ record: String) async throws -> [String] {
    let id = try #require(EntryID(feed: sample.feed, record: record))
    return try await store.versions(of: id).map { version in
      let seconds = (0..<10).first { (try? HistorySample.time($0)) == version.at } ?? -1
      switch version.state {
      case .gone(let reason): return "\(seconds) gone \(reason)"
      case .removed: return "\(seconds) removed"
      case .line(let line):
        let name = String(decoding: line, as: UTF8.self).split(separator: "\"name\":\"").last?.prefix { $0 != "\"" }
        return "\(seconds) \(name ?? "")"
      }
    }
  }
}
