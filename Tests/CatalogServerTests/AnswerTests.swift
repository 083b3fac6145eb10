import Basics
import CampusCatalog
import CatalogQuery
import Foundation
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

/// A site with one place that is open from 7:00 until this time.
private func siteOpen(until closes: String) async throws -> TestSite {
  try await TestSite([place("a/x/1", "Café", hours: daily([service("07:00", closes)]))])
}

@Test("All responses within a minute are the same; those in the next minute are about the next minute")
func answersAreTheSameWithinAMinute() async throws {
  let site = try await siteOpen(until: "18:00")
  for path in ["/all", "/api/v1/entries", "/api/v1/entries/a/x/1", "/api/v1/feeds"] {
    try site.setClock("2026-11-21T12:00:01-05:00")
    let first = try await site.request(path)
    try site.setClock("2026-11-21T12:00:59-05:00")
    let second = try await site.request(path)
    #expect(first.status == 200 && first.body == second.body && first.header("etag") == second.header("etag"))
  }
  #expect(try await site.get("/api/v1/entries").text.contains("\"at\":\"2026-11-21T12:00:00-05:00\""))
  try site.setClock("2026-11-21T12:01:00-05:00")
  #expect(try await site.get("/api/v1/entries").text.contains("\"at\":\"2026-11-21T12:01:00-05:00\""))
}

@Test(
  "A response may be cached until a sentence in it changes, for at most five minutes",
  arguments: [("18:00", 300), ("12:33", 170), ("12:20", 50), ("12:01", 50)])
func answersAreKeptUntilTheyChange(closes: String, seconds: Int) async throws {
  let site = try await siteOpen(until: closes)
  try site.setClock("2026-11-21T12:00:10-05:00")
  for path in ["/api/v1/entries", "/api/v1/entries/a/x/1"] {
    #expect(try await site.request(path).header("cache-control") == "public, max-age=\(seconds)")
  }
}

@Test("A cached response ages by seconds, and keeps its protective headers")
func keptAnswersAgeBySeconds() async throws {
  let site = try await siteOpen(until: "12:20")
  for (clock, seconds) in [("12:00:10", 50), ("12:00:10", 50), ("12:00:45", 15), ("12:01:00", 60)] {
    try site.setClock("2026-11-21T\(clock)-05:00")
    for form in [[], [("If-None-Match", "*")], [("Accept-Encoding", "gzip")]] {
      let made = try await site.request("/api/v1/entries", form)
      let kept = try await site.request("/api/v1/entries", form)
      #expect(made.status == (form.first?.0 == "If-None-Match" ? 304 : 200) && kept.status == made.status && kept.body == made.body)
      #expect(kept.header("cache-control") == "public, max-age=\(seconds)", "\(clock)")
      #expect(kept.headers.map(\.name).sorted() == made.headers.map(\.name).sorted())
      #expect(kept.header("x-content-type-options") == "nosniff")
    }
  }
}

@Test("The change of \"tomorrow\" at midnight counts as a change")
func tomorrowEndsAtMidnight() async throws {
  let site = try await siteOpen(until: "18:00")
  try site.setClock("2026-11-21T23:58:30-05:00")
  let response = try await site.request("/api/v1/entries")
  #expect(String(buffer: response.body).contains("Opens tomorrow 07:00"))
  #expect(response.header("cache-control") == "public, max-age=90")
}

