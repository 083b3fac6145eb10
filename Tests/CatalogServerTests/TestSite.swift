import Basics
import CampusCatalog
import CatalogQuery
import CatalogSession
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import OpeningHours
import QueryTestData
import TestKit

@testable import CatalogServer

/// A response, as seen by the tests.
struct TestResponse {
  let status: Int
  /// The header fields, with names in lower case.
  let headers: [(name: String, value: String)]
  let body: ByteBuffer

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension ResponseBody {
  /// Returns the whole content.
  func collected() async throws -> ByteBuffer {
    let collector = Collector()
    try await write(collector)
    return collector.content
  }

  private final class Collector: ResponseBodyWriter {
    private(set) var content = ByteBuffer()

    func write(_ buffer: ByteBuffer) { content.writeImmutableBuffer(buffer) }

    func finish(_ trailingHeaders: HTTPFields?) {}
  }
}

extension CatalogSite {
  /// Answers a request without a connection.
  func respond(_ method: String, _ target: String, _ fields: [(String, String)]) async throws -> TestResponse {
    var request = HTTPRequest(method: try parsed(method) { HTTPRequest.Method($0) }, scheme: "http", authority: nil, path: target)
    for (name, value) in fields {
      if name == "Host", request.authority == nil {
        request.authority = value
      } else {
        request.headerFields.append(HTTPField(name: try parsed(name) { HTTPField.Name($0) }, value: value))
      }
    }
    var context = SiteContext(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "tests")))
    context.channel = nil
    let body = RequestBody(buffer: ByteBuffer())
    let response = try await SiteResponder(self).respond(to: Request(head: request, body: body), context: context)
    return TestResponse(
      status: response.status.code, headers: response.headers.map { ($0.name.canonicalName, $0.value) },
      body: try await response.body.collected())
  }
}

/// A site with these entries, whose clock shows noon in New York until it is set.
struct TestSite {
  let site: CatalogSite
  private let clock: Guarded<Instant>

  init(
    _ entries: [Entry], at moment: String = "2026-11-21T12:00:00-05:00", _ configure: (inout SiteSettings) -> Void = { _ in }
  ) async throws {
    let clock = Guarded(try parsed(moment) { Instant($0) })
    self.clock = clock
    var settings = SiteSettings(now: { clock.withLock { $0 } })
    configure(&settings)
    site = CatalogSite(settings)
    try await show(entries)
  }

  /// Replaces the catalog of the site by one that was generated now, from feeds that were last checked now.
  ///
  /// - Parameters:
  ///   - time: the time that the session is about, as text; nil for now.
  ///   - countries: the countries of campuses, by their ids.
  ///   - zones: the time zones of campuses that are not in New York, by their ids.
  func show(
    _ entries: [Entry], outcomes: [FeedReport] = [], at time: String? = nil, countries: [String: String] = [:],
    zones: [String: String] = [:]
  ) async throws {
    let start = clock.withLock { $0 }
    let zone = try parsed("America/New_York") { Zone($0) }
    let campuses = Set(entries.map(\.campus)).map { id in
      let other = zones[id.description].flatMap { Zone($0) }
      return Campus(id: id, name: "Campus \(id)", timeZone: other ?? zone, country: countries[id.description])
    }
    let feeds = Set(entries.flatMap { $0.sources.map(\.feed) })
    let reports = try feeds.map { feed in
      var report = FeedReport(id: feed, adapter: try parsed("test") { AdapterID($0) }, outcome: .fresh, entries: entries.count)
      report.checkedAt = start
      return report
    }
    let catalog = Catalog(generatedAt: start, campuses: campuses, feeds: reports, entries: entries)
    var request = CatalogRequest(.catalog(catalog), now: start)
    request.time = time
    await site.show(try await CatalogSession.open(request), outcomes: outcomes)
  }

  func setClock(_ text: String) throws {
    let moment = try parsed(text) { Instant($0) }
    clock.withLock { $0 = moment }
  }

  /// Requests a target from this site, with further header fields.
  func request(
    _ target: String, _ fields: [(String, String)] = [], method: String = "GET", host: String = "localhost"
  ) async throws -> TestResponse {
    try await site.respond(method, target, [("Host", host)] + fields)
  }

  func get(_ target: String) async throws -> (status: Int, text: String) {
    let response = try await request(target, [("Accept", "text/html")])
    return (response.status, String(buffer: response.body))
  }

  /// The ids of the places in the list, in its order.
  func ids(_ query: String) async throws -> [String] {
    try await get("/all?" + query).text.matches(of: /<li class="place" data-id="([^"]*)"/).map { String($0.output.1) }
  }

  func selectedByAPI(_ query: String) async throws -> [String] {
    struct List: Decodable {
      struct Item: Decodable { let id: String }
      let entries: [Item]
    }
    let text = try await get("/api/v1/entries?limit=500&" + query).text
    return try JSONDecoder().decode(List.self, from: Data(text.utf8)).entries.map(\.id)
  }
}
