import Aggregation
import CampusCatalog
import OpeningHours
import TestKit
import Testing

/// Merging entries of several feeds when not all of them match each other.
@Suite struct MergeRuleTests {
  /// Three feeds of one campus, the strongest first.
  private static let three = #"""
    {"campuses":[{"id":"town","name":"Town","timeZone":"Europe/London","country":"GB","location":{"latitude":53.4,"longitude":-2.9}}],
     "feeds":[{"id":"town/a","adapter":"whats-open","priority":10,"addresses":{"facilities":["https://a.example/"]}},
              {"id":"town/b","adapter":"whats-open","priority":5,"addresses":{"facilities":["https://b.example/"]}},
              {"id":"town/c","adapter":"whats-open","addresses":{"facilities":["https://c.example/"]}}]}
    """#

  /// Degrees of latitude for a distance in meters.
  private static func degrees(_ meters: Double) -> Double { meters / 111_195 }

  private func town(_ links: String? = nil) throws -> Campuses {
    var town = try Campuses(Self.three)
    if let links { town.registry = try town.registry.adding(Array(links.utf8), file: "links.json") }
    return town
  }

  /// A and B are near each other, and B and C, but not A and C.
  @Test(arguments: [["a", "b", "c"], ["b", "a", "c"], ["a", "c", "b"], ["c", "b", "a"]])
  func chainIsNotMerged(_ order: [String]) async throws {
    var town = try town()
    for (index, feed) in order.enumerated() {
      town.set("town/\(feed)", [Campuses.facility("x", "Gym", 53.4 + Self.degrees(70 * Double(index)), building: feed)])
    }
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/x", "town/b/x", "town/c/x"])
    for feed in catalog.feeds { #expect(feed.notes.map(\.code.description) == ["merge.ambiguous"], "\(feed.id)") }
  }

  /// Two places match a third without a position by its building, but not each other.
  @Test func chainOfBuildingsIsNotMerged() async throws {
    var town = try town()
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4)])
    town.set("town/b", [Campuses.facility("x", "Gym", nil)])
    town.set("town/c", [Campuses.facility("x", "Gym", 53.4 + Self.degrees(1000))])
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/x", "town/b/x", "town/c/x"])
    #expect(catalog.noteCodes.contains("merge.ambiguous"))
  }

  @Test func threeMatchingEntriesAreMerged() async throws {
    var town = try town()
    for (index, feed) in ["a", "b", "c"].enumerated() {
      town.set("town/\(feed)", [Campuses.facility("x", "Gym", 53.4 + Self.degrees(35 * Double(index)), building: feed)])
    }
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/x"])
    #expect(!catalog.noteCodes.contains("merge.ambiguous"))
  }

  @Test func linkCompletesChain() async throws {
    var town = try town(#"{"links":[{"same":["town/a/x","town/c/x"]}]}"#)
    for (index, feed) in ["a", "b", "c"].enumerated() {
      town.set("town/\(feed)", [Campuses.facility("x", "Gym", 53.4 + Self.degrees(70 * Double(index)), building: feed)])
    }
    #expect(try await town.run().ids == ["town/a/x"])
  }

  /// An entry that matches one of two linked entries matches both.
  @Test func linkedEntriesAreMerged() async throws {
    var town = try town(#"{"links":[{"same":["town/a/x","town/b/hall"]}]}"#)
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4)])
    town.set("town/b", [Campuses.facility("hall", "Sports Hall", 53.5)])
    town.set("town/c", [Campuses.facility("x", "Gym", 53.4)])
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/x"])
    #expect(catalog.entries.first?.aliases.map(\.description) == ["town/b/hall", "town/c/x"])
  }

  /// A link stays where a match would make a chain.
  @Test func chainKeepsLinksButDropsMatches() async throws {
    var town = try town(#"{"links":[{"same":["town/a/x","town/b/x"]}]}"#)
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4)])
    town.set("town/b", [Campuses.facility("x", "Gym", 53.4)])
    town.set("town/c", [Campuses.facility("x", "Gym", 53.4), Campuses.facility("y", "Gym", 53.4)])
    let catalog = try await town.run()
    #expect(catalog.ids == ["town/a/x", "town/c/x", "town/c/y"])
    #expect(catalog.noteCodes.contains("merge.ambiguous"))
  }

  // MARK: - Many entries of one name

  enum Spread: String, CaseIterable, Sendable { case oneSpot, twoClumps, line, oneBuilding, buildings }

  private static func facilities(_ count: Int, _ spread: Spread, isSecond: Bool) -> [String] {
    (0..<count).map { index in
      let slug = "\(isSecond ? "s" : "f")\(index)"
      switch spread {
      case .oneSpot: return Campuses.facility(slug, "Car Park", 53.4, hours: false)
      // Close enough to be candidates, but too far apart to match.
      case .twoClumps:
        let latitude = 53.4 + Self.degrees(isSecond ? 80 : 0) + Double(index) * 1e-10
        return Campuses.facility(slug, "Car Park", latitude, hours: false)
      case .line: return Campuses.facility(slug, "Car Park", 53 + Self.degrees(200 * Double(index)), hours: false)
      case .oneBuilding: return Campuses.facility(slug, "Car Park", nil, hours: false)
      case .buildings: return Campuses.facility(slug, "Car Park", nil, building: "Block \(index)", hours: false)
      }
    }
  }

  /// Time and memory are proportional to the number of entries, regardless of their positions.
  @Test(.timeLimit(.minutes(15)), arguments: Spread.allCases)
  func manyEntriesWithSameName(_ spread: Spread) async throws {
    let count = Budget.isSoak ? 10_000 : 2_000
    var town = try Campuses(Campuses.two)
    town.set("town/a", Self.facilities(count, spread, isSecond: false))
    town.set("town/b", Self.facilities(count, spread, isSecond: true))
    let catalog = try await town.run()
    let isClear = spread == .line || spread == .buildings
    #expect(catalog.entries.count == (isClear ? count : 2 * count))
    let isAmbiguous = spread == .oneSpot || spread == .oneBuilding
    #expect(catalog.noteCodes.contains("merge.ambiguous") == isAmbiguous)
    // The length of a note does not grow with the number of candidates.
    #expect(catalog.feeds.flatMap(\.notes).allSatisfy { $0.detail.utf8.count < 400 })
  }

  /// The notes of ambiguous entries do not depend on the order of the entries either.
  @Test func notesDoNotDependOnTheOrder() async throws {
    func notes(_ isReversed: Bool) async throws -> [String] {
      var town = try Campuses(Campuses.two)
      let (first, second) = (Self.facilities(60, .oneSpot, isSecond: false), Self.facilities(90, .oneSpot, isSecond: true))
      town.set("town/a", isReversed ? first.reversed() : first)
      town.set("town/b", isReversed ? second.reversed() : second)
      return try await town.run().feeds.flatMap { $0.notes.map { "\($0.entry?.description ?? "") \($0.detail)" } }
    }
    let (plain, reversed) = (try await notes(false), try await notes(true))
    #expect(plain.sorted() == reversed.sorted())
    #expect(plain.count { $0.contains("not merged") } == 150)
  }
}
