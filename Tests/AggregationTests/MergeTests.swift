import Aggregation
import CampusCatalog
import OpeningHours
import TestKit
import Testing

@Suite struct MergeTests {
  @Test func nearbyPlacesWithSameNameAreMerged() async throws {
    var town = try Campuses(Campuses.two)
    town.set("town/a", [Campuses.facility("globe", "The Globe", 53.4000)])
    town.set("town/b", [Campuses.facility("g", "globe!", 53.4005, note: "Cash only")])
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/globe"])
    let entry = try catalog.named("town/a/globe")
    #expect(entry.aliases.map(\.description) == ["town/b/g"])
    #expect(entry.name == "The Globe")
    #expect(entry.notice == "Cash only", "the weaker feed fills gaps of the stronger one")
    #expect(entry.sources.map(\.feed.description) == ["town/a", "town/b"])
    let name = try #require(entry.provenance.first { $0.field == "name" })
    #expect(name.overridden.map(\.value) == ["\"globe!\""])
    let notice = try #require(entry.provenance.first { $0.field == "notice" })
    #expect(notice.overridden.isEmpty)
    #expect("\(notice.origin)".contains("town/b/g"))
    #expect(catalog.noteCodes.contains("merge.disagreement"))
    #expect(catalog.entry(try #require(EntryID("town/b/g")))?.id == entry.id, "an alias finds the entry")
  }

  @Test(arguments: [
    // 75 m is 0.000674 degrees of latitude.
    (53.4, 53.40067, 1), (53.4, 53.40068, 2),
  ])
  func seventyFiveMeters(_ first: Double, _ second: Double, _ count: Int) async throws {
    var town = try Campuses(Campuses.two)
    town.set("town/a", [Campuses.facility("x", "Gym", first)])
    town.set("town/b", [Campuses.facility("y", "GYM", second)])
    #expect(try await town.run().entries.count == count)
  }

  @Test(arguments: [("Hall", "the HALL", 1), ("Hall", "Hut", 2)])
  func buildingDecidesWithoutPosition(_ first: String, _ second: String, _ count: Int) async throws {
    var town = try Campuses(Campuses.two)
    town.set("town/a", [Campuses.facility("x", "Gym", nil, building: first)])
    town.set("town/b", [Campuses.facility("y", "Gym", 53.4, building: second)])
    #expect(try await town.run().entries.count == count)
  }

  @Test(arguments: [
    ("Joe's Café", "JOES CAFE\u{301}", 1), ("Starbucks [JC]", "Starbucks [RAC]", 2), ("Straße", "STRASSE", 1), ("Ａ１", "a1", 1),
    ("A Place", "Place", 1), ("Theatre", "Atre", 2), ("Café", "Cafe", 2), ("…", "!", 2),
  ])
  func namesAreComparedFolded(_ first: String, _ second: String, _ count: Int) async throws {
    var town = try Campuses(Campuses.two)
    town.set("town/a", [Campuses.facility("x", first, 53.4)])
    town.set("town/b", [Campuses.facility("y", second, 53.4)])
    #expect(try await town.run().entries.count == count)
  }

  @Test func recordsOfOneFeedNeverMerge() async throws {
    var town = try Campuses(Campuses.two)
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4), Campuses.facility("y", "Gym", 53.4)])
    #expect(try await town.run().entries.count == 2)
  }

  @Test func twoCandidatesAreNotAMatch() async throws {
    var town = try Campuses(Campuses.two)
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4)])
    town.set("town/b", [Campuses.facility("y", "Gym", 53.4), Campuses.facility("z", "Gym", 53.4001)])
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/x", "town/b/y", "town/b/z"])
    #expect(catalog.noteCodes.contains("merge.ambiguous"))
  }

  @Test func linksMergeAndSeparate() async throws {
    let links = #"{"links":[{"same":["town/a/x","town/b/far"]},{"different":["town/a/y","town/b/y"]}]}"#
    var town = try Campuses(Campuses.two)
    town.registry = try town.registry.adding(Array(links.utf8), file: "links.json")
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4), Campuses.facility("y", "Pool", 53.4)])
    town.set("town/b", [Campuses.facility("far", "Sports Hall", 53.5), Campuses.facility("y", "Pool", 53.4)])
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/x", "town/a/y", "town/b/y"])
    #expect(try catalog.named("town/a/x").aliases.map(\.description) == ["town/b/far"])
  }

  @Test func differentWinsOverSame() async throws {
    let links = #"{"links":[{"same":["town/a/x","town/b/x"]},{"different":["town/b/x","town/a/x"]}]}"#
    var town = try Campuses(Campuses.two)
    town.registry = try town.registry.adding(Array(links.utf8), file: "links.json")
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4)])
    town.set("town/b", [Campuses.facility("x", "Gym", 53.4)])
    #expect(try await town.run().entries.count == 2)
  }

  /// The catalog does not depend on the order of records, or on the order in which feeds finish.
  @Test(arguments: 1...8)
  func orderDoesNotMatter(_ seed: Int) async throws {
    let third = #"{"feeds":[{"id":"town/c","adapter":"whats-open","addresses":{"facilities":["https://c.example/"]}}]}"#
    var town = try Campuses(Campuses.two)
    town.registry = try town.registry.adding(Array(third.utf8), file: "c.json")
    let names = ["Gym", "Pool", "The Café", "Library", "Bar", "Gym"]
    func facilities(_ feed: String) -> [String] {
      names.enumerated().map { Campuses.facility("\(feed)\($0.offset)", $0.element, 53.4 + Double($0.offset) / 5000, note: feed) }
    }
    for feed in ["a", "b", "c"] { town.set("town/\(feed)", facilities(feed)) }
    let plain = CatalogWriter.bytes(of: try await town.run(jobs: 1))
    var generator = SeededGenerator(seed: UInt64(seed))
    for feed in ["a", "b", "c"] { town.set("town/\(feed)", facilities(feed).shuffled(using: &generator)) }
    let shuffled = try await town.run(jobs: seed)
    let again = CatalogWriter.bytes(of: shuffled)
    #expect(hash(plain) == hash(again), "seed \(seed)")
    #expect(shuffled.entries.contains { $0.aliases.count == 2 })
  }

  private func hash(_ bytes: [UInt8]) -> Substring { String(decoding: bytes, as: UTF8.self).suffix(90) }

  @Test func knownHoursReplaceUnknownHours() async throws {
    var town = try Campuses(Campuses.two)
    town.bodies["town/a/facilities.json"] =
      #"[{"slug":"x","facility_name":"Gym","facility_location":{"building":"Hall"},"main_schedule":null,"special_schedules":[]}]"#
    town.set("town/b", [Campuses.facility("x", "Gym", nil)])
    let entry = try await town.run().named("town/a/x")
    #expect(entry.place?.hours?.layers.count == 1)
    #expect(entry.provenance.contains { $0.field == "hours" && "\($0.origin)".contains("town/b/x") })
  }
}
