import Aggregation
import Basics
import CampusCatalog
import CatalogSession
import FeedKit
import Fetching
import HTTPTypes
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

/// An HTTP client that answers with one response after another, and then with 304.
private final class ResponseList: HTTPClient {
  private let responses: Guarded<[Fetching.HTTPResponse]>

  init(_ responses: [Fetching.HTTPResponse]) { self.responses = Guarded(responses) }

  func perform(_ request: Fetching.HTTPRequest) -> Fetching.HTTPResponse {
    responses.withLock { $0.isEmpty ? Fetching.HTTPResponse(status: 304, headers: [], body: []) : $0.removeFirst() }
  }

  func target(_ url: String, relativeTo base: HTTPTarget?) -> HTTPTarget {
    HTTPTarget(url: url, scheme: "https", host: "campus.example", port: 443)
  }
}

/// A clock that stands still and does not wait.
private struct StandingClock: RunClock {
  let moment: Instant

  func now() -> Instant { moment }
  func elapsed() -> Duration { .zero }
  func sleep(for duration: Duration) async throws { try Task.checkCancellation() }
}

@Test("A site gets ready with the first catalog, and keeps its last one when the next cannot be used", .timeLimit(.minutes(15)))
func followedCatalogs() async throws {
  let now = try moment("2026-11-21T12:00:00-05:00")
  func catalog(_ name: String) throws -> Fetching.HTTPResponse {
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: try parsed("America/New_York") { Zone($0) })
    let catalog = Catalog(generatedAt: now, campuses: [campus], feeds: [], entries: [try place("a/x/1", name)])
    return Fetching.HTTPResponse(status: 200, headers: [Feed.Header("ETag", "\"\(name)\"")], body: CatalogWriter.bytes(of: catalog))
  }
  let missing = Fetching.HTTPResponse(status: 404, headers: [], body: [])
  let damaged = Fetching.HTTPResponse(status: 200, headers: [Feed.Header("ETag", "\"3\"")], body: Array(#"{"a":1}"#.utf8))
  let client = ResponseList([missing, missing, try catalog("First"), damaged, missing, try catalog("Second")])
  var settings = SiteSettings(now: { now })
  settings.sharesCatalog = true
  let (site, store) = (CatalogSite(settings), MemoryStore())
  let published = PublishedCatalog("https://campus.example/catalog.json") {
    NetworkSource(client: client, clock: StandingClock(moment: now), store: .open(store))
  }
  let (events, event) = AsyncStream<(text: String, status: Int, isFirst: Bool)>.makeStream()
  var follower = CatalogFollower(site, published, every: .milliseconds(1)) { catalog in
    try await CatalogSession.open(CatalogRequest(.catalog(catalog), now: now))
  }
  follower.events = { news in
    var text = "shown"
    if case .failed(let error) = news { text = (error as? SessionError)?.message ?? "\(error)" }
    let name = site.snapshot?.catalog.entries.first?.name
    event.yield((text, name == nil ? 503 : 200, name == "First"))
  }
  let task = Task { [follower] in await follower.run() }
  defer { task.cancel() }
  var seen: [(text: String, status: Int, isFirst: Bool)] = []
  for await event in events {
    seen.append(event)
    if seen.count == 5 { break }
  }
  // The second failure is the same as the first, and not reported again.
  #expect(seen.map(\.status) == [503, 200, 200, 200, 200] && seen.map(\.isFirst) == [false, true, true, true, false])
  #expect(seen.map { $0.text.contains("404") } == [true, false, false, true, false], "\(seen)")
  #expect(seen.map { $0.text == "shown" } == [false, true, false, false, true], "\(seen)")
  #expect(try await site.respond("GET", "/readyz", [("Host", "localhost")]).status == 200)
  let metrics = String(buffer: try await site.respond("GET", "/metrics", [("Host", "localhost")]).body)
  #expect(metrics.contains("aggregate_catalog_requests_total{result=\"failed\"} 4\n"))
  #expect(metrics.contains("aggregate_catalog_requests_total{result=\"new\"}") && metrics.contains("aggregate_catalog_age_seconds 0\n"))
}

@Test("Servers that share a catalog answer alike, whatever they showed before", arguments: [true, false])
func sharedCatalogs(areShared: Bool) async throws {
  let places = try (0..<3).map { try place("a/x/\($0)", "x", hours: daily([service("07:00", "18:00")])) }
  let old = try await TestSite(places) { $0.sharesCatalog = areShared }
  try old.setClock("2026-11-21T12:15:00-05:00")
  try await old.show(places)
  let new = try await TestSite(places, at: "2026-11-21T12:15:00-05:00") { $0.sharesCatalog = areShared }
  let next = try #require(try await old.get("/api/v1/entries?limit=1").text.firstMatch(of: /"next":"([^"]+)"/)).output.1
  var differing: [String] = []
  for target in [
    "/all", "/places/a/x/1", "/api/v1/entries", "/api/v1/entries?limit=1&cursor=\(next)", "/api/v1/entries/a/x/1",
    "/api/v1/entries/a/x/1.ics",
    "/api/v1/campuses", "/api/v1/campuses/a.ics", "/api/v1/feeds", "/api/v1/catalog", "/api/v1/catalog.geojson", "/api/v1/catalog.ics",
    "/api/v1/catalog.jsonld", "/api/v1/catalog.tsv", "/api/v1/catalog.csv", "/api/v1/catalog.html", "/api/v1/catalog?kind=event",
  ] {
    let (first, second) = (try await old.request(target), try await new.request(target))
    #expect(first.status == 200 && second.status == 200, "\(target)")
    if first.header("etag") != second.header("etag") { differing.append(target) }
    // It would be the time at which one of the servers first showed the catalog.
    if areShared { #expect(first.header("last-modified") == nil && second.header("last-modified") == nil, "\(target)") }
  }
  #expect(differing.isEmpty == areShared, "\(differing)")
}
