import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SimdJSON
import Testing

/// Reading any feed takes time and memory in proportion to its size, and stops at the deadline of the run.
@Suite struct FeedLimitTests {
  /// Reads one feed from the given replies, with entries stored in either form.
  private func read(
    _ feed: String, _ bodies: [String: String], merged: Bool = false, deadline: RunDeadline = .never
  ) async throws -> (report: FeedReport, entries: [Entry]) {
    let id = try #require(FeedID(feed))
    var registry = Registry()
    if merged {
      // Any correction makes a run read the entries of its campus.
      let file = #"{"corrections":[{"id":"\#(feed)/nobody","name":"Nobody","because":"a test"}]}"#
      registry = try registry.adding(Array(file.utf8), file: "test.json")
    }
    let recording = Recording { path in bodies[String(path.dropFirst(feed.count + 1))].map { Array($0.utf8) } }
    let now = try #require(Instant("2026-11-22T12:00:00Z"))
    let run = await Aggregator(transport: recording, delivered: .replayed, deadline: deadline)
      .read(try Plan(RunSelection(feeds: [id]), in: registry), at: now, now: now)
    let catalog = try run.catalog
    return (try #require(catalog.feeds.first), catalog.entries)
  }

  private func codes(_ report: FeedReport) -> [String: Int] {
    Dictionary(report.notes.map { ($0.code.description, 1) }, uniquingKeysWith: +)
  }

  private func list(_ count: Int, _ element: (Int) -> String) -> String { "[" + (0..<count).map(element).joined(separator: ",") + "]" }

  // MARK: - Notes

  @Test func notesBeyondLimitAreCounted() async throws {
    let facilities = list(2500) {
      #"{"slug":"p\#($0)","facility_name":"Place \#($0)","special_schedules":[{"name":"Break","open_times":[]}]}"#
    }
    let (report, entries) = try await read("gmu/whats-open", ["facilities.json": facilities])
    #expect(entries.count == 2500)
    #expect(codes(report)["hours.rule"] == 1000)
    #expect(report.notes.first { $0.code == .notes }?.detail == "1500 more notes were left out")
  }

  @Test func notesOfOneRecordCountTowardsLimit() async throws {
    let specials = list(1800) { #"{"name":"Break \#($0)","open_times":[]}"# }
    let (report, entries) = try await read(
      "gmu/whats-open", ["facilities.json": #"[{"slug":"a","facility_name":"A","special_schedules":\#(specials)}]"#])
    #expect(entries.count == 1)
    #expect(codes(report)["hours.rule"] == 1000)
    #expect(report.notes.first { $0.code == .notes }?.detail == "800 more notes were left out")
  }

  @Test(arguments: ["penn/dining": "venues.json", "gmu/whats-open": "facilities.json", "everywhere/quotes": "quotes.json"])
  func listWithoutRecordsIsRefusedWithFewNotes(feed: String, file: String) async throws {
    let (report, entries) = try await read(feed, [file: list(200_000) { _ in "0" }])
    #expect(entries.isEmpty)
    #expect(report.outcome == .absent)
    #expect(report.reason == .drift)
    #expect(report.notes.count <= 1003)
  }

  @Test func fewBadRecordsAreNotDrift() async throws {
    // More bad records than notes, all of them first, and less than a tenth.
    let quotes = list(20_000) { $0 < 1500 ? "0" : #"{"q":"Quote \#($0)","a":"Nobody"}"# }
    let (report, entries) = try await read("everywhere/quotes", ["quotes.json": quotes])
    #expect(report.outcome == .replayed)
    #expect((entries.count, report.rejected) == (18_500, 1500))
  }

  // MARK: - Sizes

  @Test func feedWithTooManyValuesIsRefused() async throws {
    let zeros = "[" + String(repeating: "0,", count: 10_000_000) + "0]"
    let (report, _) = try await read("penn/dining", ["venues.json": zeros])
    #expect(report.reason?.description == "limit.values")
  }

  /// One venue lists a thousand dates, and thousands of others none: each of these would be closed on all the dates.
  @Test(arguments: [false, true])
  func entriesMuchLargerThanReplyAreRefused(merged: Bool) async throws {
    let first = try #require(LocalDate("2020-01-01"))
    let dates = (0..<1000).compactMap { first.adding(days: $0) }.map { #"{"date":"\#($0)","meal":[]}"# }.joined(separator: ",")
    let others = (2..<4000).map { #"{"id":\#($0),"name":"V","dateHours":[]}"# }.joined(separator: ",")
    let venues = #"{"document":{"venue":[{"id":1,"name":"V","dateHours":[\#(dates)]},\#(others)]}}"#
    let (report, entries) = try await read("penn/dining", ["venues.json": venues], merged: merged)
    #expect(report.reason == .entriesTooLarge)
    #expect(entries.isEmpty)
  }

  /// As long as that takes little memory, the venues count as closed.
  @Test func venuesWithoutDatesAreClosed() async throws {
    let venues =
      #"{"document":{"venue":[{"id":1,"name":"V","dateHours":[{"date":"2020-01-01","meal":[]}]},{"id":2,"name":"W","dateHours":[]}]}}"#
    let (report, entries) = try await read("penn/dining", ["venues.json": venues])
    #expect(report.outcome == .replayed)
    let date = try #require(LocalDate("2020-01-01"))
    #expect(entries.map { $0.place?.hours?.plan(on: date) } == [.services([]), .services([])])
  }

  @Test func recordWithTooMuchTextIsSetAside() async throws {
    let long = String(repeating: "x", count: 5 << 20)
    let others = list(20) { #"{"name":"Place \#($0)","building":"Hall"}"# }
    let records = [#"{"name":"Long","description":"\#(long)"}"#, String(others.dropFirst().dropLast())].joined(separator: ",")
    let (report, entries) = try await read("liverpool/places", ["places.json": #"{"food_venues":[\#(records)]}"#])
    #expect(report.outcome == .replayed)
    #expect((entries.count, report.rejected) == (20, 1))
    #expect(report.notes.first?.code.description == "limit.record")
    #expect(report.notes.first?.pointer == "/food_venues/0")
  }

  @Test func recordWithTooManyValuesIsSetAside() async throws {
    let others = list(20) { #"{"name":"Place \#($0)","building":"Hall"}"# }
    let long = #"{"name":"Long","other":[\#(String(repeating: "0,", count: 2_500_000))0]}"#
    let records = [long, String(others.dropFirst().dropLast())].joined(separator: ",")
    let (report, entries) = try await read("liverpool/places", ["places.json": #"{"food_venues":[\#(records)]}"#])
    #expect((entries.count, report.rejected) == (20, 1))
    #expect(report.notes.first?.code.description == "limit.record")
  }

  @Test func strongestLayersAreKept() async throws {
    let first = try #require(LocalDate("2020-01-01"))
    let specials = list(1200) { number in
      let day = first.adding(days: number) ?? first
      return #"{"name":"Day \#(number)","valid_start":"\#(day)","valid_end":"\#(day)","open_times":[],"twenty_four_hours":true}"#
    }
    let main = #"{"name":"Always","open_times":[{"start_day":0,"end_day":0,"start_time":"09:00:00","end_time":"17:00:00"}]}"#
    let (report, entries) = try await read(
      "gmu/whats-open",
      ["facilities.json": #"[{"slug":"a","facility_name":"A","main_schedule":\#(main),"special_schedules":\#(specials)}]"#])
    let hours = try #require(entries.first?.place?.hours)
    #expect(hours.layers.count == 1000)
    #expect(hours.layers.allSatisfy { $0.rule == .always })
    #expect(report.notes.first { $0.code == .layers }?.entry == entries.first?.id)
    // The week is now unknown, which is better than hours that are wrong on special days.
    #expect(hours.plan(on: try #require(LocalDate("2030-01-07"))) == .unknown)
  }

  @Test func pagesShareLimits() async throws {
    let row = #"{"url":"/guide/1","startDate":"Jun 02, 2023","endDate":"Jul 01, 2023","name":"A"}"#
    let padding = String(repeating: " ", count: 130 << 20)
    let pages = (1...3).map { #"{"data":[\#(row.replacing("/1", with: "/\($0)"))]}"# + padding }
    let (report, entries) = try await read(
      "everywhere/guides", ["guides.json": pages[0], "guides.2.json": pages[1], "guides.3.json": pages[2]])
    #expect(entries.isEmpty)
    #expect(report.reason == .tooManyBytes)
  }

  // MARK: - Time

  /// The work on one record is proportional to its size: noting each of many parts must not visit all of them.
  @Test(.timeLimit(.minutes(15)))
  func recordWithManyFaultsIsReadQuickly() async throws {
    let parts = list(60_000) { _ in #"{"starttime":"2026-11-23T09:00:00","endtime":"2026-11-23T10:00:00","label":"Lunch"}"# }
    let venues = #"[{"id":1,"name":"A","days":[{"date":"2026-11-22","status":"open","dayparts":\#(parts)}]}]"#
    let (report, entries) = try await read("penn/dining", ["venues.json": venues])
    #expect(entries.count == 1)
    #expect(codes(report)["hours.rule"] == 1000)
    #expect(report.notes.dropFirst(5).first?.pointer == "/0/days/0/dayparts/5")
  }

  @Test(.timeLimit(.minutes(15)))
  func recordWithManyDoubleEncodedNamesIsReadQuickly() async throws {
    let specials = list(30_000) { _ in #"{"name":"CafÃ©","open_times":[]}"# }
    let (report, _) = try await read(
      "gmu/whats-open", ["facilities.json": #"[{"slug":"a","facility_name":"A","special_schedules":\#(specials)}]"#])
    #expect(codes(report)["text.repaired"] == 500)
    #expect(report.notes.first { $0.code == .text }?.pointer == "/0/special_schedules/0/name")
  }

  /// A clock that advances by a second each time it is read.
  private final class HastyClock: RunClock {
    private let seconds = Guarded(0)
    private let moment: Instant

    init(at moment: Instant) { self.moment = moment }

    func now() -> Instant { moment }
    func elapsed() -> Duration {
      .seconds(
        seconds.withLock { seconds in
          seconds += 1
          return seconds
        })
    }
    func sleep(for duration: Duration) async throws {}
  }

  @Test(arguments: [false, true])
  func readingStopsAtDeadline(merged: Bool) async throws {
    let quotes = list(100_000) { #"{"q":"Quote \#($0)","a":"Nobody"}"# }
    let clock = HastyClock(at: try #require(Instant("2026-11-22T12:00:00Z")))
    let (report, entries) = try await read(
      "everywhere/quotes", ["quotes.json": quotes], merged: merged, deadline: RunDeadline(.seconds(5), by: clock))
    #expect(entries.isEmpty)
    #expect((report.outcome, report.reason) == (.absent, .timeoutTotal))
  }

  /// One feed uses up the time of the run. The others are still delivered and merged.
  @Test func slowFeedDoesNotAffectOthers() async throws {
    let quotes = list(100_000) { #"{"q":"Quote \#($0)","a":"Nobody"}"# }
    let guides = #"{"data":[{"url":"/guide/1","startDate":"Jun 02, 2023","endDate":"Jul 01, 2023","name":"A"}]}"#
    let bodies = ["everywhere/guides/guides.json": guides, "everywhere/quotes/quotes.json": quotes]
    let now = try #require(Instant("2026-11-22T12:00:00Z"))
    let run = await Aggregator(
      transport: Recording { bodies[$0].map { Array($0.utf8) } }, delivered: .replayed, jobs: 1,
      deadline: RunDeadline(.seconds(8), by: HastyClock(at: now))
    ).read(try Plan(RunSelection(), in: Registry()), at: now, now: now)
    let catalog = try run.catalog
    #expect(catalog.feeds.map(\.outcome) == [.replayed, .absent])
    #expect(catalog.feeds.map(\.reason?.description) == [nil, "timeout.total"])
    #expect(catalog.entries.map(\.id.description) == ["everywhere/guides/1"])
    #expect(catalog.feeds.allSatisfy { feed in !feed.notes.contains { $0.code == .mergeSkipped } })
  }

  /// The limits also apply to an adapter that adds and rejects records by itself.
  @Test(arguments: [false, true])
  func draftFilledByHandHasLimits(rejects: Bool) throws {
    let feed = try #require(FeedID("everywhere/quotes").flatMap { Registry().feed($0) })
    let clock = HastyClock(at: try #require(Instant("2026-11-22T12:00:00Z")))
    var draft = FeedDraft(for: feed) { clock.elapsed() > .seconds(3) }
    for number in 0..<100_000 {
      let pointer = RecordPointer(request: FeedRequest("quotes", addresses: []), parent: "", index: number)
      if rejects {
        draft.reject(JSONFieldError(.type, at: "", "not a quote"), at: pointer)
      } else {
        let id = try #require(EntryID(feed: feed.id, record: "\(number)"))
        draft.add(
          Entry(
            id: id, campus: feed.campus.id, name: nil, sources: [SourceReference(feed: feed.id, record: "\(number)")],
            details: .quote(Quote(text: String(repeating: "x", count: 200)))), at: pointer)
      }
    }
    #expect(draft.records < 10_000)
    #expect(throws: AdapterError.self) { try draft.finish() }
  }

  // MARK: - Text

  /// Marks that the parser does not see: HTML entities, or text that was encoded twice.
  @Test(.timeLimit(.minutes(15)))
  func marksDecodedLaterAreRemoved() async throws {
    let entities = "a" + String(repeating: "&#769;&#x327;", count: 25_000)
    let (places, found) = try await read(
      "liverpool/places", ["places.json": #"{"food_venues":[{"name":"A","description":"<p>\#(entities)</p>"}]}"#])
    #expect(found.first?.description?.unicodeScalars.count == 31)
    #expect(places.notes.first { $0.code == .marks }?.pointer == "/food_venues/0/description")
    // U+0301 and U+0327 are CC 81 and CC A7 in UTF-8; as characters, these bytes are Ì, U+0081 and §.
    let twice = "a" + String(repeating: "Ì\u{81}Ì§", count: 25_000)
    let facility = #"{"slug":"a","facility_name":"\#(twice)","facility_category":{"name":"\#(twice)"}}"#
    let (_, entries) = try await read("gmu/whats-open", ["facilities.json": "[\(facility)]"])
    #expect(entries.first?.name?.unicodeScalars.count == 31)
    #expect(entries.first?.place?.categoryLabel?.unicodeScalars.count == 31)
  }

  /// 100 KB of marks after one letter, in every field that an adapter reads as text.
  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      (
        "liverpool/places", "places.json",
        #"{"food_venues":[{"name":"MARKS","building":"MARKS","opening_times":["MARKS"],"amenities":["MARKS"]}]}"#
      ),
      ("penn/dining", "venues.json", #"[{"id":1,"name":"MARKS","days":[{"date":"2026-11-22","status":"MARKS","dayparts":[]}]}]"#),
      (
        "gmu/whats-open", "facilities.json",
        #"[{"slug":"a","facility_name":"MARKS","facility_category":{"name":"MARKS"},"MARKS":1,"MARKSx":2}]"#
      ),
      ("everywhere/quotes", "quotes.json", #"[{"q":"MARKS","a":"MARKS"}]"#),
    ])
  func excessMarksAreRemoved(feed: String, file: String, body: String) async throws {
    let marks = "a" + String(repeating: "\u{301}\u{327}", count: 25_000)
    let (report, entries) = try await read(feed, [file: body.replacing("MARKS", with: marks)])
    #expect(entries.count == 1)
    #expect(codes(report)["text.marks"] == 1)
    let entry = try #require(entries.first)
    let text = if case .quote(let quote) = entry.details { quote.text } else { entry.name ?? "" }
    #expect(text.unicodeScalars.count == 31)
  }
}
