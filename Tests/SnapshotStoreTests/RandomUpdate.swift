import AdapterTesting
import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import TestKit

/// Updates in which each field may be present or absent, depending only on the seed.
struct RandomUpdate {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func update(of feed: FeedID) -> FeedUpdate {
    var state = FeedState(feed: feed, key: text())
    var bodies: [(sha256: String, bytes: [UInt8])] = []
    for label in ["all", "guides.2", text(), "q"].prefix(number(5)) {
      let body = bytes()
      bodies.append((sha256(body), body))
      state.requests[label] = request(sha256(body))
    }
    var entries: [UInt8]?
    if flip() {
      let lines = bytes()
      entries = lines
      state.lastGood = FeedState.LastGood(
        acceptedAt: instant(), checkedAt: instant(), fetchedAt: instant(), content: sha256(lines), bodies: text(), bytes: number(1 << 40),
        entries: number(99), rejected: number(9), url: optional { $0.text() }, etag: optional { $0.text() },
        notes: (0..<number(3)).map { _ in note() })
    }
    if entries != nil, flip() {
      let reports = (0..<number(3)).compactMap { FeedID("campus/other-\($0)") }.map { report($0) }
      state.lastGood?.upstream = UpstreamCatalog(
        campuses: reports.isEmpty ? [] : [Campus(id: feed.campus, name: text() + "x", timeZone: Zone("Europe/London"))], feeds: reports)
      for report in reports where flip() {
        state.heldFeeds[report.id] = FeedState.Held(
          reason: .guardShrink, count: number(3), entries: number(99), lastAt: instant())
      }
    }
    state.nextDue = optional { $0.instant() }
    state.notBefore = optional { $0.instant() }
    state.failures = number(1 << 33)
    state.lastFailure = optional { ReasonCode($0.text()) }
    state.lastPolledAt = optional { $0.instant() }
    state.lastUnconditionalAt = optional { $0.instant() }
    state.distrustedAt = optional { Instant(secondsSinceEpoch: $0.instant().secondsSinceEpoch) } ?? nil
    state.goneAt = (0..<number(4)).map { _ in instant() }
    state.held = optional {
      FeedState.Held(reason: ReasonCode($0.text()), count: $0.number(4), entries: $0.number(5_000), lastAt: $0.instant())
    }
    return FeedUpdate(state, entries: entries, bodies: bodies, isStream: flip())
  }

  mutating func host(_ origin: String) -> HostState {
    var host = HostState(origin: origin)
    host.notBefore = optional { $0.instant() }
    host.failures = number(9)
    host.openings = number(9)
    return host
  }

  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  mutating func bytes() -> [UInt8] {
    let count = [0, 1, 40, 2_000, 20_000][number(5)]
    let most: UInt8 = flip() ? 255 : 3
    return (0..<count).map { _ in UInt8.random(in: 0...most, using: &generator) }
  }

  private mutating func request(_ body: String) -> FeedState.RequestState {
    FeedState.RequestState(
      key: text(), validators: Validators(etag: optional { $0.text() }, lastModified: optional { $0.text() }), body: body, url: text(),
      headers: StoredHeaders(Dictionary((0..<number(4)).map { _ in (text(), text()) }, uniquingKeysWith: { $1 })), receivedAt: instant(),
      moved: optional { FeedState.Moved(url: $0.text(), count: $0.number(12), since: $0.instant()) })
  }

  private mutating func report(_ id: FeedID) -> FeedReport {
    var report = FeedReport(
      id: id,
      adapter: AdapterManifest(
        id: "whats-open", version: 1, title: "", summary: "", homepage: "", requests: [], cadence: 1
      ).id, outcome: .stale, reason: .http(503))
    report.via = ["https://a.example/", "https://b.example/c"]
    report.checkedAt = optional { $0.instant() }
    report.entries = number(9)
    report.notes = (0..<number(2)).map { _ in note() }
    return report
  }

  private mutating func note() -> Note {
    Note(
      ReasonCode(text()), request: optional { $0.text() }, pointer: optional { $0.text() },
      entry: optional { _ in EntryID("penn/dining/hall") } ?? nil, text())
  }

  private mutating func flip() -> Bool { Bool.random(using: &generator) }

  private mutating func optional<Value>(_ make: (inout Self) -> Value) -> Value? { flip() ? make(&self) : nil }

  /// From the year 1 to 9999, with and without a fraction.
  private mutating func instant() -> Instant {
    let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &generator)
    let nanoseconds = Int32.random(in: 0..<1_000_000_000, using: &generator)
    let fractions = [0, nanoseconds, nanoseconds / 1_000_000 * 1_000_000, 1, 999_999_999]
    return Instant(secondsSinceEpoch: seconds, nanoseconds: fractions[number(5)]) ?? instant()
  }

  private mutating func text() -> String {
    let pieces = [
      "", "a", "W/\"x\"", "\u{0}", "\u{1F}", "ÿ", "é", "e\u{301}", "🙂", "\u{202E}", "'; DROP TABLE feed; --", "\\", "\n", "NULL", "7",
    ]
    return (0..<number(6)).map { _ in pieces[number(pieces.count)] }.joined()
  }

  func sha256(_ bytes: [UInt8]) -> String { SHA256.hash(bytes).hexadecimal }
}
