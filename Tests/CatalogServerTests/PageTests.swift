import CampusCatalog
import CatalogQuery
import Foundation
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Test(
  "Text of feeds is inert in the page: no element, attribute or script comes from it",
  arguments: [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</script><script>alert(1)</script>",
    "<!-- --><!--", "\u{2028}]]>&lt;b&gt;", "</textarea></title><svg onload=alert(1)>", "\\u003cscript>", "${alert(1)}",
  ])
func naughtyTextIsInert(text: String) async throws {
  func page(_ text: String, _ path: String) async throws -> String {
    var entry = try place("a/x/1", text, location: Location(address: text, building: text, abbreviation: text), hours: daily([]))
    entry.notice = text
    entry.description = text
    entry.tags = [text]
    entry.sources = entry.sources.map { SourceReference(feed: $0.feed, record: text) }
    if case .place(var place) = entry.details {
      place.contact = Contact(phone: "555-0100" + text, email: "javascript:" + text)
      entry.details = .place(place)
    }
    var alert = try QueryTestData.place("a/x/2", text)
    alert.details = .alert(Alert(severity: .major))
    alert.description = text
    var event = try QueryTestData.place("a/x/3", text)
    event.details = .event(Event(startDate: try date("2026-11-21"), endDate: try date("2026-11-22"), venue: .init(city: text)))
    var quote = try QueryTestData.place("a/x/4", text)
    quote.name = nil
    quote.details = .quote(Quote(text: text, author: text))
    return try await TestSite([entry, alert, event, quote]).get(path).text
  }
  /// The tags of a page, without the values of attributes, which are all in double quotes.
  func tags(_ page: String) -> [String] {
    page.matches(of: /<[^<>"]*(?:"[^"]*"[^<>"]*)*>/).map { String($0.output).replacing(/"[^"]*"/, with: "\"\"") }
  }
  for path in ["/all", "/places/a/x/1"] {
    let (naughty, plain) = (try await page(text, path), try await page("plain", path))
    #expect(tags(naughty) == tags(plain))
    #expect(naughty.components(separatedBy: "<").count == plain.components(separatedBy: "<").count)
    #expect(!naughty.contains("href=\"javascript:"))
  }
}

@Test("Filters in the address of the page select what the API selects, in the same order", arguments: 0..<3)
func filtersSelectTheSame(seed: Int) async throws {
  var random = RandomPlaces(seed: UInt64(seed))
  let site = try await TestSite(random.make(80))
  // Without these orders, food comes before everything else.
  for order in ["sort=name", "sort=closing", "sort=location", "near=39.95,-75.2&sort=distance"] {
    for filter in ["", "&open=now", "&campus=a", "&category=cafe,bar", "&q=caf", "&building=SUB+I", "&open=tomorrow+08:00&campus=b"] {
      #expect(try await site.ids(order + filter) == (try await site.selectedByAPI(order + filter)), "\(order)\(filter)")
    }
  }
  #expect(try await Set(site.ids("")) == Set(try await site.selectedByAPI("")))
}

@Test("Near a position, the nearest places come first, also among search results", arguments: 0..<3)
func foundPlacesAreSortedByDistance(seed: Int) async throws {
  var random = RandomPlaces(seed: UInt64(seed))
  let site = try await TestSite(random.make(80))
  let (near, found) = (try await site.selectedByAPI("near=39.95,-75.2"), Set(try await site.selectedByAPI("q=caf")))
  #expect(try await site.selectedByAPI("near=39.95,-75.2&q=caf") == near.filter(found.contains))
  #expect(near.contains(where: found.contains))
  #expect(try await site.selectedByAPI("near=39.95,-75.2&q=caf&sort=rank").sorted() == near.filter(found.contains).sorted())
}

@Test("Unknown hours are not shown as closed, in the text or in the script's data")
func unknownIsNotClosed() async throws {
  let none = try place("a/x/1", "No hours")
  let last = try date("2026-11-20")
  let ended = try parsed("until yesterday") { _ in Layer(.weekly, to: last, .always) }
  let over = try place("a/x/2", "Old hours", hours: Schedule(zone: try parsed("America/New_York") { Zone($0) }, layers: [ended]))
  let site = try await TestSite([none, over])
  for path in ["/all", "/places/a/x/1", "/places/a/x/2"] {
    let text = try await site.get(path).text
    #expect(text.contains("data-state=\"unknown\"") && text.contains("Hours unknown"))
    #expect(!text.contains("data-state=\"closed\"") && !text.contains("\"closed\"]"))
    #expect(!text.lowercased().contains(">closed"))
  }
}

@Test(
  "An invalid parameter is explained in words, and the form keeps the input",
  arguments: [
    ("near=nowhere", "invalid position", "nowhere"), ("campus=mars", "“mars” is not one of the choices", "mars"),
    ("category=bogus&q=cake", "“bogus” is not one of the choices", "value=\"cake\""), ("sort=size", "“size” is not", "Show"),
    ("open=yesterdayish", "yesterdayish", "yesterdayish"),
    ("sort=distance", "near", "distance"), ("open=now&state=closed", "give one of them", "Show"), ("page=0", "page must be", "Show"),
  ])
func wrongParametersAreExplained(query: String, explanation: String, kept: String) async throws {
  let (status, text) = try await (try TestSite([place("a/x/1", "One"), place("b/x/1", "Two")])).get("/all?" + query)
  #expect(status == 400)
  let problem = try #require(text.firstMatch(of: /<p class="problem"[^>]*>(.*?)<\/p>/))
  #expect(problem.output.1.contains(explanation) && !text.contains("Wrong parameter") && !text.contains("must be one of"))
  #expect(text.contains(kept))
}

@Test(
  "A response without content does not replace the policy of a page that a browser has stored",
  arguments: ["/all", "/sw.js", "/api/v1/feeds"])
func notModifiedHasNoPolicy(path: String) async throws {
  let site = try await TestSite([place("a/x/1", "One")])
  let headers = [("Accept-Encoding", "gzip")]
  let first = try await site.request(path, headers)
  let second = try await site.request(path, headers + [("If-None-Match", try #require(first.header("etag")))])
  #expect(second.status == 304)
  let policy = try #require(first.header("content-security-policy"))
  #expect(second.header("content-security-policy").map { $0 == policy } ?? true)
}

@Test(
  "The list, places and the catalog say their version, which changes with the content only",
  arguments: ["/all", "/places/a/x/1", "/api/v1/catalog"])
func documentsSayTheirVersion(path: String) async throws {
  let site = try await TestSite([place("a/x/1", "One")])
  let first = try await site.request(path, [("Accept", "*/*")])
  let version = try #require(first.header("catalog-version"))
  #expect(try await site.request("/all").header("catalog-version") == version)
  let same = try await site.request(path, [("If-None-Match", try #require(first.header("etag")))])
  #expect(same.status == 304 && same.header("catalog-version") == version)
  try site.setClock("2026-11-21T12:30:00-05:00")
  try await site.show([place("a/x/1", "One")])
  #expect(try await site.request(path).header("catalog-version") == version)
  let (feed, adapter) = (try parsed("a/x") { FeedID($0) }, try parsed("test") { AdapterID($0) })
  try await site.show([place("a/x/1", "One")], outcomes: [FeedReport(id: feed, adapter: adapter, outcome: .stale, reason: .http(500))])
  #expect(try await site.request(path).header("catalog-version") == version)
  try await site.show([place("a/x/1", "Two")])
  #expect(try await site.request(path).header("catalog-version") != version)
}

@Test("The service worker knows the files of the page, and the moment of a site that is fixed")
func serviceWorkerKnowsFiles() async throws {
  for isFixed in [false, true] {
    let site = try await TestSite([place("a/x/1", "One")]) { $0.isFixed = isFixed }
    let text = try await site.get("/sw.js").text
    #expect(!text.contains("/*") && text.contains("\"\(PageAssets.style.path)\""))
    #expect(text.contains("const MOMENT = \(isFixed ? "1795280400" : "null");"))
  }
}

@Test("A page of the stored version is stored although an old catalog cannot be renewed", arguments: [59, 61])
func pagesAreStoredWithoutRenewal(minutes: Int) async throws {
  let site = try await TestSite([place("a/x/1", "One")])
  let script = """
    const handlers = {}, contents = new Map(), asked = [], waits = [];
    const self = { addEventListener: (name, handler) => { handlers[name] = handler; }, clients: { matchAll: async () => [] } };
    const location = { origin: "http://localhost" };
    const cache = { keys: async () => [], put: async (path, response) => { contents.set(path, response); } };
    const caches = { keys: async () => ["campus-places-1"], open: async () => cache, match: async (path) => contents.get(path) };
    const reply = (type, minutes) => new Response("", { headers: {
      "catalog-version": "1", "content-type": type, date: new Date(Date.UTC(2026, 10, 21, 12, minutes)).toUTCString(),
    } });
    const fetch = async (request) => {
      if (request.url) return reply("text/html", \(minutes));
      asked.push(request);
      return new Response("", { status: 503 });
    };
    contents.set("/api/v1/catalog", reply("application/json", 0));
    \(try await site.get("/sw.js").text)
    const event = { waitUntil: (end) => waits.push(end), respondWith: (end) => waits.push(end) };
    handlers.fetch({ ...event, request: { method: "GET", url: "http://localhost/places/a/x/1" } });
    Promise.all(waits).then(() => {
      console.log([...contents.keys(), ...asked].join(" "));
      process.exit();
    });
    """
  let result = try await Command.run(["node", "-e", script])
  #expect(result.out == "/api/v1/catalog /places/a/x/1\(minutes > 60 ? " / /api/v1/catalog" : "")\n")
}

@Test("The changes that are sent with the page are those of the hours")
func timelineIsThatOfTheHours() throws {
  let entry = try place("a/x/1", "Café", hours: daily([service("07:00", "10:00"), service("10:00", "14:00"), service("22:00", "26:00")]))
  let rule = try rule()
  let hours = try #require(entry.place?.hours)
  let timeline = StateTimeline(of: rule.listing(entry), by: rule)
  #expect(timeline.changes.count > 25)
  for (change, next) in zip(timeline.changes, timeline.changes.dropFirst()) {
    let status = hours.status(at: change.at)
    #expect(PlaceState(status) == change.state && status.until == next.at)
  }
}

@Test("A page past the end of the list is not an empty list", arguments: [("page=2", "one page"), ("page=99&q=zzz", "one page")])
func pagesBehindTheEnd(query: String, explanation: String) async throws {
  let (status, text) = try await (try TestSite([place("a/x/1", "One")])).get("/all?" + query)
  #expect(status == 404 && text.contains(explanation) && !text.contains("places open"))
}

@Test("Later days whose hours differ are shown with their hours")
func laterDays() async throws {
  let zone = try parsed("America/New_York") { Zone($0) }
  let holiday = WeekPlan([.tuesday: DayPlan([try service("10:00", "14:00")]), .wednesday: DayPlan([]), .thursday: DayPlan([])])
  let layer = try #require(Layer(.holiday, name: "Break", from: date("2026-12-01"), to: date("2026-12-03"), .week(holiday)))
  var hours = try daily([service("07:00", "18:00")])
  hours = Schedule(zone: zone, layers: hours.layers + [layer])
  let text = try await (try TestSite([place("a/x/1", "One", hours: hours)])).get("/places/a/x/1").text
  let later = try #require(text.firstRange(of: "Later days with special hours")).upperBound
  let rows = text[later...].matches(of: /<tr><th scope="row">([^<]*) <small[^>]*>Break<\/small><\/th><td>(.*?)<\/td>/)
  #expect(rows.map { "\($0.output.1)" } == ["1 December 2026", "2–3 December 2026"])
  #expect(rows.first?.output.2.contains("10:00–14:00") == true && rows.last?.output.2.contains("closed") == true)
  #expect(!text.contains("hours vary"))
}

@Test("Parameters that other sites add to links are ignored", arguments: ["/all?", "/all?open=now&", "/places/a/x/1?"])
func otherParametersAreIgnored(path: String) async throws {
  let site = try await TestSite([place("a/x/1", "One", hours: daily([service("07:00", "18:00")]))])
  let (plain, followed) = (try await site.get(String(path.dropLast())), try await site.get(path + "utm_source=newsletter&fbclid=1"))
  #expect(plain.status == 200 && followed.status == 200 && followed.text == plain.text)
}

@Test(
  "A page has one stored answer, whatever other parameters an address has",
  arguments: ["/all?", "/all?open=now&", "/places/a/x/1?", "/places/a/x/1?at=12:30&", "/sw.js?", "/openapi.json?", "/favicon.ico?"])
func otherParametersAreNotStored(path: String) async throws {
  let site = try await TestSite([place("a/x/1", "One", hours: daily([service("07:00", "18:00")]))])
  for number in 0..<3 {
    for query in ["x=\(number)", "utm_source=\(number)&fbclid=1", "cursor=\(number)&limit=1"] {
      #expect(try await site.request(path + query).status == 200)
    }
  }
  #expect(site.site.snapshot?.answers.documents.count == 1)
}

@Test("Each parameter of the list chooses places or is refused", arguments: PlacesPage.parameters.sorted())
func parametersAreRead(name: String) async throws {
  let location = Location(coordinate: Coordinate(latitude: 40, longitude: -75))
  let site = try await TestSite([place("a/x/1", "One", location: location, hours: daily([service("07:00", "18:00")]))])
  let (plain, other) = (try await site.get("/all"), try await site.get("/all?\(name)=zzz"))
  let isSame = other.status == plain.status && other.text.contains("1</span> of 1 place open")
  #expect(!isSame)
}

@Test("All links of a page about a chosen time lead to that time, from page to page", arguments: ["at", "open"])
func linksKeepTheTime(name: String) async throws {
  let location = Location(building: "Hall", coordinate: Coordinate(latitude: 40, longitude: -75))
  var entries = try (0..<301).map { try place("a/x/\($0)", "Place \($0)", location: location, hours: daily([service("07:00", "18:00")])) }
  entries[0].images = [Image(.photo, try parsed("https://example.org/1.jpg") { WebAddress($0) })]
  var quote = try place("a/x/quote", "Quote")
  quote.details = .quote(Quote(text: "Text", author: nil))
  let site = try await TestSite(entries + [quote])
  for time in ["2026-12-05", "tomorrow 12:00"] {
    let list = PlacesForm.address("/all", [(name, time)])
    for path in [list, "\(list)&q=zzz", PlacesForm.address("/places/a/x/1", at: time)] {
      let text = try await site.get(path).text
      // The title leads to the start, as does "Clear", and some chips to other times.
      let links = text.replacing(
        /<link rel="canonical" href|<a class="(?:home|clear)" href|<a class="chip" href="[^"]*" data-name="at"/, with: ""
      )
      .matches(of: /(?:href=|"page":)"(\/(?:|(?:all|a)(?:\?[^"]*)?|places\/[^"]*|api\/v1\/entries\/[^"]*))"/)
      .map { String($0.output.1).replacing("&amp;", with: "&") }.filter { !$0.hasSuffix(".ics") }
      #expect(!links.isEmpty)
      let times = ["at", "open"].map { PlacesForm.address("", [($0, time)]).dropFirst() }
      for link in links { #expect(times.contains { link.contains($0) }, "\(link)") }
      for link in links.suffix(3) { #expect(try await site.get(link).status == 200, "\(link)") }
    }
  }
}

@Test("If nothing is open, the page shows what opens first", arguments: ["/all", "/all?open=now"])
func firstToOpenIsSaid(path: String) async throws {
  let site = try await TestSite(
    [
      place("a/x/1", "Late", hours: daily([service("09:00", "18:00")])), place("a/x/2", "Early", hours: daily([service("07:00", "18:00")])),
    ], at: "2026-11-21T23:30:00-05:00")
  let text = try await site.get(path).text
  #expect(
    text.contains("Next: <bdi>Early</bdi> <span class=\"opens\">opens tomorrow 07:00</span>.")
      && text.contains("<span>Nothing is open</span>"))
}

@Test("Totals and the first to open are those of all results, not of one page of them")
func totalsOfAllResults() async throws {
  var entries: [Entry] = []
  for number in 0..<400 {
    let opens = number == 399 ? "05:00" : "09:00"
    let name = number == 399 ? "Zebra" : "Place \(number)"
    let category: CampusCatalog.Category = number % 4 == 0 ? .library : .cafe
    entries.append(try place("a/x/\(number)", name, category: category, hours: daily([service(opens, "22:00")])))
  }
  let site = try await TestSite(entries)
  for query in ["", "?page=2"] {
    let text = try await site.get("/all" + query).text
    #expect(text.contains(">400</span> of 400 places open"), "/\(query)")
  }
  try site.setClock("2026-11-22T04:00:00-05:00")
  for path in ["/all", "/all?open=now"] {
    #expect(try await site.get(path).text.contains("Next: <bdi>Zebra</bdi> <span class=\"opens\">opens 05:00</span>."), "\(path)")
  }
  // Eight of them open next.
  #expect(try await site.get("/all").text.contains("<h2 data-count=\"rest\">392 closed</h2>"))
}

@Test("Near a position, the first to open is near, and its distance is said")
func firstToOpenNearby() async throws {
  func location(_ latitude: Double) -> Location { Location(coordinate: Coordinate(latitude: latitude, longitude: -75)) }
  let site = try await TestSite(
    [
      place("a/x/1", "Near", location: location(40.001), hours: daily([service("09:00", "18:00")])),
      place("a/x/2", "Far", location: location(53), hours: daily([service("07:00", "18:00")])),
    ], at: "2026-11-21T23:30:00-05:00")
  for query in ["near=40,-75", "near=40,-75&open=now"] {
    let text = try await site.get("/all?\(query)").text
    #expect(text.contains("Next: <bdi>Near</bdi>, 111 m away <span class=\"opens\">opens tomorrow 09:00</span>."), "\(query)")
  }
}

@Test(
  "At a chosen time, days are dates, not counted from it",
  arguments: ["open=sunday+12:00", "at=2026-11-22T12:00", "at=sunday+12:00&state=closed"])
func chosenTimesHaveDates(query: String) async throws {
  let site = try await TestSite(
    [
      place(
        "a/x/1", "Library",
        hours: Schedule(
          zone: try parsed("America/New_York") { Zone($0) },
          layers: [Layer(.weekly, unbounded: .week(WeekPlan([.monday: DayPlan([try service("08:00", "22:00")]), .sunday: .closed])))]))
    ])
  let paths = ["/all?\(query)", "/api/v1/entries?\(query.replacing("open=", with: "at="))", "/places/a/x/1?at=2026-11-22T12:00"]
  for path in paths {
    let text = try await site.get(path).text
    #expect(text.contains(/[Oo]pens Mon 23 Nov 08:00/) && !text.contains("Opens tomorrow"), "\(path)")
  }
  #expect(try await site.get("/api/v1/entries?at=now").text.contains("Closed") == false)
}

@Test("A site about a chosen time has dates, never \"tomorrow\"", arguments: ["", "?at=now", "?at=2026-11-21T22:00"])
func chosenSitesHaveDates(query: String) async throws {
  let places = [try place("a/x/1", "Library", hours: daily([service("08:00", "20:00")]))]
  let site = try await TestSite(places, at: "2026-11-21T22:00:00-05:00") { $0.isFixed = true }
  for (time, sentence) in [(nil, "Opens tomorrow 08:00"), ("2026-11-21 22:00", "Opens Sun 22 Nov 08:00")] {
    try await site.show(places, at: time)
    for path in ["/all", "/places/a/x/1", "/api/v1/entries", "/api/v1/entries/a/x/1", "/api/v1/catalog.md"] {
      let text = try await site.get(path + query).text
      #expect(text.contains(sentence) && (time == nil || !text.contains("Opens tomorrow")), "\(path)")
    }
  }
}

@Test("A date shows the hours of its day, in the list, on the page of a place and in the API")
func datesShowTheirHours() async throws {
  let site = try await TestSite([
    place("a/x/1", "Day", hours: daily([service("10:00", "12:00"), service("14:00", "16:00")])), place("a/x/2", "Closed", hours: daily([])),
  ])
  for day in ["2026-12-05", "saturday", "today"] {
    let date = day == "2026-12-05" ? "Sat 5 Dec" : "Sat 21 Nov"
    let list = try await site.get("/all?at=\(day)").text
    #expect(list.contains(">1</span> of 2 places open</span> <span class=\"chosen\">on \(date)</span></h1>"), "\(day)")
    #expect(list.contains("Open 10:00–12:00, 14:00–16:00") && !list.contains("00:00"), "\(day)")
    #expect(list.contains("href=\"/places/a/x/1?at=\(day)\""), "\(day)")
    #expect(try await site.ids("open=\(day)") == ["a/x/1"])
    #expect(try await site.selectedByAPI("open=\(day)") == ["a/x/1"])
    let page = try await site.get("/places/a/x/1?at=\(day)").text
    #expect(page.contains("Open 10:00–12:00, 14:00–16:00</span>") && page.contains("for <span><time"), "\(day)")
    #expect(!page.contains(">Today<") && !page.contains(" 00:00"), "\(day)")
    #expect(try await site.get("/api/v1/entries/a/x/1?at=\(day)").text.contains("\"sentence\":\"Open 10:00–12:00, 14:00–16:00\""))
  }
}

@Test("The page of a place is about the time in its address")
func placesAtAChosenTime() async throws {
  let site = try await TestSite([place("a/x/1", "One", hours: daily([service("10:00", "16:00")]))])
  let text = try await site.get("/places/a/x/1?at=2026-11-25T09:00-05:00").text
  #expect(text.contains("data-state=\"closed\"") && text.contains(">Opens Wed 10:00</span>") && text.contains("\"isLive\":false"))
  #expect(text.contains("Wed 25 Nov 09:00") && text.contains("<tr class=\"today\"><th scope=\"row\"><span class=\"day\">Wed</span>"))
  let now = try await site.get("/places/a/x/1?at=now").text
  let plain = try await site.get("/places/a/x/1").text
  #expect(now.replacing("?at=now&amp;", with: "?") == plain && now.contains("<span class=\"day\">Today</span>"))
  let wrong = try await site.get("/places/a/x/1?at=whenever")
  #expect(wrong.status == 400 && wrong.text.contains("whenever"))
}

@Test("A page about another time says so, on the clock of each campus")
func chosenTimesAreSaid() async throws {
  let site = try await TestSite([place("a/x/1", "One", hours: daily([service("07:00", "18:00")]))])
  let header = /<span class="clocks">(.*?) <span><time[^>]*>([^<]*)<\/time>/
  for (path, kind, time) in [
    ("/all", "as of", "Sat 21 Nov 12:00"), ("/all?open=now", "as of", "Sat 21 Nov 12:00"),
    ("/all?open=tomorrow+08:00", "for", "Sun 22 Nov 08:00"),
  ] {
    let text = try await site.get(path).text
    let match = try #require(text.firstMatch(of: header))
    #expect(match.output.1 == kind && match.output.2 == time, "\(path)")
    #expect(text.contains("<span class=\"chosen\">on Sun 22 Nov at 08:00</span></h1>") == (kind == "for"))
  }
  #expect(try await site.get("/all?open=2026-11-23+00:00").text.contains("on Mon 23 Nov at 00:00</span></h1>"))
}

@Test("The choice of a campus has no clocks, and pages about more than two zones have words instead; the time stays there for the script")
func manyClocks() async throws {
  let entries = try ["a", "b", "c"].map { try place("\($0)/x/1", "One", hours: daily([service("07:00", "18:00")])) }
  let site = try await TestSite(entries)
  let words = "<p class=\"moment\">\(Words.text("campus-clocks"))<span class=\"clocks\" hidden>"
  let hidden = "<span class=\"clocks\" hidden>as of <time datetime=\"2026-11-21T17:00:00Z\">Sat 21 Nov 2026 17:00 UTC</time></span></p>"
  for (zones, hasWords) in [
    (["b": "Europe/London", "c": "Europe/London"], false), (["b": "Europe/London", "c": "Asia/Kolkata"], true),
  ] {
    try await site.show(entries, zones: zones)
    let all = try await site.get("/all").text
    #expect(all.contains(words) == hasWords && all.contains(hidden) == hasWords && all.contains("17:00</time> in London") == !hasWords)
    // The note of the list does not repeat them.
    #expect(all.components(separatedBy: Words.text("campus-clocks")).count == (hasWords ? 2 : 1))
    #expect(try await site.get("/b").text.contains(/<p class="moment"><span class="clocks">as of/))
    for path in ["/", "/campuses"] { #expect(try await site.get(path).text.contains("<p class=\"moment\" hidden>" + hidden)) }
    // An instant is the same for all campuses.
    #expect(try await site.get("/all?at=2026-11-22T08:00:00Z").text.contains("<span class=\"clocks\">for"))
    #expect(try await site.get("/all?at=tomorrow").text.contains(words) == hasWords)
  }
}

@Test("An event that has begun is not listed as if it began now")
func begunEvents() async throws {
  var entries: [Entry] = []
  for (id, day) in [("a/x/1", "2026-11-20"), ("a/x/2", "2026-11-21")] {
    var entry = try place(id, "Event \(id)")
    entry.details = .event(Event(startDate: try date(day), endDate: try date("2026-11-22"), venue: nil))
    entries.append(entry)
  }
  let text = try await (try TestSite(entries)).get("/all").text
  #expect(text.contains("<h3>Since Fri 20 Nov") && text.contains("<h3>Sat 21 Nov"))
}
