import CampusCatalog
import Foundation
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

/// The parameter `ids`: a choice of entries, such as favorites, in lists, exports and calendars.
@Suite("Chosen entries") struct ChosenEntriesTests {
  private let site: TestSite

  init() async throws {
    var renamed = try place("a/x/new", "Bar", hours: daily([service("17:00", "23:00")]))
    renamed.aliases = [try entryID("a/x/old")]
    site = try await TestSite([
      place("a/x/1", "Café", hours: daily([service("07:00", "18:00")])), renamed, place("a/x/a%2Fb%2Cc", "Kiosk"),
      place("b/y/1", "Hall", hours: daily([service("07:00", "21:00")])), Self.event("a/x/talk"),
    ])
  }

  private static func event(_ id: String) throws -> Entry {
    let id = try entryID(id)
    let feed = try parsed(id.description) { _ in id.feed }
    let day = try parsed("2026-11-21") { LocalDate($0) }
    return Entry(
      id: id, campus: feed.campus, name: "Talk", sources: [SourceReference(feed: feed, record: "talk")],
      details: .event(Event(startDate: day, endDate: day)))
  }

  private struct List: Decodable {
    struct Item: Decodable { let id: String }
    struct Missing: Decodable, Equatable {
      let id: String
      var kind: String?
      var suggestions: [String]?
    }
    let total: Int
    let entries: [Item]
    let missing: [Missing]?
    let next: String?
  }

  private func list(_ query: String) async throws -> List {
    let answer = try await site.request("/api/v1/entries?\(query)")
    #expect(answer.status == 200, "\(String(buffer: answer.body))")
    return try JSONDecoder().decode(List.self, from: Data(answer.body.readableBytesView))
  }

  @Test(
    "Ids and aliases select entries, in the usual order",
    arguments: [
      ("b/y/1,a/x/1", ["a/x/1", "b/y/1"]), ("a/x/old", ["a/x/new"]), ("a/x/old&ids=a/x/new", ["a/x/new"]),
      ("a/x/a%252Fb%252Cc", ["a/x/a%2Fb%2Cc"]), ("a/x/1,b/y/1&open=20:00", ["b/y/1"]), ("a/x/1,b/y/1&campus=b", ["b/y/1"]),
      ("a/x/1,b/y/1&sort=closing", ["a/x/1", "b/y/1"]), ("a/x/talk&kind=event", ["a/x/talk"]), ("a/x/1&kind=event", []),
    ])
  func selection(ids: String, expected: [String]) async throws {
    let list = try await list("ids=\(ids)")
    #expect(list.entries.map(\.id) == expected && list.total == expected.count)
  }

  @Test("Ids that the catalog does not have are reported, with similar ones, and the others are listed")
  func missing() async throws {
    let found = try await list("ids=a/x/1,a/x/2,nonsense,a/x/talk,c/z/1")
    #expect(found.entries.map(\.id) == ["a/x/1"])
    #expect(
      found.missing == [
        List.Missing(id: "a/x/2", suggestions: ["a/x/1"]), List.Missing(id: "a/x/talk", kind: "event"), List.Missing(id: "c/z/1"),
        List.Missing(id: "nonsense"),
      ])
    // A place that does not meet another condition is not missing.
    #expect(try await list("ids=a/x/1&state=closed").missing == nil)
  }

  @Test("Chosen entries come in pages, whose cursor belongs to them")
  func pages() async throws {
    let first = try await list("ids=a/x/1,b/y/1&limit=1")
    let next = try #require(first.next)
    let second = try await list("ids=a/x/1,b/y/1&limit=1&cursor=\(next)")
    #expect(first.total == 2 && (first.entries + second.entries).map(\.id) == ["a/x/1", "b/y/1"] && second.next == nil)
    #expect(try await site.request("/api/v1/entries?ids=a/x/1&limit=1&cursor=\(next)").status == 400)
  }

  @Test("500 ids are answered, and more refused", arguments: [(500, 200), (501, 400)])
  func limits(count: Int, status: Int) async throws {
    let ids = (0..<count).map { "a/x/place-with-a-long-id-\($0)" }.joined(separator: ",")
    let answer = try await site.request("/api/v1/entries?ids=\(ids)")
    #expect(answer.status == status)
    if status == 400 { #expect(String(buffer: answer.body).contains("ids has 501 ids; give at most 500.")) }
  }

  @Test("The calendar of chosen entries has an identity and a name of its own")
  func calendars() async throws {
    func calendar(_ ids: String) async throws -> [Substring] {
      try await site.get("/api/v1/catalog.ics?ids=\(ids)").text.split(separator: "\r\n")
    }
    let (both, one, renamed) = (try await calendar("a/x/1,b/y/1"), try await calendar("a/x/1"), try await calendar("a/x/old"))
    #expect(both.contains("NAME:Campus a\\, Campus b: 2 favorites") && one.contains("NAME:Campus a: 1 favorite"))
    #expect(both.filter { $0 == "BEGIN:VEVENT" }.count == 2 && one.filter { $0 == "BEGIN:VEVENT" }.count == 1)
    #expect(renamed.contains { $0.hasPrefix("SUMMARY:Bar") })
    #expect(Set([both, one, renamed].map { $0.first { $0.hasPrefix("UID:") } }).count == 3)
    // A calendar whose places are gone stays a calendar.
    #expect(try await calendar("a/x/gone").last == "END:VCALENDAR")
    let places = try await site.get("/api/v1/catalog.geojson?ids=a/x/1,a/x/old").text
    #expect(places.contains("\"a/x/1\"") && places.contains("\"a/x/new\"") && !places.contains("\"b/y/1\""))
  }

  @Test(
    "The error for an unknown id has up to three similar ones",
    arguments: [
      ("a/x/2", ["a/x/1"]), ("a/x/newt", ["a/x/new"]), ("a/xx/1", ["a/x/1"]), ("a/x/entirely-different", []), ("../x/1", []),
    ])
  func suggestions(id: String, expected: [String]) async throws {
    struct Unknown: Decodable {
      let status: Int
      let detail: String
      let suggestions: [String]?
    }
    let answer = try await site.request("/api/v1/entries/\(id)")
    let problem = try JSONDecoder().decode(Unknown.self, from: Data(answer.body.readableBytesView))
    #expect(answer.status == 404 && problem.suggestions ?? [] == expected, "\(problem)")
    for id in expected { #expect(problem.detail.contains("Did you mean \(id)?")) }
  }

  @Test("Similar ids are found among many, the most similar first")
  func similarIDs() async throws {
    let site = try await TestSite((0..<5_000).map { try place("a/x/record-\($0)", "Café") })
    let snapshot = try #require(site.site.snapshot)
    let found = SimilarIDs(in: snapshot).of("a/x/record-12344").map(\.description)
    #expect(found == ["a/x/record-1234", "a/x/record-1244", "a/x/record-1344"])
  }
}
