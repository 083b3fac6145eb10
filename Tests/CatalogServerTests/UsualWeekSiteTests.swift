import Aggregation
import Basics
import CampusCatalog
import CatalogSession
import FeedKit
import Fetching
import NIOCore
import OpeningHours
import SnapshotStore
import TestKit
import Testing

@testable import CatalogServer

/// A site with a store, after a month of polls of a feed that shows the next seven days. From September 15 on, one hall closes at 20:00.
@Suite("Usual weeks on a site")
struct UsualWeekSiteTests {
  private static let registry = """
    {"campuses": [{"id": "town", "name": "Town College", "timeZone": "America/New_York", "country": "GB",
                   "calendar": [{"kind": "break", "name": "Fall break", "from": "2026-09-24", "to": "2026-09-27"}]}],
     "feeds": [{"id": "town/halls", "adapter": "mapping", "addresses": {"records": "https://halls.town.example.edu/"},
                "mapping": {"records": "", "id": "/id", "name": "/name", "category": "dining-hall",
                            "hours": {"dates": {"each": "/days", "date": "/date", "services": "/open", "opens": "/from", "closes": "/to"}}}}]}
    """

  private let folder: TemporaryFolder
  private let site: CatalogSite
  private let clock: Guarded<Instant>
  private let failures = Guarded<[String]>([])
  private let plan: Plan
  private let request: @Sendable (Instant) throws -> CatalogRequest

