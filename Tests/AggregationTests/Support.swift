import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SimdJSON
import TestKit
import Testing

/// A small campus with several What's Open feeds, whose replies are written in the tests.
struct Campuses {
  var registry: Registry
  var bodies: [String: String] = [:]

  /// - Parameter file: a registry file that extends the built-in one.
  init(_ file: String) throws {
    registry = try Registry().adding(Array(file.utf8), file: "test.json")
  }

  func run(at: String = "2026-11-21T17:00:00Z", jobs: Int = 4) async throws -> Catalog {
    let bodies = bodies
    let moment = try #require(Instant(at))
    let recording = Recording { path in bodies[path].map { Array($0.utf8) } }
    return try await Aggregator(transport: recording, delivered: .replayed, jobs: jobs)
      .read(try Plan(RunSelection(), in: registry), at: moment, now: moment).catalog
  }

  /// Two feeds of one campus, `town/a` (stronger) and `town/b`.
  static let two = #"""
    {"campuses":[{"id":"town","name":"Town","timeZone":"Europe/London","country":"GB","location":{"latitude":53.4,"longitude":-2.9}}],
     "feeds":[{"id":"town/a","adapter":"whats-open","priority":10,"addresses":{"facilities":["https://a.example/"]}},
              {"id":"town/b","adapter":"whats-open","addresses":{"facilities":["https://b.example/"]}}]}
    """#

  /// A facility as JSON text.
  static func facility(
    _ slug: String, _ name: String, _ latitude: Double?, note: String = "", building: String = "Hall", hours: Bool = true
  ) -> String {
    let point = latitude.map { #"{"type":"Point","coordinates":[-2.9,\#($0)]}"# } ?? "null"
    let rows = hours ? #"{"start_day":0,"end_day":0,"start_time":"09:00:00","end_time":"17:00:00"}"# : ""
    return #"""
      {"slug":"\#(slug)","facility_name":"\#(name)","facility_location":{"building":"\#(building)","coordinate_location":\#(point)},
      "facility_category":{"name":"Office"},"note":"\#(note)","main_schedule":{"name":"\#(slug)","open_times":[\#(rows)]}}
      """#
  }

  mutating func set(_ feed: String, _ facilities: [String]) {
    bodies["\(feed)/facilities.json"] = "[\(facilities.joined(separator: ","))]"
  }
}

extension Catalog {
  func named(_ id: String) throws -> Entry {
    let found = entries.first { $0.id.description == id }
    return try #require(found, "no \(id) among \(entries.map(\.id.description))")
  }

  var ids: [String] { entries.map(\.id.description) }

  var noteCodes: [String] { feeds.flatMap { $0.notes.map(\.code.description) } }
}
