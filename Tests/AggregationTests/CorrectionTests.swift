import Aggregation
import CampusCatalog
import OpeningHours
import Testing

@Suite struct CorrectionTests {
  private static func run(_ correction: String, at: String = "2026-11-21T17:00:00Z") async throws -> Catalog {
    var town = try Campuses(Campuses.two)
    town.registry = try town.registry.adding(Array(#"{"corrections":[\#(correction)]}"#.utf8), file: "corrections.json")
    town.set("town/a", [Campuses.facility("x", "Gym", 53.4)])
    town.set("town/b", [Campuses.facility("y", "Gym", 53.4)])
    return try await town.run(at: at)
  }

  @Test(arguments: ["town/a/x", "town/b/y"])
  func correctionOverridesFeedsWithProvenance(_ id: String) async throws {
    let entry = try await Self.run(#"{"id":"\#(id)","name":"New Gym","because":"renamed","until":"2026-12-01"}"#).named("town/a/x")
    #expect(entry.name == "New Gym")
    let name = try #require(entry.provenance.first { $0.field == "name" })
    #expect(name.origin == .correction)
    #expect(name.because == "renamed")
    #expect(name.until?.description == "2026-12-01")
    #expect(name.overridden.map(\.value) == ["\"Gym\""])
  }

  @Test(arguments: [
    // The last day is included in full, in the campus's zone (London).
    ("2026-11-30T23:59:59Z", "New Gym"), ("2026-12-01T23:59:59Z", "New Gym"), ("2026-12-02T00:00:00Z", "Gym"),
  ])
  func correctionExpires(_ at: String, _ name: String) async throws {
    let entry = try await Self.run(#"{"id":"town/a/x","name":"New Gym","because":"renamed","until":"2026-12-01"}"#, at: at).named(
      "town/a/x")
    #expect(entry.name == name)
  }

  @Test func manualHoursAreAddedAndOthersReplace() async throws {
    let day = try #require(LocalDate("2026-11-23"))
    let later = try #require(LocalDate("2026-11-30"))
    let laid =
      #"{"id":"town/a/x","because":"repairs","hours":{"layers":[{"level":"manual","from":"2026-11-22","to":"2026-11-24","week":{}}]}}"#
    let over = try #require(try await Self.run(laid).named("town/a/x").place?.hours)
    #expect(over.plan(on: day) == .closed)
    #expect(over.plan(on: later).services.count == 1)
    let replaced = #"{"id":"town/a/x","because":"repairs","hours":{"layers":[{"level":"weekly","always":true}]}}"#
    let other = try #require(try await Self.run(replaced).named("town/a/x").place?.hours)
    #expect(other.layers.count == 1)
    #expect(other.plan(on: day).services.first?.closes == .endOfDay)
  }

  @Test func unusedCorrectionIsNoted() async throws {
    let catalog = try await Self.run(#"{"id":"town/a/nobody","name":"X","because":"y"}"#)
    #expect(catalog.noteCodes.contains("correction.unused"))
  }

  @Test func emptiedFieldHasProvenance() async throws {
    let entry = try await Self.run(#"{"id":"town/a/x","location":{},"because":"secret"}"#).named("town/a/x")
    #expect(entry.place?.location.isEmpty == true)
    let parts = entry.provenance.filter { $0.field.hasPrefix("location.") }
    #expect(!parts.isEmpty)
    // It was merged by part: each part has its own provenance.
    for part in parts {
      #expect(part.origin == .correction)
      #expect(part.because == "secret")
      #expect(part.overridden.first?.from == entry.id || part.overridden.first.map { entry.aliases.contains($0.from) } == true, "\(part)")
    }
  }
}
