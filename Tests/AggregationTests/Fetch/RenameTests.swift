import Aggregation
import CampusCatalog
import FeedKit
import Testing

/// Places without keys, whose names change from poll to poll.
@Suite struct RenameTests {
  private static let url = "https://town.example/places"

  /// Places that are alone on their campus, or merged with those of another feed.
  private static func registry(isMerged: Bool, _ more: String = "") -> String {
    let other = #",{"id":"town/b","adapter":"whats-open","addresses":{"facilities":["https://b.example/"]}}"#
    return #"""
      {"campuses":[{"id":"town","name":"Town","timeZone":"Europe/London"}],
       "feeds":[{"id":"town/places","adapter":"places","cadence":"PT1H","priority":10,"addresses":{"places":["https://town.example/places"]}}
      \#(isMerged ? other : "")]\#(more)}
      """#
  }

  private static func venue(_ name: String, longitude: String = "-2.9", note: String = "") -> String {
    #"{"name":"\#(name)","building":"Guild","lat":"53.4","lon":"\#(longitude)","description":"\#(note)"}"#
  }

  private let feed: FeedID

  init() throws { feed = try Texts.feed("town/places") }

  private func polling(isMerged: Bool, _ more: String = "") throws -> Polling {
    let polling = try Polling(Self.registry(isMerged: isMerged, more))
    polling.server.on("https://b.example/", .ok("[\(Campuses.facility("x", "Gym", 53.4))]"))
    return polling
  }

  /// One poll with these venues.
  private func poll(_ polling: Polling, isMerged: Bool, _ venues: String...) async throws -> (FeedReport, Catalog) {
    polling.clock.advance(seconds: 3601)
    polling.server.on(Self.url, .ok(#"{"food_venues":[\#(venues.joined(separator: ","))]}"#))
    let run = try await polling.run(isMerged ? [feed, Texts.feed("town/b")] : [feed])
    return (try #require(run.feeds.first { $0.id == feed }), try run.catalog)
  }

  /// The entry, if it has these aliases.
  private func aliases(_ catalog: Catalog, _ record: String) throws -> [String] {
    try catalog.named("town/places/\(record)").aliases.map { String($0.record) }
  }

  @Test(arguments: [false, true])
  func renameAndRenameBack(isMerged: Bool) async throws {
    let polling = try polling(isMerged: isMerged)
    func poll(_ venues: String...) async throws -> (FeedReport, Catalog) {
      try await self.poll(polling, isMerged: isMerged, venues.joined(separator: ","))
    }
    #expect(try await aliases(poll(Self.venue("A")).1, "a-guild") == [])
    let (renamed, second) = try await poll(Self.venue("B"))
    #expect(renamed.outcome == .fresh)
    #expect(try aliases(second, "b-guild") == ["a-guild"])
    // Different bytes with the same meaning, then the same bytes.
    for venue in [Self.venue("B") + " ", Self.venue("B") + " "] {
      let before = try await polling.state(of: feed)?.lastGood
      let (report, catalog) = try await poll(venue)
      #expect(report.outcome == .unchanged)
      #expect(try aliases(catalog, "b-guild") == ["a-guild"])
      let after = try await polling.state(of: feed)?.lastGood
      #expect(after?.content == before?.content && after?.acceptedAt == before?.acceptedAt)
    }
    // Something else changes, then the name, twice.
    #expect(try await aliases(poll(Self.venue("B", note: "Cash only")).1, "b-guild") == ["a-guild"])
    #expect(try await aliases(poll(Self.venue("C")).1, "c-guild") == ["a-guild", "b-guild"])
    #expect(try await aliases(poll(Self.venue("A")).1, "a-guild") == ["b-guild", "c-guild"])
    let lines = EntryLines(bytes: try await polling.store.entries(of: feed), count: 1)
    #expect(try lines.entries().first?.aliases.count == 2)
  }

  /// It is unknown which of the two places is gone.
  @Test func ambiguousRenameIsNewEntry() async throws {
    let polling = try polling(isMerged: false)
    _ = try await poll(polling, isMerged: false, Self.venue("A"), Self.venue("B", longitude: "-2.8"))
    let (_, catalog) = try await poll(polling, isMerged: false, Self.venue("C"), Self.venue("D"))
    #expect(catalog.entries.allSatisfy { $0.aliases.isEmpty })
  }

  /// An unreadable last good result passes on no ids, and does not block new ones.
  @Test func damagedResultDoesNotRefuseNewOne() async throws {
    let polling = try polling(isMerged: false)
    _ = try await poll(polling, isMerged: false, Self.venue("A"))
    polling.store.loseEntries()
    let (report, catalog) = try await poll(polling, isMerged: false, Self.venue("B"))
    #expect(report.outcome == .fresh)
    #expect(try aliases(catalog, "b-guild") == [])
  }

  @Test func correctionsAndLinksAcceptFormerIDs() async throws {
    let more = #"""
      ,"corrections":[{"id":"town/places/a-guild","notice":"Upstairs","because":"seen"}],
       "links":[{"same":["town/places/a-guild","town/places/b-guild","town/b/x"]}]
      """#
    let polling = try polling(isMerged: true, more)
    for (name, expected) in [("A", ["town/b/x"]), ("B", ["town/b/x", "town/places/a-guild"])] {
      let (_, catalog) = try await poll(polling, isMerged: true, Self.venue(name))
      let entry = try #require(catalog.entries.first)
      #expect(catalog.entries.count == 1 && entry.name == name)
      #expect(entry.aliases.map(\.description) == expected)
      #expect(entry.notice == "Upstairs")
    }
    // Places declared different stay so after a rename.
    let apart = try self.polling(isMerged: true, #","links":[{"different":["town/places/a-guild","town/b/x"]}]"#)
    _ = try await poll(apart, isMerged: true, Self.venue("A"))
    #expect(try await poll(apart, isMerged: true, Self.venue("Gym")).1.entries.count == 2)
    let joined = try self.polling(isMerged: true)
    _ = try await poll(joined, isMerged: true, Self.venue("A"))
    let (_, catalog) = try await poll(joined, isMerged: true, Self.venue("Gym"))
    #expect(try catalog.named("town/places/gym-guild").aliases.map(\.description) == ["town/b/x", "town/places/a-guild"])
  }
}