@Test("A client that has the current response gets a 304, for every form of condition")
func conditions() async throws {
  let site = try await siteOpen(until: "18:00")
  for path in ["/all", "/api/v1/catalog", "/api/v1/entries", "/openapi.json"] {
    let first = try await site.request(path)
    let tag = try #require(first.header("etag"))
    #expect(tag.hasPrefix("\""))
    for condition in [tag, "W/\(tag)", "\"a,b\", \(tag)", "*", "\"x\" , W/\(tag)"] {
      let response = try await site.request(path, [("If-None-Match", condition)])
      #expect(response.status == 304 && response.body.readableBytes == 0 && response.header("etag") == tag, "\(condition)")
    }
    for condition in ["\"other\"", "", "W/\"other\""] {
      // If-Modified-Since counts only without If-None-Match.
      let fields = [("If-None-Match", condition), ("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT")]
      #expect(try await site.request(path, fields).status == 200, "\(condition)")
    }
    let packed = try await site.request(path, [("Accept-Encoding", "gzip")])
    if packed.header("content-encoding") == "gzip" { #expect(packed.header("etag") != tag) }
    let head = try await site.request(path, method: "HEAD")
    #expect(head.body.readableBytes == 0 && head.header("content-length") == "\(first.body.readableBytes)" && head.header("etag") == tag)
  }
}

@Test("The catalog is sent in parts")
func ranges() async throws {
  let site = try await siteOpen(until: "18:00")
  let whole = try await site.request("/api/v1/catalog")
  let bytes = Array(whole.body.readableBytesView)
  for (range, wanted) in [("bytes=0-9", 0..<10), ("bytes=10-", 10..<bytes.count), ("bytes=-5", bytes.count - 5..<bytes.count)] {
    let response = try await site.request("/api/v1/catalog", [("Range", range)])
    #expect(response.status == 206 && Array(response.body.readableBytesView) == Array(bytes[wanted]))
    #expect(response.header("content-range") == "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(bytes.count)")
  }
  let beyond = try await site.request("/api/v1/catalog", [("Range", "bytes=\(bytes.count)-")])
  #expect(beyond.status == 416 && beyond.header("content-range") == "bytes */\(bytes.count)")
  #expect(beyond.header("content-type") == "application/problem+json")
  let modified = try #require(whole.header("last-modified"))
  for (condition, status) in [
    (try #require(whole.header("etag")), 206), ("\"other\"", 200), (modified, 206), ("Sat, 01 Jan 2000 00:00:00 GMT", 200),
  ] {
    #expect(try await site.request("/api/v1/catalog", [("Range", "bytes=0-9"), ("If-Range", condition)]).status == status)
  }
}

@Test("Parts are of the plain form, whatever codings the client accepts")
func rangesOfThePlainForm() async throws {
  let site = try await TestSite((0..<50).map { try place("a/x/\($0)", "Café", hours: daily([service("07:00", "18:00")])) })
  for path in ["/api/v1/catalog", "/api/v1/catalog.csv", "/openapi.json"] {
    let plain = try await site.request(path)
    let packed = try await site.request(path, [("Accept-Encoding", "gzip")])
    #expect(packed.header("content-encoding") == "gzip")
    let part = try await site.request(path, [("Accept-Encoding", "gzip"), ("Range", "bytes=100-199")])
    #expect(part.status == 206 && part.header("content-encoding") == nil && part.header("etag") == plain.header("etag"))
    #expect(Array(part.body.readableBytesView) == Array(Array(plain.body.readableBytesView)[100..<200]))
    // A part of the other form cannot be continued.
    let fields = [("Accept-Encoding", "gzip"), ("Range", "bytes=100-199"), ("If-Range", try #require(packed.header("etag")))]
    #expect(try await site.request(path, fields).status == 200)
  }
}

@Test("A long response is whole", arguments: ["/api/v1/catalog", "/api/v1/catalog.geojson", "/api/v1/entries?limit=500"])
func longResponses(target: String) async throws {
  let site = try await TestSite((0..<1_000).map { try place("a/x/\($0)", "Café", hours: daily([service("07:00", "18:00")])) })
  let response = try await site.request(target)
  #expect(response.body.readableBytes > 100_000 && response.header("content-length") == "\(response.body.readableBytes)")
}

@Test("A request for another version of the content is refused")
func preconditions() async throws {
  let site = try await siteOpen(until: "18:00")
  for path in ["/api/v1/catalog", "/api/v1/catalog.geojson", "/api/v1/campuses/a.ics"] {
    let first = try await site.request(path)
    let (tag, modified) = (try #require(first.header("etag")), try #require(first.header("last-modified")))
    for (name, value, status) in [
      ("If-Match", "\"other\"", 412), ("If-Match", "W/\(tag)", 412), ("If-Match", "\"other\", \(tag)", 200), ("If-Match", "*", 200),
      ("If-Unmodified-Since", "Sat, 01 Jan 2000 00:00:00 GMT", 412), ("If-Unmodified-Since", modified, 200),
      ("If-Unmodified-Since", "yesterday", 200),
    ] {
      for range in [[], [("Range", "bytes=0-9")]] {
        let response = try await site.request(path, [(name, value)] + range)
        #expect(response.status == (status == 200 && !range.isEmpty ? 206 : status), "\(path) \(name): \(value)")
      }
    }
    // It says nothing where it is unknown when the content changed.
    let unknown = [("If-Unmodified-Since", "Sat, 01 Jan 2000 00:00:00 GMT")]
    #expect(try await site.request("/api/v1/entries", unknown).status == 200)
  }
}

@Test(
  "Reading the feeds again changes neither the tags of the content nor its cursors",
  arguments: [
    "campuses", "campuses/a.ics", "entries/a/x/1.ics", "catalog.geojson", "catalog.csv", "catalog.ics", "catalog.tsv", "catalog.jsonld",
    "catalog.ndjson",
  ])
func tagsOfTheContent(path: String) async throws {
  let places = try (0..<3).map { try place("a/x/\($0)", "x", hours: daily([service("07:00", "18:00")])) }
  let site = try await TestSite(places)
  let first = try await site.request("/api/v1/\(path)")
  let catalog = try await site.request("/api/v1/catalog")
  let list = try await site.get("/api/v1/entries?limit=1").text
  let next = try #require(list.firstMatch(of: /"next":"([^"]+)"/)).output.1
  try site.setClock("2026-11-21T12:15:00-05:00")
  try await site.show(places)
  let second = try await site.request("/api/v1/\(path)")
  #expect(first.status == 200 && second.body == first.body && second.header("etag") == first.header("etag"))
  #expect(second.header("last-modified") == first.header("last-modified"))
  #expect(try await site.request("/api/v1/entries?limit=1&cursor=\(next)").status == 200)
  // The catalog itself says when the feeds were read.
  let fields = [("If-Modified-Since", try #require(catalog.header("last-modified")))]
  #expect(try await site.request("/api/v1/catalog", fields).status == 200)
  try await site.show(Array(places.dropLast()))
  #expect(try await site.request("/api/v1/entries?limit=1&cursor=\(next)").status == 410)
}

@Test("A failed reading of a feed changes the documents that show outcomes, but neither the version of the content nor cursors")
func failedReadings() async throws {
  let places = try (0..<3).map { try place("a/x/\($0)", "x", hours: daily([service("07:00", "18:00")])) }
  let site = try await TestSite(places)
  let list = try await site.get("/api/v1/entries?limit=1").text
  let next = try #require(list.firstMatch(of: /"next":"([^"]+)"/)).output.1
  let (feed, adapter) = (try parsed("a/x") { FeedID($0) }, try parsed("test") { AdapterID($0) })
  let failed = [FeedReport(id: feed, adapter: adapter, outcome: .stale, reason: .http(500), entries: 3)]
  let contents = ["campuses", "catalog.csv", "catalog.ndjson"]
  let reports = ["feeds", "catalog", "catalog.geojson", "catalog.jsonld", "catalog.tsv", "catalog.ics", "campuses/a.ics"]
  var before: [String: TestResponse] = [:]
  for path in contents + reports { before[path] = try await site.request("/api/v1/\(path)") }
  for (minute, outcomes, isFailed) in [(15, failed, true), (30, failed, true), (45, [], false)] {
    try site.setClock("2026-11-21T12:\(minute):00-05:00")
    try await site.show(places, outcomes: outcomes)
    #expect(try await site.request("/api/v1/entries?limit=1&cursor=\(next)").status == 200)
    for path in contents + reports {
      let (old, new) = (try #require(before[path]), try await site.request("/api/v1/\(path)"))
      #expect(new.header("catalog-version") == old.header("catalog-version"))
      #expect((new.body == old.body) == (new.header("etag") == old.header("etag")), "\(path)")
      if contents.contains(path) {
        #expect(new.body == old.body, "\(path) at \(minute)")
        #expect(new.header("last-modified") == old.header("last-modified"), "\(path) at \(minute)")
      }
      #expect(String(buffer: new.body).contains("stale") == (isFailed && reports.contains(path)), "\(path) at \(minute)")
      // Clients that ask by time get the new bytes, too.
      if let modified = old.header("last-modified"), new.body != old.body {
        #expect(try await site.request("/api/v1/\(path)", [("If-Modified-Since", modified)]).status == 200, "\(path) at \(minute)")
      }
    }
  }
}

@Test("An export that says less about feeds changes its time with what it says", arguments: [FeedReport.Outcome.disabled, .stale])
func timesOfTables(outcome: FeedReport.Outcome) async throws {
  let places = [try place("a/x/1", "x")]
  let site = try await TestSite(places)
  let first = try await site.request("/api/v1/catalog.csv")
  var report = FeedReport(id: try parsed("a/x") { FeedID($0) }, adapter: try parsed("test") { AdapterID($0) }, outcome: outcome)
  if outcome == .stale { report.license = "CC0" }
  try await site.show(places, outcomes: [report])
  let second = try await site.request("/api/v1/catalog.csv", [("If-Modified-Since", try #require(first.header("last-modified")))])
  #expect(second.status == 200 && second.body != first.body)
}

@Test("The time of a change only moves forward, even to older content", arguments: ["catalog", "catalog.geojson", "campuses/a.ics"])
func timesOfChanges(path: String) async throws {
  func places(_ name: String) throws -> [Entry] { [try place("a/x/1", name, hours: daily([service("07:00", "18:00")]))] }
  let site = try await TestSite(try places("Old"))
  var times: [String] = []
  for name in ["Old", "New", "Old"] {
    // All within one second.
    try await site.show(places(name))
    let response = try await site.request("/api/v1/\(path)")
    times.append(try #require(response.header("last-modified")))
    for earlier in times {
      let isSame = earlier == times.last
      #expect(try await site.request("/api/v1/\(path)", [("If-Modified-Since", earlier)]).status == (isSame ? 304 : 200))
      let part = try await site.request("/api/v1/\(path)", [("Range", "bytes=0-9"), ("If-Range", earlier)])
      #expect(part.status == (isSame ? 206 : 200))
    }
  }
  #expect(Set(times).count == 3)
}

@Test("Menus are entries of their own, and not among the places")
func menus() async throws {
  var menu = try place("a/x/menu-1", "Menu")
  menu.name = nil
  menu.details = .menu(
    Menu(
      place: try parsed("a/x/1") { EntryID($0) }, date: try parsed("2026-11-21") { LocalDate($0) }, meal: Meal(kind: .lunch),
      sections: [MenuSection(dishes: [Dish(name: "Soup of the day")])]))
  let site = try await TestSite([menu, place("a/x/1", "Café")])
  func text(_ target: String) async throws -> String { String(buffer: try await site.request("/api/v1/\(target)").body) }
  for target in ["entries?kind=menu", "entries?kind=menu&campus=a", "entries/a/x/menu-1"] {
    let text = try await text(target)
    #expect(text.contains("\"total\":1") && text.contains("Soup of the day") && !text.contains("Café"), "\(target)")
  }
  for target in ["entries", "entries?kind=quote"] {
    #expect(try await !text(target).contains("Soup of the day"), "\(target)")
  }
  #expect(try await text("campuses").contains(#""menu":1"#))
}

@Test("A relative time is about the minute of the request", arguments: ["", "&campus=a", "&kind=alert"])
func relativeTimes(query: String) async throws {
  var alert = try place("a/x/2", "Water is off")
  alert.details = .alert(Alert(severity: .minor, startsAt: .epoch, endsAt: try parsed("2026-11-21T12:00:30-05:00") { Instant($0) }))
  let site = try await TestSite([alert, place("a/x/1", "Café")])
  for (clock, isShown) in [("12:00:10", true), ("12:00:50", true), ("12:01:01", false), ("12:02:00", false)] {
    try site.setClock("2026-11-21T\(clock)-05:00")
    for path in ["catalog", "catalog.ndjson", "catalog.csv?table=alerts"] {
      for time in ["now", "12:01"] {
        let target = "/api/v1/\(path)\(path.contains("?") ? "&" : "?")at=\(time)\(query)"
        let text = String(buffer: try await site.request(target).body)
        #expect(text.contains("Water is off") == (time == "now" && isShown), "\(target) at \(clock)")
      }
    }
  }
}

@Test(
  "A list may be kept until the state of any place changes that passes its other filters, whether the list shows it or not",
  arguments: [
    ("open=now", 120), ("state=closed", 60), ("open=now&limit=1", 120), ("limit=1&sort=name", 120), ("q=early&open=now", 300),
    ("category=library&open=now", 300), ("near=40,-75&open=now&limit=1", 120), ("near=40,-75&within=1km&open=now", 300),
    ("at=12:30", 60), ("open=tomorrow", 60), ("kind=event&at=12:30", 60),
  ])
func listsAreKeptUntilStatesChange(query: String, seconds: Int) async throws {
  func location(_ latitude: Double) -> Location { Location(coordinate: Coordinate(latitude: latitude, longitude: -75)) }
  let site = try await TestSite([
    place("a/x/1", "Early", location: location(40), hours: daily([service("07:00", "20:00")])),
    place("a/x/2", "Later", location: location(41), hours: daily([service("12:02", "20:00")])),
  ])
  #expect(try await site.request("/api/v1/entries?\(query)").header("cache-control") == "public, max-age=\(seconds)")
}

@Test("Hours become too old at a time that lists know")
func expiryOfHours() throws {
  let now = try parsed("2026-11-21T12:00:00Z") { Instant($0) }
  func report(_ id: String, secondsAgo: Int64) throws -> FeedReport {
    var report = FeedReport(id: try parsed(id) { FeedID($0) }, adapter: try parsed("test") { AdapterID($0) }, outcome: .fresh)
    report.checkedAt = Instant(secondsSinceEpoch: now.secondsSinceEpoch - secondsAgo)
    return report
  }
  let limit = FreshnessLimit(
    [try report("a/old", secondsAgo: 101), try report("a/x", secondsAgo: 40), try report("a/y", secondsAgo: 30)], seconds: 100)
  #expect(limit.nextExpiry(after: now) == Instant(secondsSinceEpoch: now.secondsSinceEpoch + 60))
  #expect(FreshnessLimit([], seconds: 100).nextExpiry(after: now) == nil)
}

@Test("Every id in the catalog has addresses that work, in the page and in the API")
func addressesOfIds() async throws {
  let feed = try parsed("a/x") { FeedID($0) }
  let records = [
    "plain", "north/1", "south\\2", ".", "..", "~.", "~", "...", "a\nb", "\u{0}", "50%", "%2F", "a b", "é", "?", "#", "x.ics", ".ics", "//",
  ]
  let ids = try records.map { record in try parsed(record) { EntryID(feed: feed, record: $0) } }
  let site = try await TestSite(try ids.map { try place($0.description, "Place", hours: daily([service("07:00", "18:00")])) })
  let page = try await site.get("/all").text
  let links = page.matches(of: /href="(\/places\/[^"]*)"/).map { String($0.output.1) }
  #expect(links.count == ids.count)
  for link in links {
    // Clients remove such segments.
    #expect(!link.hasSuffix("/.") && !link.hasSuffix("/.."))
    let place = try await site.get(link)
    let address = try #require(place.text.firstMatch(of: /href="(\/api\/v1\/entries\/[^"]*)">JSON/)).output.1
    let id = try #require(place.text.firstMatch(of: /<article class="place" data-id="([^"]*)"/)).output.1
    #expect(place.status == 200)
    let entry = try await site.get(String(address))
    #expect(entry.status == 200 && entry.text.contains("\"id\":\"\(id)\""), "\(address)")
    let calendar = try await site.request(address + ".ics")
    #expect(calendar.status == 200 && calendar.header("content-type")?.hasPrefix("text/calendar") == true, "\(address)")
  }
}

@Test("Queries that ask the same have one answer, which is made once", arguments: ["sqlite"])
func equalQueries(format: String) async throws {
  let count = Guarded(0)
  let site = try await TestSite([place("a/x/1", "Café"), place("b/x/1", "Bar")]) { settings in
    settings.database = { _, _ in
      count.withLock { $0 += 1 }
      return [0]
    }
  }
  for query in ["", "?", "?&", "?&&", "?campus=", "?&kind=&campus="] {
    #expect(try await site.request("/api/v1/catalog.\(format)\(query)").status == 200)
  }
  #expect(try await site.request("/api/v1/catalog", [("Accept", "application/vnd.sqlite3")]).status == 200)
  #expect(count.withLock { $0 } == 1)
  for query in ["?campus=a&kind=place", "?kind=place&campus=a", "?%6Bind=place&&campus=%61&", "?campus=a&campus=a&kind=place"] {
    #expect(try await site.request("/api/v1/catalog.\(format)\(query)").status == 200)
  }
  #expect(count.withLock { $0 } == 2)
}

@Test("An answer that cannot be made is reported")
func failuresAreReported() async throws {
  struct FullDisk: Error {}
  let failures = Guarded<[String]>([])
  let site = try await TestSite([place("a/x/1", "Café")]) { settings in
    settings.database = { _, _ in throw FullDisk() }
    settings.onFailure = { target, error in failures.withLock { $0.append("\(target) \(error)") } }
  }
  #expect(try await site.request("/api/v1/catalog.sqlite").status == 503)
  #expect(try await site.request("/api/v1/catalog.sqlite?campus=z").status == 400)
  #expect(failures.withLock { $0 } == ["/api/v1/catalog.sqlite FullDisk()"])
}

@Test("A campus without data has empty lists", arguments: ["entries", "catalog.ndjson", "quotes", "entries?kind=event"])
func campusesWithoutData(path: String) async throws {
  let other = try parsed("other") { CampusID($0) }
  let site = try await TestSite([place("a/x/1", "Café")]) { $0.campuses = [other] }
  let answer = try await site.get("/api/v1/\(path)\(path.contains("?") ? "&" : "?")campus=other")
  #expect(answer.status == 200 && !answer.text.contains("Café"))
  let unknown = try await site.get("/api/v1/entries?campus=c")
  #expect(unknown.status == 400 && unknown.text.contains("the campuses are a, other."))
}

@Test("The feeds have the outcomes of the run that read them")
func outcomesOfTheRun() async throws {
  let places = [try place("a/x/1", "Café"), try place("a/y/1", "Bar")]
  let site = try await TestSite(places)
  let adapter = try parsed("test") { AdapterID($0) }
  let failed = FeedReport(id: try parsed("a/y") { FeedID($0) }, adapter: adapter, outcome: .stale, reason: .http(404), entries: 1)
  try await site.show(places, outcomes: [failed])
  let feeds = try await site.get("/api/v1/feeds").text
  #expect(feeds.contains(/"id":"a\/x"[\s\S]*"outcome":"fresh"[\s\S]*"id":"a\/y"[\s\S]*"outcome":"stale","reason":"http.404"/))
  let metrics = try await site.get("/metrics").text
  #expect(metrics.contains("{feed=\"a/x\",outcome=\"fresh\"} 1") && metrics.contains("{feed=\"a/y\",outcome=\"stale\"} 1"))
  #expect(String(buffer: try await site.request("/api/v1/catalog").body).contains("\"reason\":\"http.404\""))
}

@Test(
  "Browsers get data from the addresses of the API, and the page with its style from that of the page",
  arguments: [("catalog", "application/json"), ("catalog.html", "text/html"), ("catalog.geojson", "application/geo+json")])
func browsersGetData(path: String, type: String) async throws {
  let site = try await siteOpen(until: "18:00")
  let accept = [("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")]
  let response = try await site.request("/api/v1/\(path)", accept)
  #expect(response.header("content-type")?.hasPrefix(type) == true)
  guard type == "text/html" else { return }
  let text = String(buffer: response.body)
  let style = try #require(text.firstMatch(of: /<style>([^<]*)<\/style>/)).output.1
  let hash = SHA256.hash(Array(style.utf8)).withUnsafeBytes { Data($0).base64EncodedString() }
  #expect(response.header("content-security-policy")?.contains("'sha256-\(hash)'") == true)
}

@Test(
  "Only requests for known host names are answered",
  arguments: [
    ("localhost", 200), ("LOCALHOST:8080", 200), ("127.0.0.1", 200), ("[::1]", 200), ("[::1]:80", 200), ("evil.example", 421), ("", 421),
    ("[::1].evil.example", 421), ("localhost:abc", 421), ("localhost.", 200), ("localhost.:80", 200), ("localhost:", 200), ("[::1]:", 200),
    ("localhost..", 421),
    (".", 421), ("user@localhost", 421), ("[::1", 421), ("[::1].", 421), ("localhost:80:80", 421), ("::1", 421),
  ])
func hosts(host: String, status: Int) async throws {
  #expect(try await (try siteOpen(until: "18:00")).request("/api/v1/feeds", host: host).status == status)
}

@Test("Probes are answered for any host", arguments: ["/healthz", "/readyz", "/metrics", "/metrics?x"])
func probesOfAnyHost(target: String) async throws {
  let site = try await siteOpen(until: "18:00")
  for host in ["10.0.0.7:8080", "[fe80::1]", "balancer.example"] { #expect(try await site.request(target, host: host).status == 200) }
}

@Test("Content is refused before anything else, and other methods than GET, HEAD and OPTIONS after it")
func methodsAndContent() async throws {
  let site = try await siteOpen(until: "18:00")
  for method in ["POST", "PUT", "GET"] {
    for field in [("Content-Length", "5"), ("Transfer-Encoding", "chunked")] {
      let response = try await site.request("/all", [field], method: method)
      #expect(response.status == 413 && response.header("connection") == "close")
    }
  }
  for method in ["POST", "DELETE", "CONNECT", "FOO"] {
    let response = try await site.request("/all", method: method)
    #expect(response.status == 405 && response.header("allow") == "GET, HEAD, OPTIONS")
  }
}

@Test("No byte in an address causes a server error", arguments: 0...255)
func everyByteInAnAddress(byte: Int) async throws {
  let site = try await siteOpen(until: "18:00")
  let escaped = "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  for target in [
    "/\(escaped)", "/places/a/x/\(escaped)", "/assets/\(escaped)/..", "/all?q=\(escaped)", "/api/v1/entries?building=\(escaped)",
  ] {
    let response = try await site.request(target)
    #expect([200, 308, 400, 404].contains(response.status), "\(target)")
  }
}

@Test("A request names one host")
func hostIsNamedOnce() async throws {
  let site = try await siteOpen(until: "18:00").site
  for hosts in [[], ["localhost", "localhost"], ["localhost", "evil.example"]] {
    let response = try await site.respond("GET", "/all", hosts.map { ("Host", $0) })
    #expect(response.status == 400 && response.header("connection") == "close")
  }
}

@Test(
  "Other sites may read the API's data, but nothing else",
  arguments: [
    ("/api/v1/entries", true), ("/api/v1/catalog.csv", true), ("/api/v1/entries?limit=0", true), ("/api/v1/nothing", true),
    ("/openapi.json", true), ("/all", false), ("/metrics", false), ("/healthz", false), ("/sw.js", false), ("/manifest.webmanifest", false),
    ("/nothing", false),
  ])
func otherSitesReadTheAPI(target: String, isShared: Bool) async throws {
  let site = try await siteOpen(until: "18:00")
  for method in ["GET", "HEAD"] {
    let response = try await site.request(target, method: method)
    #expect(response.header("access-control-allow-origin") == (isShared ? "*" : nil))
    for field in ["ETag", "Catalog-Version", "Content-Range", "Date", "Retry-After"] {
      #expect((response.header("access-control-expose-headers")?.contains(field) ?? false) == isShared)
    }
  }
}

@Test(
  "The format is the one with the greatest weight in the client's Accept, by type or by range",
  arguments: [
    ("*/*", 200, "application/json"), ("application/*", 200, "application/json"), ("text/*", 200, "text/csv"),
    ("image/*", 406, "application/problem"), ("text/*;q=0.5, text/calendar", 200, "text/calendar"),
    ("text/csv;q=0, text/*", 200, "text/tab-separated"),
    ("application/json;q=0, */*", 200, "text/csv"), ("application/json;q=0.1, */*", 200, "text/csv"), ("text/csv, */*", 200, "text/csv"),
    ("text/calendar, text/csv", 200, "text/calendar"), ("application/json;q=0", 406, "application/problem"),
    ("text", 406, "application/problem"), ("*", 406, "application/problem"),
  ])
func rangesOfMediaTypes(accept: String, status: Int, type: String) async throws {
  let response = try await (try siteOpen(until: "18:00")).request("/api/v1/catalog", [("Accept", accept)])
  #expect(response.status == status && response.header("content-type")?.hasPrefix(type) == true)
  #expect(response.header("vary")?.contains("Accept") == true)
}

@Test("The error for an unescaped plus sign explains it", arguments: [("2026-11-24T12:00+01:00", true), ("2026-11-24T25:00", false)])
func lostPlusSigns(time: String, isExplained: Bool) async throws {
  let answer = try await (try siteOpen(until: "18:00")).get("/api/v1/entries?at=\(time)")
  #expect(answer.status == 400 && answer.text.contains("%2B") == isExplained)
}

@Test("Until there is a catalog, a site reports that it is not ready")
func noCatalogYet() async throws {
  let now = try parsed("2026-11-21T12:00:00-05:00") { Instant($0) }
  let site = CatalogSite(SiteSettings(now: { now }))
  for (target, status) in [("/healthz", 200), ("/metrics", 200), ("/readyz", 503), ("/all", 503), ("/api/v1/catalog", 503)] {
    let response = try await site.respond("GET", target, [("Host", "localhost")])
    #expect(response.status == status && (response.header("retry-after") != nil) == (status == 503), "\(target)")
  }
}

@Test("A replaced catalog is no longer in memory, whatever was requested from it")
func replacedCatalogsAreReleased() async throws {
  let site = try await siteOpen(until: "18:00")
  weak var old: SiteSnapshot?
  for name in ["First", "Second", "Third"] {
    try await site.show([place("a/x/1", name, hours: daily([service("07:00", "18:00")]))])
    #expect(old == nil)
    old = site.site.snapshot
    for target in ["/all", "/places/a/x/1", "/api/v1/entries?near=1,2", "/api/v1/catalog.geojson"] {
      #expect(try await site.get(target).status == 200)
    }
    #expect(try await site.get("/api/v1/entries").text.contains(name))
  }
}

@Test(
  "Memory does not grow over an hour of replaced catalogs",
  .enabled(if: Budget.isSoak && !Sanitizer.isOn, "other tests take memory meanwhile; Scripts/soak runs it by itself"))
func memoryIsFlat() async throws {
  let site = try await siteOpen(until: "18:00")
  var random = RandomPlaces(seed: 1)
  var memory: [Int] = []
  for minute in 0..<60 {
    try site.setClock("2026-11-21T12:\(minute < 10 ? "0" : "")\(minute):00-05:00")
    try await site.show(try random.make(2_000))
    for target in [
      "/all", "/all?q=cafe", "/api/v1/catalog", "/api/v1/entries?limit=500", "/api/v1/entries?open=now&near=40,-75",
      "/api/v1/catalog.geojson",
      "/api/v1/catalog.csv", "/api/v1/feeds", "/api/v1/quotes",
    ] {
      for coding in ["gzip", "identity"] { #expect(try await site.request(target, [("Accept-Encoding", coding)]).status == 200) }
    }
    memory.append(try #require(ProcessMemory.kibibytes("VmRSS")))
  }
  let (before, after) = (memory[10..<20].max() ?? 0, memory[50...].max() ?? 0)
  // One catalog, with everything derived from it, takes about this much.
  #expect(after < before + 8_192, "\(memory)")
}

@Test("The problem for an invalid parameter names it")
func problemsPointToParameters() async throws {
  struct Document: Decodable {
    struct Fault: Decodable { let parameter: String, pointer: String, detail: String }
    let status: Int
    let errors: [Fault]
  }
  let site = try await siteOpen(until: "18:00")
  for (name, value) in [
    ("near", "x"), ("limit", "0"), ("limit", "01"), ("open", "never"), ("sort", "x"), ("within", "1km"), ("cursor", "0.5"), ("color", "1"),
    ("cursor", "0123456789ab.1.01234567.-1"), ("cursor", "0123456789AB.1.01234567.1"), ("cursor", "0123456789ab.9999999999999.01234567.1"),
  ] {
    let response = try await site.request("/api/v1/entries?\(name)=\(value)")
    #expect(response.header("content-type") == "application/problem+json")
    let document = try JSONDecoder().decode(Document.self, from: Data(response.body.readableBytesView))
    #expect(document.status == 400 && document.errors.map(\.parameter) == [name] && document.errors.map(\.pointer) == ["#/query/\(name)"])
  }
}

@Test(
  "All pages of a list are about the moment of the first one, so no place is repeated or missed",
  arguments: [("", 6), ("&near=40,-75", 6), ("&near=40,-75&open=now", 3), ("&near=40,-75&tag=", 6), ("&open=now", 3)])
func pagesOfAList(query: String, count: Int) async throws {
  struct List: Decodable {
    struct Item: Decodable { let id: String }
    let at: String
    let total: Int
    let entries: [Item]
    let next: String?
  }
  // At two o'clock, the order by state is reversed.
  let location = Location(coordinate: Coordinate(latitude: 40, longitude: -75))
  let site = try await TestSite(
    (0..<6).map { index in
      try place("a/x/\(index)", "x", location: location, hours: daily([index < 3 ? service("07:00", "14:00") : service("14:00", "20:00")]))
    })
  var found: [String] = []
  var next: String? = ""
  for hour in 12...18 {
    guard let cursor = next else { break }
    try site.setClock("2026-11-21T\(hour):30:00-05:00")
    let response = try await site.request("/api/v1/entries?limit=2&cursor=\(cursor)\(query)")
    let list = try JSONDecoder().decode(List.self, from: Data(response.body.readableBytesView))
    #expect(list.at == "2026-11-21T12:30:00-05:00" && list.total == count)
    #expect((response.header("cache-control") == "public, max-age=60") == !cursor.isEmpty)
    found += list.entries.map(\.id)
    next = list.next
  }
  #expect(next == nil && found == (0..<count).map { "a/x/\($0)" })
}

@Test(
  "A cursor is for the same question in the same catalog, with pages of any length",
  arguments: [
    ("campus=a&q=x&limit=1", 200), ("q=x&campus=a&limit=500", 200), ("campus=a&q=x&tag=", 200), ("campus=a", 400), ("campus=a&q=y", 400),
    ("campus=a&q=x&sort=name", 400),
  ])
func cursorsBelongToQuestions(query: String, status: Int) async throws {
  let places = try (0..<3).map { try place("a/x/\($0)", "x", hours: daily([service("07:00", "18:00")])) }
  let site = try await TestSite(places)
  let first = try await site.get("/api/v1/entries?campus=a&q=x&limit=1").text
  let cursor = try #require(first.firstMatch(of: /"next":"([^"]+)"/)).output.1
  let target = "/api/v1/entries?\(query)&cursor=\(cursor)"
  let answer = try await site.get(target)
  #expect(answer.status == status && answer.text.contains("#/query/cursor") == (status == 400))
  try await site.show(Array(places.dropLast()))
  #expect(try await site.get(target).status == 410)
}

@Test("Every address without parameters in the API description works")
func describedAddressesExist() async throws {
  struct Description: Decodable {
    let openapi: String
    let paths: [String: [String: Ignored]]
    struct Ignored: Decodable {}
  }
  let site = try await siteOpen(until: "18:00")
  let document = try await site.request("/openapi.json")
  let description = try JSONDecoder().decode(Description.self, from: Data(document.body.readableBytesView))
  #expect(description.openapi.hasPrefix("3.1"))
  for path in description.paths.keys where !path.contains("{") {
    let isHistory = path.contains("changes")
    #expect(try await site.request(path).status == (isHistory ? 404 : 200), "\(path)")
  }
}

@Test("The description of the API has only schemas that generators of clients understand, and no default that is refused")
func descriptionIsForGenerators() async throws {
  let site = try await siteOpen(until: "18:00")
  let text = try await site.get("/openapi.json").text
  for word in ["\"if\":", "\"then\":", "\"items\": false", "\"value\": true", "\"default\": \"5km\"", "\"default\": \"places\""] {
    #expect(!text.contains(word), "\(word)")
  }
  let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  let schemas = try #require((root["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
  for name in ["Entry", "ListedEntry"] {
    let mapping = (schemas[name]?["discriminator"] as? [String: Any])?["mapping"] as? [String: String]
    #expect(mapping?.keys.sorted() == ["alert", "event", "menu", "place", "quote"] && (schemas[name]?["oneOf"] as? [Any])?.count == 5)
  }
  /// Checks the schemas of a value: a list says what it has.
  func check(_ value: Any, _ path: String) {
    if let members = value as? [String: Any] {
      if members["type"] as? String == "array" { #expect(members["items"] != nil || members["prefixItems"] != nil, "\(path)") }
      for (key, value) in members where key != "example" && key != "examples" { check(value, "\(path)/\(key)") }
    } else if let elements = value as? [Any] {
      for (index, value) in elements.enumerated() { check(value, "\(path)/\(index)") }
    }
  }
  check(schemas, "schemas")
}

@Test(
  "Errors are pages for browsers, and problem documents for programs",
  arguments: [
    ("/nowhere", "localhost", "GET", 404), ("/places/a/x/2", "localhost", "GET", 404), ("/a//b", "localhost", "GET", 404),
    ("/%", "localhost", "GET", 400), ("/all", "evil.example", "GET", 421), ("/all", "localhost", "POST", 405),
    ("/all?near=x", "localhost", "GET", 400),
  ])
func errorsArePages(target: String, host: String, method: String, status: Int) async throws {
  let site = try await siteOpen(until: "18:00")
  let page = try await site.request(target, [("Accept", "text/html,*/*")], method: method, host: host)
  #expect(page.status == status && page.header("content-type") == "text/html; charset=utf-8")
  #expect(page.header("content-security-policy")?.contains("script-src 'self'") == true)
  #expect(String(buffer: page.body).contains("<h1"))
  if status != 400 || target == "/%" {
    let problem = try await site.request(target, method: method, host: host)
    #expect(problem.status == status && problem.header("content-type") == "application/problem+json")
  }
}

@Test("API errors are problem documents, whatever the client accepts")
func errorsOfTheAPIAreProblems() async throws {
  let site = try await siteOpen(until: "18:00")
  for target in ["/api/v1/nothing", "/api/v1/entries/", "/api/v1/entries?limit=0"] {
    let response = try await site.request(target, [("Accept", "text/html")])
    #expect(response.status >= 400 && response.header("content-type") == "application/problem+json", "\(target)")
  }
}

@Test("Open places cannot be closed", arguments: [("open", 200), ("closed", 400), ("unknown", 400)])
func openHasOneState(state: String, status: Int) async throws {
  let site = try await siteOpen(until: "18:00")
  let response = try await site.request("/api/v1/entries?open=now&state=\(state)")
  #expect(response.status == status)
  #expect(String(buffer: response.body).contains("#/query/state") == (status == 400))
}

@Test("The calendar of a place has the place's name, and a different identity from the campus calendar")
func calendarsOfPlaces() async throws {
  let site = try await TestSite([
    place("a/x/1", "Café", hours: daily([service("07:00", "18:00")])), place("a/x/2", "Bar", hours: daily([service("17:00", "23:00")])),
  ])
  var identities: Set<Substring> = []
  for (path, name) in [("entries/a/x/1", "Café"), ("entries/a/x/2", "Bar"), ("campuses/a", "Campus a")] {
    let lines = try await site.get("/api/v1/\(path).ics").text.split(separator: "\r\n")
    #expect(lines.contains("NAME:\(name)"))
    identities.insert(try #require(lines.first { $0.hasPrefix("UID:") }))
  }
  #expect(identities.count == 3)
}

@Test("The monitoring paths have no parameters, but ignore any", arguments: ["/healthz?x", "/readyz?", "/metrics?a=b"])
func monitoringIgnoresQueries(target: String) async throws {
  #expect(try await (try siteOpen(until: "18:00")).request(target).status == 200)
}
