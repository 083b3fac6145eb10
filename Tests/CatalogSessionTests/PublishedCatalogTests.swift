import Aggregation
import Basics
import CampusCatalog
import CatalogQuery
import CatalogSession
import FeedKit
import Fetching
import OpeningHours
import TestKit
import Testing

/// A catalog at an address: what is requested, and what is done with the answer.
@Suite struct PublishedCatalogTests {
  private static let address = "https://campus.example/catalog.json"

  /// An HTTP client that answers with a function.
  private final class Client: HTTPClient {
    typealias Respond = @Sendable (HTTPRequest) -> HTTPResponse
    private let state: Guarded<(respond: Respond, requests: [HTTPRequest])>

    init(_ respond: @escaping Respond) { state = Guarded((respond, [])) }

    var requests: [HTTPRequest] { state.withLock(\.requests) }

    func respond(_ respond: @escaping Respond) { state.withLock { $0.respond = respond } }

    func perform(_ request: HTTPRequest) -> HTTPResponse {
      state.withLock { state in
        state.requests.append(request)
        return state.respond(request)
      }
    }

    func target(_ url: String, relativeTo base: HTTPTarget?) -> HTTPTarget {
      HTTPTarget(url: url, scheme: "https", host: "campus.example", port: 443)
    }
  }

  private let client = Client { _ in HTTPResponse(status: 404, headers: [], body: []) }
  private let store = MemoryStore()

  private func published(at time: String = "2026-11-21T12:00:00Z") throws -> PublishedCatalog {
    let clock = try StepClock(time)
    return PublishedCatalog(Self.address) { [client, store] in
      var network = NetworkSource(client: client, clock: clock, store: .open(store))
      network.random = { 0 }
      return network
    }
  }

  private func catalog(_ time: String) throws -> [UInt8] {
    CatalogWriter.bytes(of: Catalog(generatedAt: try parsed(time) { Instant($0) }, campuses: [], feeds: [], entries: []))
  }

  /// Answers with a body and its tag, or with 304 if the client has it.
  private static func serve(_ body: [UInt8], tag: String, _ headers: [Feed.Header] = []) -> Client.Respond {
    { request in
      let isKnown = value("If-None-Match", request) == tag
      return HTTPResponse(status: isKnown ? 304 : 200, headers: [Feed.Header("ETag", tag)] + headers, body: isKnown ? [] : body)
    }
  }

  private static func value(_ name: String, _ request: HTTPRequest) -> String? { request.headers.first { $0.name == name }?.value }

  @Test func onlyNewVersionsAreRead() async throws {
    let published = try published()
    client.respond(Self.serve(try catalog("2026-11-21T11:00:00Z"), tag: "\"1\"", [Feed.Header("Cache-Control", "max-age=600")]))
    let first = try await published.read(knowing: nil)
    #expect(try first.catalog?.generatedAt == parsed("2026-11-21T11:00:00Z") { Instant($0) })
    #expect(try first.freshUntil == parsed("2026-11-21T12:10:00Z") { Instant($0) })
    let second = try await published.read(knowing: first.version)
    #expect(second.catalog == nil && second.freshUntil == first.freshUntil)
    // The same bytes with another tag, as from another server.
    client.respond(Self.serve(try catalog("2026-11-21T11:00:00Z"), tag: "\"2\""))
    let third = try await published.read(knowing: second.version)
    #expect(third.catalog == nil && third.version != second.version && third.freshUntil == nil)
    client.respond(Self.serve(try catalog("2026-11-21T11:30:00Z"), tag: "\"3\""))
    #expect(try await published.read(knowing: third.version).catalog != nil)
    #expect(client.requests.map { Self.value("If-None-Match", $0) } == [nil, "\"1\"", "\"1\"", "\"2\""])
    #expect(client.requests.allSatisfy { Self.value("Accept", $0) == "application/json" && !$0.allowsPrivateAddresses })
    #expect(client.requests.allSatisfy { $0.limits.decodedBytes == 1 << 30 && $0.limits.attempt == .seconds(60) })
  }

  /// A version that cannot be used is requested again, because the known one remains the one before.
  @Test(arguments: [
    ("{\"schema\" 1}", "catalog.json is not a catalog:1:"), ("{\"schema\":\"campus-list/1\"}", "is not a catalog/schema"),
    ("{\"id\":\"a/x/1\",\"kind\":\"place\"}\n{\"id\":\"a/x/2\"}\n", "looks like NDJSON"),
    ("<html>", "cannot be read: the server sent a page"),
    ("[]", "is not a catalog: expected a catalog"),
  ])
  func invalidCatalogsAreRefused(_ text: String, _ message: String) async throws {
    let published = try published()
    client.respond(Self.serve(try catalog("2026-11-21T11:00:00Z"), tag: "\"1\""))
    let first = try await published.read(knowing: nil)
    client.respond(Self.serve(Array(text.utf8), tag: "\"2\""))
    let error = await #expect(throws: SessionError.self) { try await published.read(knowing: first.version) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    client.respond(Self.serve(try catalog("2026-11-21T11:00:00Z"), tag: "\"1\""))
    #expect(try await published.read(knowing: first.version).catalog == nil)
    #expect(Self.value("If-None-Match", try #require(client.requests.last)) == "\"1\"")
  }

  /// The wait that a server demands lasts beyond the request.
  @Test func waitsAreRespected() async throws {
    client.respond { _ in HTTPResponse(status: 503, headers: [Feed.Header("Retry-After", "600")], body: []) }
    let error = await #expect(throws: SessionError.self) { try await published().read(knowing: nil) }
    #expect(error?.code == .unreachableCatalog && error?.message.contains("503") == true)
    let count = client.requests.count
    await #expect(throws: SessionError.self) { try await published(at: "2026-11-21T12:09:00Z").read(knowing: nil) }
    #expect(client.requests.count == count)
    client.respond(Self.serve(try catalog("2026-11-21T11:00:00Z"), tag: "\"1\""))
    #expect(try await published(at: "2026-11-21T12:11:00Z").read(knowing: nil).catalog != nil)
  }

  /// Those of a file are about the time of the file.
  @Test(arguments: [true, false]) func hoursOfLiveCatalogsBecomeTooOld(isLive: Bool) async throws {
    let now = try parsed("2026-11-21T12:00:00Z") { Instant($0) }
    var request = CatalogRequest(.catalog(Catalog(generatedAt: now, campuses: [], feeds: [], entries: [])), now: now)
    request.isLive = isLive
    #expect(try await (CatalogSession.open(request).rule.freshness != nil) == isLive)
  }

  /// A server that always answers 304 is asked without conditions after eight days.
  @Test func unchangedCatalogsAreConfirmed() async throws {
    client.respond(Self.serve(try catalog("2026-11-21T11:00:00Z"), tag: "\"1\""))
    let first = try await published().read(knowing: nil)
    let second = try await published(at: "2026-11-28T12:00:00Z").read(knowing: first.version)
    #expect(try await published(at: "2026-11-29T12:00:00Z").read(knowing: second.version).catalog == nil)
    #expect(client.requests.map { Self.value("If-None-Match", $0) } == [nil, "\"1\"", nil])
  }
}
