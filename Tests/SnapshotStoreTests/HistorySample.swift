import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore
@testable import Aggregation
import Testing

/// Results of a feed with entries that the test chooses.
struct HistorySample {
  let feed: FeedID

  init(_ feed: String) throws { self.feed = try #require(FeedID(feed)) }

  /// A place for each record, sorted, with its name.
  func lines(_ names: [String: String]) throws -> EntryLines {
    EntryLines(try names.sorted { $0.key < $1.key }.map { try place($0.key, $0.value) })
  }

  func place(_ record: String, _ name: String) throws -> Entry { try entry(record, name, .place(Place(category: .cafe))) }

  func entry(_ record: String, _ name: String?, _ details: Entry.Details) throws -> Entry {
    let id = try #require(EntryID(feed: feed, record: record))
    return Entry(id: id, campus: feed.campus, name: name, sources: [SourceReference(feed: feed, record: record)], details: details)
  }

  func update(_ lines: EntryLines, at seconds: Int, isStream: Bool = false, body: String? = nil) throws -> FeedUpdate {
    let time = try Self.time(seconds)
    let body = Array((body ?? "body of \(feed) at \(seconds)").utf8)
    var state = FeedState(feed: feed, key: "key")
    state.lastPolledAt = time
    state.requests["all"] = FeedState.RequestState(
      key: "key", validators: Validators(etag: "\"\(seconds)\""), body: body.sha256, url: "https://example.org/",
      headers: StoredHeaders(["content-type": "text/plain"]), receivedAt: time)
    state.lastGood = FeedState.LastGood(
      acceptedAt: time, checkedAt: time, fetchedAt: time, content: lines.bytes.sha256, bodies: body.sha256, bytes: body.count,
      entries: lines.count, rejected: 0, url: "https://example.org/", etag: nil, notes: [])
    return FeedUpdate(state, entries: lines.bytes, bodies: [(body.sha256, body)], isStream: isStream)
  }

  /// The report of a run with this result.
  func report(_ update: FeedUpdate, _ outcome: FeedReport.Outcome, checkedAt: Instant?) throws -> FeedReport {
    var report = FeedReport(id: feed, adapter: try #require(AdapterID("test")), outcome: outcome)
    report.entries = update.state.lastGood?.entries ?? 0
    report.sha256 = update.state.lastGood?.bodies
    report.fetchedAt = update.state.lastGood?.fetchedAt
    report.checkedAt = checkedAt
    return report
  }

  func part(_ update: FeedUpdate) throws -> RunUpdate.Part {
    let last = try #require(update.state.lastGood)
    return (
      feed.campus,
      LazyEntryLines(EntryLines(bytes: update.entries ?? [], count: last.entries), content: last.content)
    )
  }

  static func time(_ seconds: Int) throws -> Instant {
    try #require(Instant(secondsSinceEpoch: 1_700_000_000 + Int64(seconds), nanoseconds: Int32(seconds % 3) * 1_500))
  }

  static func campus(_ id: String) throws -> Campus {
    Campus(id: try #require(CampusID(id)), name: "Campus \(id)", timeZone: Zone("Europe/London"), country: "GB")
  }
}

extension CatalogParts {
  /// The part as a run writes it.
  func written() throws -> [UInt8] { try writtenWithHash().bytes }

  func writtenWithHash() throws -> (bytes: [UInt8], contentHash: String) {
    var bytes: [UInt8] = []
    let hash = try CatalogWriter.write(self) { bytes.append(contentsOf: $0) }
    return (bytes, hash)
  }
}

extension SnapshotStore {
  /// Stores a run with these results, and returns its output.
  @discardableResult
  func keep(
    _ selection: RunSelection = RunSelection(), at seconds: Int, _ results: [(sample: HistorySample, update: FeedUpdate)],
    merged: (campus: String, lines: EntryLines)? = nil, outcome: FeedReport.Outcome = .fresh,
    durations: [FeedID: Duration] = [:], checkedAt: Int? = nil
  ) async throws -> [UInt8] {
    let time = try HistorySample.time(seconds)
    var campuses = try Set(results.map(\.sample.feed.campus.description)).map { try HistorySample.campus($0) }
    var parts = try results.compactMap { result -> RunUpdate.Part? in
      result.sample.feed.campus.description == merged?.campus ? nil : try result.sample.part(result.update)
    }
    if let merged {
      parts.append((try #require(CampusID(merged.campus)), LazyEntryLines(merged.lines)))
    }
    campuses.sort { $0.id < $1.id }
    parts = CatalogParts.inOrder(parts, of: \.campus).filter { $0.lines.count > 0 }
    let feeds = try results.map { try $0.sample.report($0.update, outcome, checkedAt: HistorySample.time(checkedAt ?? seconds)) }.sorted {
      $0.id < $1.id
    }
    var written: [(campus: CampusID, part: CatalogParts.Part)] = []
    for part in parts {
      written.append((part.campus, .lines(part.lines)))
    }
    let (bytes, hash) = try CatalogParts(generatedAt: time, campuses: campuses, feeds: feeds, parts: written).writtenWithHash()
    var run = RunUpdate(generatedAt: time, selection: selection, campuses: campuses, feeds: feeds, parts: parts)
    run.durations = feeds.map { durations[$0.id] }
    let known = try await contentHash(of: run)
    #expect(known == nil || known == hash)
    // A run that was stopped may not have it.
    if seconds % 5 > 0 { run.contentHash = hash }
    #expect(await commit(RunEnd(run: run)) == [])
    return bytes
  }

  func asOf(_ seconds: Int, _ selection: RunSelection = RunSelection()) async throws -> [UInt8]? {
    guard let run = try await run(atOrBefore: HistorySample.time(seconds), selection: selection) else { return nil }
    return try await catalog(of: run).written()
  }
}
