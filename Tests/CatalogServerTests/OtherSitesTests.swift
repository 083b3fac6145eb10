import NIOCore
import QueryTestData
import Testing

@testable import CatalogServer

/// What pages of other sites may do: ask before requests, and show whether places are open.
@Suite("Other sites") struct OtherSitesTests {
  private let site: TestSite

  init() async throws { site = try await TestSite([place("a/x/1", "Café", hours: daily([service("07:00", "18:00")]))]) }

  private static let preflight = [
    ("Origin", "https://www.example.edu"), ("Access-Control-Request-Method", "GET"), ("Access-Control-Request-Headers", "if-none-match"),
  ]

  @Test(
    "OPTIONS names the methods of every address, and a preflight request is granted for those that other sites may read",
    arguments: [
      ("/api/v1/entries", true), ("/api/v1/entries/a/x/unknown", true), ("/openapi.json", true), ("/widget.js", true), ("/all", false),
      ("/metrics", false),
    ])
  func options(target: String, isShared: Bool) async throws {
    let plain = try await site.request(target, method: "OPTIONS")
    #expect(plain.status == 204 && plain.header("allow") == "GET, HEAD, OPTIONS" && plain.body.readableBytes == 0)
    #expect(plain.header("access-control-allow-methods") == nil)
    let preflight = try await site.request(target, Self.preflight, method: "OPTIONS")
    #expect(preflight.status == 204 && preflight.header("access-control-allow-origin") == (isShared ? "*" : nil))
    #expect(preflight.header("access-control-allow-methods") == (isShared ? "GET, HEAD" : nil))
    #expect(preflight.header("access-control-allow-headers")?.contains("If-None-Match, ") == (isShared ? true : nil))
    #expect(preflight.header("access-control-max-age") == (isShared ? "86400" : nil))
  }

  @Test("Preflight requests are refused for other hosts and with content")
  func refusedPreflight() async throws {
    #expect(try await site.request("/api/v1/entries", Self.preflight, method: "OPTIONS", host: "evil.example").status == 421)
    #expect(try await site.request("/api/v1/entries", Self.preflight + [("Content-Length", "2")], method: "OPTIONS").status == 413)
  }

  @Test("A script of another site may read a 304")
  func notModified() async throws {
    let tag = try #require(try await site.request("/api/v1/entries").header("etag"))
    let answer = try await site.request("/api/v1/entries", [("If-None-Match", tag)])
    #expect(answer.status == 304 && answer.header("access-control-allow-origin") == "*")
  }

  @Test("The script of the widget is small, is for all sites, and has words in all languages")
  func widget() async throws {
    let answer = try await site.request("/widget.js")
    let text = String(buffer: answer.body)
    #expect(answer.status == 200 && answer.body.readableBytes <= 3_072, "\(answer.body.readableBytes) bytes")
    #expect(answer.header("content-type") == "text/javascript; charset=utf-8" && answer.header("access-control-allow-origin") == "*")
    #expect(answer.header("cross-origin-resource-policy") == "cross-origin" && answer.header("cache-control") == "public, max-age=3600")
    for word in ["Unknown place", "Nicht verfügbar", "Lugar desconocido", "Indisponible", "Luogo sconosciuto"] {
      #expect(text.contains("\"\(word)\""))
    }
    #expect(!text.contains("//") && !text.contains("/* "))
  }

  @Test(
    "With fields, entries have only these members",
    arguments: ["entries?fields=status.sentence,name", "entries/a/x/1?fields=name,status.sentence"])
  func fields(target: String) async throws {
    let text = try await site.get("/api/v1/\(target)").text
    #expect(text.contains(#"{"id":"a/x/1","kind":"place","name":"Café","status":{"sentence":"Open until 18:00"}}"#), "\(text)")
  }

  @Test("An unknown field is refused, with a similar one")
  func unknownField() async throws {
    let answer = try await site.request("/api/v1/entries?fields=name,locations")
    let text = String(buffer: answer.body)
    #expect(answer.status == 400 && text.contains("did you mean \\\"location\\\"?") && text.contains("#/query/fields"), "\(text)")
  }
}
