import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import OpeningHours
import Testing

/// Runs adapters on small replies written in a test.
struct Reply {
  /// Runs one built-in feed over bodies by request name.
  static func run(
    _ feed: String, _ bodies: [String: String], registry: Registry = Registry(), at: String = "2026-11-21T17:00:00Z"
  ) async throws -> Aggregator.Run {
    let id = try #require(FeedID(feed))
    let moment = try #require(Instant(at))
    let recording = Recording { path in
      guard path.hasPrefix(feed + "/"), path.hasSuffix(".json") else { return nil }
      return bodies[String(path.dropFirst(feed.count + 1).dropLast(5))].map { Array($0.utf8) }
    }
    return await Aggregator(transport: recording, delivered: .replayed)
      .read(try Plan(RunSelection(feeds: [id]), in: registry), at: moment, now: moment)
  }

  static func catalog(_ feed: String, _ bodies: [String: String]) async throws -> Catalog { try await run(feed, bodies).catalog }

  /// The one report of a run over one feed.
  static func report(_ feed: String, _ bodies: [String: String]) async throws -> FeedReport {
    try #require(try await catalog(feed, bodies).feeds.first)
  }
}

extension Catalog {
  func place(_ id: String) throws -> Place {
    let id = try #require(EntryID(id))
    let found = entries.first { $0.id == id }
    let entry = try #require(found, "no \(id)")
    return try #require(entry.place)
  }

  /// The services of a place on a day as "07:00-26:00 Lunch", separated by commas; "unknown" or "closed".
  func hours(_ id: String, _ date: String) throws -> String {
    let schedule = try #require(try place(id).hours)
    let day = try #require(LocalDate(date))
    switch schedule.plan(on: day) {
    case .unknown: return "unknown"
    case .services(let services):
      if services.isEmpty { return "closed" }
      return services.map { "\($0.opens)-\($0.closes)\($0.label.map { " \($0)" } ?? "")" }.joined(separator: ", ")
    }
  }
}
