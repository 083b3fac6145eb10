import CampusCatalog
import CatalogQuery
import Foundation
import Basics
import NIOCore
import OpeningHours
import QueryTestData

@testable import CatalogServer

/// A site with these entries, whose clock shows noon in New York until it is set.
struct TestSite {
  let site: CatalogSite
  private let clock: Guarded<Instant>
  private let start: Instant

  init(_ entries: [Entry], at moment: String = "2026-11-21T12:00:00-05:00") async throws {
    let start = try parsed(moment) { Instant($0) }
    let clock = Guarded(start)
    (self.start, self.clock) = (start, clock)
    site = CatalogSite(SiteSettings(now: { clock.withLock { $0 } }))
    try await show(entries)
  }

  /// Replaces the catalog of the site.
  func show(_ entries: [Entry]) async throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let campuses = Set(entries.map(\.campus)).map { Campus(id: $0, name: "Campus \($0)", timeZone: zone) }
    let feeds = Set(entries.flatMap { $0.sources.map(\.feed) })
    let reports = try feeds.map { feed in
      FeedReport(id: feed, adapter: try parsed("test") { AdapterID($0) }, outcome: .fresh, entries: entries.count)
    }
    let catalog = Catalog(generatedAt: start, campuses: campuses, feeds: reports, entries: entries)
    await site.replace(try await SiteSnapshot(CatalogSession.open(CatalogRequest(.catalog(catalog), now: start))))
  }

  func setClock(_ text: String) throws {
    let moment = try parsed(text) { Instant($0) }
    clock.withLock { $0 = moment }
  }

  /// Requests a target from this site, with further header fields.
  func request(_ target: String, _ fields: [(String, String)] = [], method: String = "GET", host: String = "localhost") async
    -> ServerResponse
  {
    await site.respond(to: ServerRequest(method, target, [("Host", host)] + fields))
  }

  func get(_ target: String) async -> (status: Int, text: String) {
    let response = await request(target, [("Accept", "text/html")])
    return (response.status, String(buffer: response.body))
  }

  /// The ids of the places in the list, in its order.
  func ids(_ query: String) async -> [String] {
    await get("/?" + query).text.matches(of: /<li class="place" data-id="([^"]*)"/).map { String($0.output.1) }
  }

  func selectedByAPI(_ query: String) async throws -> [String] {
    struct List: Decodable {
      struct Item: Decodable { let id: String }
      let entries: [Item]
    }
    let text = await get("/api/v1/entries?limit=500&" + query).text
    return try JSONDecoder().decode(List.self, from: Data(text.utf8)).entries.map(\.id)
  }
}
