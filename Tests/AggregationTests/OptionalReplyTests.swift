import Aggregation
import CampusCatalog
import Testing

/// A faulty optional reply affects only that reply.
@Suite struct OptionalReplyTests {
  @Test(arguments: ["<html>", #"{"detail":"Request was throttled"}"#, "[", ""])
  func brokenOptionalReplyDoesNotFailFeed(_ alerts: String) async throws {
    var town = try Campuses(Campuses.two)
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4)])
    let registry = #"{"feeds":[{"id":"town/a","addresses":{"alerts":["https://a.example/alerts"]}}]}"#
    town.registry = try town.registry.adding(Array(registry.utf8), file: "alerts.json")
    town.bodies["town/a/alerts.json"] = alerts
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/x"])
    let feed = try #require(catalog.feeds.first { $0.id.description == "town/a" })
    #expect(feed.outcome == .replayed)
    #expect(feed.notes.contains { $0.detail.hasPrefix("left out alerts") })
  }

  /// An ambiguous match is not merged through a third feed.
  @Test func ambiguityIsNotTransitive() async throws {
    let third = #"{"feeds":[{"id":"town/c","adapter":"whats-open","addresses":{"facilities":["https://c.example/"]}}]}"#
    var town = try Campuses(Campuses.two)
    town.registry = try town.registry.adding(Array(third.utf8), file: "c.json")
    town.set("town/a", [Campuses.facility("a", "Gym", 53.4)])
    town.set("town/b", [Campuses.facility("b1", "Gym", 53.4006), Campuses.facility("b2", "Gym", 53.3994)])
    town.set("town/c", [Campuses.facility("c", "Gym", 53.4003)])
    let catalog = try await town.run()
    #expect(catalog.entries.allSatisfy { entry in Set(entry.sources.map(\.feed)).count == entry.sources.count })
    #expect(
      !catalog.entries.contains { entry in
        let feeds = Set(entry.sources.map(\.feed.description))
        return feeds.contains("town/a") && feeds.contains("town/b")
      })
  }

  /// An alert and a place are never merged, even by a link.
  @Test func linksDoNotMergeDifferentKinds() async throws {
    var town = try Campuses(Campuses.two)
    let registry = #"""
      {"feeds":[{"id":"town/a","addresses":{"alerts":["https://a.example/alerts"]}}],"links":[{"same":["town/a/alert-1","town/b/y"]}]}
      """#
    town.registry = try town.registry.adding(Array(registry.utf8), file: "alerts.json")
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4)])
    town.set("town/b", [Campuses.facility("y", "Pool", 53.4)])
    town.bodies["town/a/alerts.json"] = #"[{"id":1,"urgency_tag":"info","subject":"Snow","body":""}]"#
    #expect(try await town.run().ids == ["town/a/alert-1", "town/a/x", "town/b/y"])
  }
}
