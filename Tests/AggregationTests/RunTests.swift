import Aggregation
import CampusCatalog
import CatalogSession
import FeedKit
import Fetching
import OpeningHours
import Testing

@Suite struct RunTests {
  private static func sample(jobs: Int = 8, replacing: [String: String?] = [:]) async throws -> Catalog {
    let recording = Recording { path in
      if let changed = replacing[path] { return changed.map { Array($0.utf8) } }
      return SampleRecording.file(path)
    }
    let now = try #require(Instant("2030-01-01T00:00:00Z"))
    return try await Aggregator(transport: recording, delivered: .sample, jobs: jobs)
      .read(try Plan(RunSelection(), in: Registry()), now: now).catalog
  }

  @Test(arguments: [1, 2, 5, 64])
  func sameBytesAtAnyConcurrency(_ jobs: Int) async throws {
    let expected = CatalogWriter.bytes(of: try await Self.sample(jobs: 1))
    #expect(CatalogWriter.bytes(of: try await Self.sample(jobs: jobs)) == expected)
  }

  @Test func sampleIsCompleteAtItsMoment() async throws {
    let catalog = try await Self.sample()
    #expect(catalog.generatedAt.description == "2026-11-21T17:00:00Z")
    #expect(catalog.feeds.allSatisfy { $0.outcome == .sample && $0.rejected == 0 })
    #expect(Set(catalog.entries.map(\.kind)) == Set(Entry.Kind.allCases))
    let schedules = catalog.entries.compactMap { $0.place?.hours }
    let today = try #require(LocalDate("2026-11-21"))
    #expect(schedules.contains { $0.plan(on: today) == .unknown })
    #expect(schedules.contains { $0.layers.contains { $0.rule == .always } })
    #expect(schedules.contains { $0.layers.contains { $0.level == .special && $0.from != nil } })
    #expect(schedules.contains { $0.plan(on: today).services.contains { $0.closes > .endOfDay } })
  }

  @Test func oneBadFeedDoesNotAffectOthers() async throws {
    let catalog = try await Self.sample(replacing: ["penn/dining/venues.json": "{\"error\": \"Dining: down\"}"])
    let penn = try #require(catalog.feeds.first { $0.id.description == "penn/dining" })
    #expect(penn.outcome == .absent)
    #expect(penn.reason == .wrongShape)
    #expect(penn.notes.contains { $0.detail.contains("Dining: down") })
    #expect(catalog.feeds.filter(\.outcome.isDelivered).count == 5)
  }

  @Test(arguments: [
    (#"{"status":404}"#, "http.404"), (#"{"status":429,"headers":{"Retry-After":"120"}}"#, "ratelimited"), (#"{"status":500}"#, "http.500"),
    (#"{"status":304}"#, "http.304_unexpected"), (#"{"status":206}"#, "http.206"), (#"{"status":"x"}"#, "recording.unreadable"),
    (#"{"time":"yesterday"}"#, "recording.unreadable"), ("nonsense", "recording.unreadable"),
  ])
  func recordedFailures(_ meta: String, _ reason: String) async throws {
    let catalog = try await Self.sample(replacing: ["penn/dining/venues.meta.json": meta])
    #expect(catalog.feeds.first { $0.id.description == "penn/dining" }?.reason?.description == reason)
  }

  @Test(arguments: [#"{"status":203}"#, #"{"status":299,"headers":{"ETag":"\"x\""}}"#])
  func oddSuccesses(_ meta: String) async throws {
    let catalog = try await Self.sample(replacing: ["penn/dining/venues.meta.json": meta])
    #expect(catalog.feeds.first { $0.id.description == "penn/dining" }?.outcome == .sample)
  }

  @Test func missingOptionalRequestIsNoted() async throws {
    let catalog = try await Self.sample(replacing: ["gmu/whats-open/alerts.json": nil as String?])
    let gmu = try #require(catalog.feeds.first { $0.id.description == "gmu/whats-open" })
    #expect(gmu.outcome == .sample)
    #expect(gmu.notes.map(\.code.description).contains("request.missing"))
  }

  /// A recording is from the time of its newest reply, even one that cannot be read.
  @Test(arguments: ["[]", "<html>"])
  func newestReplyHasTheTimeOfTheRecording(alerts: String) async throws {
    let time = "2026-11-22T12:00:00Z"
    let catalog = try await Self.sample(
      replacing: ["gmu/whats-open/alerts.json": alerts, "gmu/whats-open/alerts.meta.json": "{\"time\": \"\(time)\"}"])
    #expect(catalog.generatedAt == Instant(time))
  }

  @Test func feedWithoutRecordingIsLeftOut() async throws {
    let catalog = try await Self.sample(replacing: ["penn/dining/venues.json": nil as String?, "penn/menus/menus.json": nil])
    #expect(!catalog.feeds.contains { $0.id.description == "penn/dining" })
    #expect(!catalog.campuses.contains { $0.id.description == "penn" })
  }

  /// More than 10 % and at least 3.
  @Test(arguments: [(2, 2, 2), (3, 27, 27), (3, 26, 0), (4, 36, 36), (4, 35, 0)])
  func drift(_ bad: Int, _ good: Int, _ entries: Int) async throws {
    let records =
      (0..<good).map { #"{"q":"Saying \#($0)","a":"Seneca"}"# } + (0..<bad).map { #"{"q":\#($0),"a":"Seneca"}"# }
    let catalog = try await Self.sample(replacing: ["everywhere/quotes/quotes.json": "[\(records.joined(separator: ","))]"])
    let feed = try #require(catalog.feeds.first { $0.id.description == "everywhere/quotes" })
    #expect(feed.entries == entries)
    #expect(feed.rejected == bad)
    #expect(feed.reason == (entries == 0 ? .drift : nil))
  }
}
