import CampusCatalog
import FeedKit
import Testing

@testable import Aggregation

/// A list is read to its end, once, and only from servers that belong to the feed.
@Suite struct PagingTests {
  private static let first = "https://places.example/list"

  private func polling(_ hosts: String = "[]", paging: String = #"{"next": "/next"}"#) throws -> Polling {
    try Polling(
      #"""
      {"campuses": [{"id": "town", "name": "Town College"}],
       "feeds": [{"id": "town/places", "adapter": "mapping", "addresses": {"records": "\#(Self.first)"}, "hosts": \#(hosts),
                  "headers": {"X-Api-Key": "key"},
                  "mapping": {"records": "/d", "paging": \#(paging), "id": "/id", "name": "/id", "category": "other"}}]}
      """#)
  }

  private func page(_ id: Int, next: String, headers: [String: String] = [:]) -> Answer {
    .ok(#"{"d": [{"id": "\#(id)"}], "next": "\#(next)"}"#, headers)
  }

  private func run(_ polling: Polling) async throws -> (report: FeedReport, records: [String]) {
    let run = try await polling.run([Texts.feed("town/places")])
    return (try #require(run.feeds.first), try run.catalog.entries.map { String($0.id.record) })
  }

  @Test func nextPageOnAnotherServerFails() async throws {
    let polling = try polling()
    polling.server.on(Self.first, page(1, next: "https://cdn.example/2"))
    polling.server.on("https://cdn.example/2", page(2, next: ""))
    let (report, records) = try await run(polling)
    #expect((report.outcome, report.reason) == (.absent, .policyHost))
    #expect(records.isEmpty)
    #expect(polling.server.requests.map(\.url) == [Self.first])
  }

  /// Further hosts do not get the headers of the feed, which may be secret.
  @Test func hostOfFeedIsAskedWithoutHeaders() async throws {
    let polling = try polling(#"["CDN.example"]"#)
    polling.server.on(Self.first, page(1, next: "https://cdn.example/2"))
    polling.server.on("https://cdn.example/2", page(2, next: "\(Self.first)?page=3"))
    polling.server.on("\(Self.first)?page=3", page(3, next: ""))
    let (report, records) = try await run(polling)
    #expect(report.outcome == .fresh)
    #expect(records == ["1", "2", "3"])
    // The third page is on the feed's own server, but the other one has chosen its address.
    #expect(polling.server.requests.map { $0.headers["x-api-key"] } == ["key", nil, nil])
  }

  /// The pages of a server that has moved are on the new server.
  @Test func pagesAfterRedirectAreRead() async throws {
    let polling = try polling()
    polling.server.on(Self.first, .status(301, ["Location": "https://new.example/v2/list"]))
    polling.server.on("https://new.example/v2/list", page(1, next: "list?page=2"))
    polling.server.on("https://new.example/v2/list?page=2", page(2, next: ""))
    let (report, records) = try await run(polling)
    #expect(report.outcome == .fresh)
    #expect(records == ["1", "2"])
    #expect(polling.server.requests.map { $0.headers["x-api-key"] } == ["key", nil, nil])
  }

  /// A redirect may come back to the feed's server; the address of the page and what it links are still the other server's choice.
  @Test func pagesAfterRedirectThroughAnotherServerAreReadWithoutHeaders() async throws {
    let polling = try polling()
    polling.server.on(Self.first, .status(302, ["Location": "https://other.example/"]))
    polling.server.on("https://other.example/", .status(302, ["Location": "https://places.example/echo"]))
    polling.server.on("https://places.example/echo", page(1, next: "https://places.example/2"))
    polling.server.on("https://places.example/2", page(2, next: "https://places.example/3"))
    polling.server.on("https://places.example/3", page(3, next: ""))
    let (_, records) = try await run(polling)
    #expect(records == ["1", "2", "3"])
    #expect(polling.server.requests.map { $0.headers["x-api-key"] } == ["key", nil, nil, nil, nil])
  }

  /// Also when a page has not changed and its links come from the store.
  @Test func linksOfAStoredPageAreFollowedWithoutHeaders() async throws {
    let polling = try polling(#"["cdn.example"]"#)
    polling.server.on(Self.first, page(1, next: "https://cdn.example/2"))
    polling.server.on("https://cdn.example/2", page(2, next: "\(Self.first)?page=3", headers: ["ETag": "\"2\""]))
    polling.server.on("\(Self.first)?page=3", page(3, next: ""))
    _ = try await run(polling)
    polling.server.on("https://cdn.example/2", .status(304, ["ETag": "\"2\""]))
    polling.clock.advance(seconds: 7200)
    _ = try await run(polling)
    #expect(polling.server.requests.map { $0.headers["x-api-key"] } == ["key", nil, nil, "key", nil, nil])
  }

  /// The address of a numbered page is the feed's own, wherever the page before it was found.
  @Test func numberedPagesAreRequestedWithHeaders() async throws {
    let polling = try polling(paging: #"{"page": "page"}"#)
    for number in 1...2 {
      let address = number == 1 ? Self.first : "\(Self.first)?page=\(number)"
      polling.server.on(address, .status(302, ["Location": "https://files.example/\(number)"]))
      polling.server.on("https://files.example/\(number)", page(number, next: ""))
    }
    polling.server.on("\(Self.first)?page=3", .status(404))
    let (_, records) = try await run(polling)
    #expect(records == ["1", "2"])
    #expect(polling.server.requests.map { $0.headers["x-api-key"] } == ["key", nil, "key", nil, "key"])
  }

  /// Listing a host does not help against a link without encryption.
  @Test(arguments: ["http://places.example/2", "http://cdn.example/2", "http://other.example/2"])
  func nextPageWithoutEncryptionHasItsOwnAdvice(_ next: String) async throws {
    let polling = try polling(#"["cdn.example"]"#)
    polling.server.on(Self.first, page(1, next: next))
    let (report, _) = try await run(polling)
    #expect(report.reason == .policyHost)
    let detail = try #require(report.notes.first?.detail)
    #expect(detail.contains("does not continue with http") && !detail.contains("hosts"), "\(detail)")
  }

  @Test func circleEnds() async throws {
    let polling = try polling()
    polling.server.on(Self.first, page(1, next: "/2"))
    polling.server.on("https://places.example/2", page(2, next: "/3"))
    polling.server.on("https://places.example/3", page(3, next: "/4"))
    polling.server.on("https://places.example/4", page(1, next: "/2"))
    let (report, records) = try await run(polling)
    #expect(report.outcome == .fresh)
    #expect(records == ["1", "2", "3"])
    #expect(report.notes.map(\.code) == [.pageRepeats])
    #expect(polling.server.requests.count == 4)
  }

  @Test(arguments: ["https://cdn.example", "cdn.example/", "a b", "", "user@cdn.example", "cdn.example?x"])
  func hostIsANameAndPort(_ host: String) {
    #expect(throws: FileError.self) { try polling(#"["\#(host)"]"#) }
  }
}