  init() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path()
    let registry = try Registry().adding(Array(Self.registry.utf8), file: "town.json")
    let selection = RunSelection(campuses: [try parsed("town") { CampusID($0) }])
    plan = try Plan(selection, in: registry)
    request = { now in
      var request = CatalogRequest(.store(StoredCatalog(try SnapshotStore.openToRead(path: path), path: path)), now: now)
      (request.registry, request.selection) = (registry, selection)
      return request
    }
    let clock = Guarded(try parsed("2026-09-28T12:00:00-04:00") { Instant($0) })
    var settings = SiteSettings(now: { clock.withLock { $0 } })
    settings.onFailure = { [failures] what, _ in failures.withLock { $0.append(what) } }
    (self.folder, self.clock, site) = (folder, clock, CatalogSite(settings))
    for day in stride(from: 0, to: 36, by: 3) { try await poll(day) }
    try await show()
  }

  /// Reads what the feed says on a day, counted from August 25, into the store.
  private func poll(_ day: Int) async throws {
    func date(_ day: Int) throws -> LocalDate { try #require(LocalDate("2026-08-25")?.adding(days: day)) }
    let halls = try ["north", "south"].map { hall in
      let days = try (day..<day + 7).map { number in
        let closes = hall == "north" && number >= 21 ? "20:00" : "22:00"
        let opening = (30...33).contains(number) ? "" : #"{"from": "07:00", "to": "\#(closes)"}"#
        return #"{"date": "\#(try date(number))", "open": [\#(opening)]}"#
      }
      return #"{"id": "\#(hall)", "name": "\#(hall) hall", "days": [\#(days.joined(separator: ", "))]}"#
    }
    let reply = Array("[\(halls.joined(separator: ", "))]".utf8)
    let replies = RecordedReplies(Recording { $0.hasSuffix("records.json") ? reply : nil }, delivered: .replayed)
    let source = CatalogRun.Source.recording(replies, plan, into: .file(path: folder.path()))
    let now = clock.withLock { $0 }
    let run = try await CatalogRun.read(
      source, at: "\(date(day))T12:00:00-04:00", now: max(now, try #require(Instant("2026-10-01T12:00:00Z"))))
    #expect(await run.finish().isEmpty)
  }

  private func show() async throws { await site.show(try await CatalogSession.open(request(clock.withLock { $0 }))) }

  private func setClock(_ text: String) throws {
    let moment = try parsed(text) { Instant($0) }
    clock.withLock { $0 = moment }
  }

  private func get(_ target: String) async throws -> TestResponse {
    try await site.respond("GET", target, [("Host", "localhost"), ("Accept", "text/html")])
  }

  private func text(_ target: String) async throws -> String { String(buffer: try await get(target).body) }

  private static let tuesday = #""tu":{"spans":[["07:00","20:00"]],"weeks":2,"since":"2026-09-15"}"#

  @Test("The API has the usual week of a place, and of places in a list on request")
  func api() async throws {
    let place = try await text("/api/v1/entries/town/halls/north")
    #expect(place.contains(#""usual":{"mo":{"spans":[["07:00","22:00"]],"weeks":3,"since":"2026-08-31"},\#(Self.tuesday),"#), "\(place)")
    let list = try await text("/api/v1/entries?expand=usual")
    #expect(list.matches(of: /"usual":{"mo"/).count == 2 && list.contains(Self.tuesday), "\(list)")
    #expect(try await !text("/api/v1/entries").contains(#""usual""#))
    for (target, why) in [
      ("expand=hours", "expand must be one of today, week, usual, menu"), ("kind=event&expand=usual", "Unknown parameter"),
    ] {
      let refused = try await get("/api/v1/entries?\(target)")
      #expect(refused.status == 400 && String(buffer: refused.body).contains(why))
    }
    let pages = try await text("/api/v1/entries?expand=usual&limit=1")
    // Later pages are about the moment of the first one, but what is usual is known better the next day.
    let next = try #require(pages.firstMatch(of: /"next":"([^"]*)"/)).output.1
    let later = "/api/v1/entries?expand=usual&limit=1&cursor=\(next)"
    #expect(try await get(later).header("cache-control") == "public, max-age=60")
    let before = try await text(later)
    try setClock("2026-09-30T12:00:00-04:00")
    let after = try await text(later)
    #expect(try await get(later).header("cache-control") == "no-cache")
    #expect(before.contains(#""tu":{"#) && before != after)
    #expect(before.firstMatch(of: /"at":"[^"]*"/)?.output == after.firstMatch(of: /"at":"[^"]*"/)?.output)
  }

  /// On Tuesday, September 29, the hours of that day do not count yet; the week after, the list has the next one.
  @Test("The usual week and the tag of an answer change with the date, though the catalog does not")
  func dates() async throws {
    func answer(_ time: String) async throws -> (text: String, tag: String?) {
      try setClock(time)
      let answer = try await get("/api/v1/entries/town/halls/north")
      return (String(buffer: answer.body), answer.header("etag"))
    }
    let tuesday = try await answer("2026-09-29T23:59:00-04:00")
    let wednesday = try await answer("2026-09-30T00:00:00-04:00")
    #expect(tuesday.text.contains(Self.tuesday) && tuesday.tag != nil && tuesday.tag != wednesday.tag)
    #expect(wednesday.text.contains(#""tu":{"spans":[["07:00","20:00"]],"weeks":3"#), "\(wednesday.text)")
  }

  @Test("The results in the store are read once for each date, and damaged ones reported once")
  func readOnce() async throws {
    #expect(try await text("/town").contains("town/halls/north"))
    // All results but the last one cannot be read any longer.
    let damage = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      base.execute("DELETE FROM past_date")
      base.execute("UPDATE content SET bytes = x'00' WHERE sha256 IN (SELECT content FROM snapshot WHERE id < (SELECT max(id) FROM snapshot))")
      """
    #expect(try await Command.run(["python3", "-c", damage, folder.path()]).status == 0)
    // The list of the next minute is made again, and a new snapshot of the same results knows the same.
    for minute in ["12:01", "12:02"] {
      try setClock("2026-09-28T\(minute):00-04:00")
      #expect(try await text("/api/v1/entries?expand=usual").contains(Self.tuesday) && failures.withLock { $0.isEmpty })
      try await show()
    }
    try setClock("2026-09-29T12:00:00-04:00")
    for target in ["/town", "/api/v1/entries?expand=usual", "/api/v1/entries/town/halls/north", "/town/week"] {
      let answer = try await get(target)
      #expect(answer.status == 200 && !String(buffer: answer.body).contains(#""usual""#), "\(target)")
    }
    #expect(failures.withLock { $0 } == ["the usual hours of town"])
  }

  /// On Thursday, October 1, the hall in the north closes at 20:00, but usually at 22:00.
  @Test(
    "Pages mark the days that differ from the usual week",
    arguments: [("en", "special hours", "usually"), ("de", "besondere Öffnungszeiten", "sonst")])
  func pages(language: String, special: String, usually: String) async throws {
    try setClock("2026-10-01T12:00:00-04:00")
    let list = try await text("/town?lang=\(language)")
    let marks = list.matches(of: /data-id="([^"]*)"[^<]*<h3>.*\n<p class="state">.*<span class="special" title="([^"]*)">([^<]*)</)
    #expect(marks.map { [$0.output.1, $0.output.2, $0.output.3] } == [["town/halls/north", "\(usually) 07:00–22:00", Substring(special)]])
    let place = try await text("/places/town/halls/north?lang=\(language)")
    #expect(place.contains("\(special) (\(usually) 07:00–22:00)</p>"), "\(place)")
    let thursday = #"datetime="2026-10-01">.*</time></th><td><ul><li>07:00–20:00</li></ul> <small class="day-name" dir="auto">"#
    #expect(place.firstMatch(of: try Regex("\(thursday)\(usually) 07:00–22:00</small>")) != nil, "\(place)")
    let week = try await text("/town/week?lang=\(language)")
    #expect(week.contains("07:00–20:00 <small>\(usually) 07:00–22:00</small>") && !week.contains("south hall"), "\(week)")
    let page = try await text("/api/v1/catalog.html")
    #expect(page.contains("special hours (usually 07:00–22:00)"), "\(page)")
    // On Wednesdays, it has closed at 20:00 twice.
    try setClock("2026-09-30T12:00:00-04:00")
    #expect(try await !text("/town").contains("class=\"special\""))
    #expect(try await !text("/places/town/halls/north").contains("<p class=\"day-name\""))
  }

  @Test("The page of a place says what is usual, since when, and how many weeks it has been seen")
  func sentence() async throws {
    let place = try await text("/places/town/halls/north")
    #expect(
      place.contains(
        "<p class=\"note\">Usually Mon 07:00–22:00; Tue, Wed 07:00–20:00; Thu–Sun 07:00–22:00 (seen for 2 weeks) · Since 16 September</p>"),
      "\(place)")
    // Neither the list nor the page of the other hall has a mark.
    #expect(try await !text("/places/town/halls/south").contains("usually"))
  }
}
