import Adapters
import CampusCatalog
import CatalogExport
import CatalogQuery
import FeedKit
import OpeningHours
import SimdJSON

/// Calendar files: reading one twice gives the same entries, and a calendar that is exported is read again, with the same times.
struct CalendarTarget {
  private let adapter = ICalendarAdapter()
  private let feed: Feed
  private let campus: Campus
  private let receivedAt: Instant
  /// The times in which all occurrences are listed.
  private let range: Range<Instant>

  private init() throws {
    guard let id = CampusID("a"), let feed = FeedID("a/calendar"), let zone = Zone("America/New_York"),
      let receivedAt = Instant("2026-11-20T17:00:00Z"),
      let start = Instant("2026-11-01T00:00:00Z"), let end = Instant("2027-11-30T00:00:00Z")
    else { throw BrokenProperty("the target is not set up") }
    self.receivedAt = receivedAt
    campus = Campus(id: id, name: "A", timeZone: zone)
    self.feed = Feed(id: feed, campus: campus, adapter: adapter.manifest.id, addresses: [:])
    range = start..<end
  }

  static func check(_ bytes: [UInt8]) throws {
    let target = try CalendarTarget()
    guard let draft = try? target.draft(bytes) else { return }
    let again = try target.draft(bytes)
    try require(lines(draft) == lines(again) && draft.notes == again.notes, "the second reading differs")
    // A record has at least a line for its begin and one for its end.
    try require(draft.records <= bytes.count / 20, "\(bytes.count) bytes have \(draft.records) records")
    if draft.entries.isEmpty { return }

    let exported = try target.exported(draft.entries)
    let copy = try target.draft(exported)
    let text = String(decoding: exported, as: UTF8.self)
    try require(copy.rejected == 0, "an exported event is rejected: \(copy.notes)\n\(text)")
    // Hours without a pause become whole days in the exported calendar.
    let missing = target.times(draft, wholeDays: false).first { !contains(target.times(copy, wholeDays: true), $0) }
    try require(missing == nil, "no exported event takes place at \(missing.map { "\($0)" } ?? "")\n\(text)")
    let other = target.times(copy, wholeDays: false).first { !contains(target.times(draft, wholeDays: true), $0) }
    try require(other == nil, "an exported event takes place at \(other.map { "\($0)" } ?? "")\n\(text)")
    // Days on which the time is not fixed yet are whole days in the exported calendar.
    try require(Set(days(draft)).isSubset(of: days(copy)), "the exported events are on \(days(copy)), not \(days(draft))\n\(text)")
  }

  private func draft(_ bytes: [UInt8]) throws -> FeedDraft {
    let request = FeedRequest("calendar", addresses: [], format: .ics)
    var draft = FeedDraft(for: feed)
    try adapter.normalize([FeedReply(to: request, body: bytes, receivedAt: receivedAt)], of: feed, into: &draft)
    try draft.finish()
    return draft
  }

  private func exported(_ entries: [Entry]) throws -> [UInt8] {
    let catalog = Catalog(generatedAt: receivedAt, campuses: [campus], feeds: [], entries: entries)
    let rule = StatusRule(at: receivedAt, campuses: [campus])
    var export = CatalogExport(.ics, ExportHeader(generatedAt: receivedAt, campuses: [campus], feeds: [], rule: rule))
    export.jobs = 1
    var bytes: [UInt8] = []
    try export.write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private static func lines(_ draft: FeedDraft) -> [[UInt8]] {
    draft.entries.map { entry in
      var writer = JSONWriter(capacity: 4096)
      entry.write(to: &writer)
      return writer.bytes
    }
  }

  /// Returns when events with times take place, joined: an exported event may be several.
  ///
  /// - Parameter wholeDays: whether events without times count, too.
  private func times(_ draft: FeedDraft, wholeDays: Bool) -> [Range<Instant>] {
    let events = draft.entries.compactMap(\.event).filter { $0.status != .cancelled }
    let times = events.flatMap { event -> [Range<Instant>] in
      if let hours = event.hours { return hours.openTimes(in: range) }
      guard wholeDays, let zone = campus.timeZone, let start = zone.start(of: event.startDate) else { return [] }
      let end = event.endDate.adding(days: 1).flatMap { zone.start(of: $0) } ?? range.upperBound
      let days = max(start, range.lowerBound)..<max(start, range.lowerBound, min(end, range.upperBound))
      return days.isEmpty ? [] : [days]
    }
    var joined: [Range<Instant>] = []
    for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, time.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
      } else {
        joined.append(time)
      }
    }
    return joined
  }

  private static func contains(_ times: [Range<Instant>], _ time: Range<Instant>) -> Bool {
    times.contains { $0.lowerBound <= time.lowerBound && time.upperBound <= $0.upperBound }
  }

  /// Returns the first days of events whose times are not known. (A calendar cannot say that such an event has no end.)
  private static func days(_ draft: FeedDraft) -> [LocalDate] {
    draft.entries.compactMap(\.event).filter { $0.hours?.layers.isEmpty ?? true }.map(\.startDate).sorted()
  }
}
