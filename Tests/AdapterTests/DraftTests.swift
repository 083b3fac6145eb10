import AdapterTesting
import CampusCatalog
import FeedKit
import SimdJSON
import TestKit
import Testing

/// A draft that writes lines has the same lines as one that stores entries.
@Suite struct DraftTests {
  /// Records as id and text, not sorted by id; one id occurs twice and one record is bad.
  private static let records = [("9", "nine"), ("10", "ten"), ("9", "another"), ("", "bad"), ("1", "one\n\u{1F600}"), ("9", "zzz")]

  private func fill(_ draft: inout FeedDraft) throws {
    for (index, (record, text)) in Self.records.enumerated() {
      let recordPointer = RecordPointer(request: FeedRequest("list", addresses: []), parent: "", index: index)
      guard let id = EntryID(feed: draft.feed.id, record: record) else {
        draft.reject(JSONFieldError(.missing, at: "/id", "no id"), at: recordPointer)
        continue
      }
      draft.add(
        Entry(
          id: id, campus: draft.feed.campus.id, name: nil, sources: [SourceReference(feed: draft.feed.id, record: record)],
          details: .quote(Quote(text: text))), at: recordPointer)
    }
    draft.sortEntries()
  }

  private func feed() throws -> Feed {
    let (campus, id, adapter) = (CampusID("here"), FeedID("here/list"), AdapterID("list"))
    return Feed(
      id: try #require(id), campus: Campus(id: try #require(campus), name: "Here"), adapter: try #require(adapter), addresses: [:])
  }

  /// An event whose times are not on its dates is set aside.
  @Test func eventsAreConsistent() throws {
    var draft = FeedDraft(for: try feed())
    let (zone, day) = (try parsed("Europe/Rome") { Zone($0) }, try parsed("2026-11-21") { LocalDate($0) })
    let evening = DayPlan([try #require(Service(opens: parsed("19:00") { LocalTime($0) }, closes: parsed("20:00") { LocalTime($0) }))])
    let hours = Schedule(zone: zone, layers: [Layer(.special, dates: [DatedPlan(day, evening)])])
    for (index, offset) in [0, 1].enumerated() {
      let date = try #require(day.adding(days: offset))
      let id = try #require(EntryID(feed: draft.feed.id, record: "\(index)"))
      draft.add(
        Entry(
          id: id, campus: draft.feed.campus.id, name: "Jazz", sources: [SourceReference(feed: draft.feed.id, record: "\(index)")],
          details: .event(Event(startDate: date, endDate: date, hours: hours))),
        at: RecordPointer(request: FeedRequest("list", addresses: []), parent: "", index: index))
    }
    #expect(draft.entries.count == 1 && draft.rejected == 1 && draft.notes.map(\.pointer) == ["/1"])
  }

  @Test func linesMatchEntries() throws {
    var kept = FeedDraft(for: try feed())
    var written = FeedDraft(for: try feed())
    written.storeOnlyLines()
    try fill(&kept)
    try fill(&written)
    #expect(kept.lines == nil)
    #expect(kept.entries.map(\.id.record) == ["1", "10", "9"])
    #expect(written.entries.isEmpty)
    #expect(written.lines == EntryLines(kept.entries))
    #expect(written.ids == kept.ids)
    #expect(written.ids == kept.entries.map(\.id))
    #expect(written.pointers == kept.pointers)
    #expect(written.notes == kept.notes)
    #expect((written.rejected, written.duplicates, written.records) == (kept.rejected, kept.duplicates, kept.records))
    #expect((kept.rejected, kept.duplicates, kept.records) == (3, 2, 6))
  }

  @Test func sortingTwiceChangesNothing() throws {
    var draft = FeedDraft(for: try feed())
    draft.storeOnlyLines()
    try fill(&draft)
    let lines = draft.lines
    draft.sortEntries()
    #expect(draft.lines == lines)
  }

  @Test func manyEntriesAreSortedByBytes() throws {
    var draft = FeedDraft(for: try feed())
    draft.storeOnlyLines()
    var generator = SeededGenerator(seed: 7)
    let words = ["a", "a-long-beginning-that-is-shared-", "b.", "Z~", "caf%C3%A9-"]
    for number in 0..<3000 {
      let record = (words.randomElement(using: &generator) ?? "") + String(generator.next() % 2000)
      let id = try #require(EntryID(feed: draft.feed.id, record: record))
      draft.add(
        Entry(
          id: id, campus: draft.feed.campus.id, name: nil, sources: [SourceReference(feed: draft.feed.id, record: record)],
          details: .quote(Quote(text: "\(number % 3)"))),
        at: RecordPointer(request: FeedRequest("list", addresses: []), parent: "", index: number))
    }
    let all = Set(draft.ids.map(\.description))
    draft.sortEntries()
    #expect(draft.ids.map(\.description) == all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(draft.lines?.ids == draft.ids)
    #expect(draft.records == 3000)
  }
}
