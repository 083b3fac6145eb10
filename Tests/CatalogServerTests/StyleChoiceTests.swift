import CampusCatalog
import Foundation
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The choice of a clock and of units") struct StyleChoiceTests {
  /// A site of an American, a British and a German campus.
  private func site(_ configure: (inout SiteSettings) -> Void = { _ in }) async throws -> TestSite {
    let location = Location(building: "Hall", coordinate: Coordinate(latitude: 40, longitude: -75))
    var entries = try ["us", "gb", "de"].map {
      try place("\($0)/x/1", "Place", location: location, hours: daily([service("07:30", "18:00")]))
    }
    entries.append(try place("us/x/2", "Other", location: location, hours: daily([service("07:30", "18:00")])))
    let site = try await TestSite(entries, configure)
    try await site.show(entries, countries: ["us": "US", "gb": "GB", "de": "DE"])
    return site
  }

  /// The clocks and units of a page: for each, its text and where it leads; an asterisk for the current one.
  private func choices(_ text: String) -> [String] {
    guard let list = text.firstMatch(of: /<ul class="display">(.*?)<\/ul>/) else { return [] }
    // The languages come last.
    let units = list.output.1.split(separator: "</li>").prefix(2).joined()
    return units.matches(
      of: /<span aria-current="true">([^<]*)<|<a data-style="\w+" data-value="(\w*)" href="([^"]*)"[^>]*>([^<]*)</
    ).map {
      match in
      if let current = match.output.1 { return "*\(current)" }
      return "\(match.output.4 ?? "") \(match.output.2 ?? "") \((match.output.3 ?? "").replacing("&amp;", with: "&"))"
    }
  }

  @Test("A page offers the other clock and other units; those of the country need nothing in the address")
  func campusPages() async throws {
    let site = try await site()
    #expect(choices(try await site.get("/us").text) == ["*12-hour", "24-hour 24 /us?clock=24", "kilometers km /us?units=km", "*miles"])
    #expect(
      choices(try await site.get("/de").text) == ["12 Stunden 12 /de?clock=12", "*24 Stunden", "*Kilometer", "Meilen mi /de?units=mi"])
    #expect(
      choices(try await site.get("/us?q=o&clock=24&units=km").text) == [
        "12-hour  /us?q=o&units=km", "*24-hour", "*kilometers", "miles  /us?q=o&clock=24",
      ])
    #expect(choices(try await site.get("/us?clock=12").text).prefix(2) == ["*12-hour", "24-hour 24 /us?clock=24"])
  }

  @Test("Where campuses differ, each has its own style unless one is chosen", arguments: ["/all", "/campuses", "/week"])
  func severalCampuses(path: String) async throws {
    let site = try await site()
    #expect(
      choices(try await site.get(path).text) == [
        "*by campus", "12-hour 12 \(path)?clock=12", "24-hour 24 \(path)?clock=24", "*by campus",
        "kilometers km \(path)?units=km", "miles mi \(path)?units=mi",
      ])
    #expect(
      choices(try await site.get("\(path)?clock=24").text).prefix(3) == [
        "by campus  \(path)", "12-hour 12 \(path)?clock=12", "*24-hour",
      ])
  }

  @Test(
    "All links to other pages keep the choice, but not the canonical address, files and data",
    arguments: ["/us", "/all", "/all?open=now&q=o", "/us?near=40,-75", "/places/us/x/1", "/us/week", "/campuses", "/"])
  func linksKeepTheChoice(path: String) async throws {
    for base in ["", "/dining"] {
      let site = try await site { settings in settings.basePath = base }
      let query = (path.contains("?") ? "&" : "?") + "clock=24&units=km"
      let text = try await site.get(path + query).text
      let pages = text.matches(of: /<a (?![^>]*data-style)[^>]*href="(\/[^"]*)"/).map { String($0.output.1).replacing("&amp;", with: "&") }
        .filter { !$0.contains("/api/") }
      #expect(pages.count > 1)
      for page in pages { #expect(page.hasPrefix(base) && page.contains("clock=24&units=km"), "\(page)") }
      for other in text.matches(of: /(?:<link [^>]*(?:href)|<script [^>]*src|action)="([^"]*)"/) {
        #expect(!other.output.1.contains("clock"), "\(other.output.1)")
      }
      for page in Set(pages).prefix(5) { #expect(try await [200, 307].contains(site.request(page).status), "\(page)") }
      // A form without a script sends it.
      #expect(
        !text.contains("id=\"filters\"")
          || text.contains("<input type=\"hidden\" name=\"clock\" value=\"24\"><input type=\"hidden\" name=\"units\" value=\"km\">"))
    }
  }

  @Test("A wrong choice is refused or has no effect, and is in no link", arguments: ["/us", "/places/us/x/1", "/us/week", "/campuses"])
  func wrongChoices(path: String) async throws {
    let text = try await site().get("\(path)?clock=%22%3E%3Cb%3E").text
    #expect(!text.contains("clock=%22") && !text.contains("\"><b>"))
  }

  @Test("The start with nothing but a choice is the start")
  func start() async throws {
    #expect(try await site().get("/?clock=24").text.contains("Which campus?"))
    let only = try await TestSite([place("a/x/1", "One")])
    #expect(try await only.request("/?clock=24&units=mi").header("location") == "/a?clock=24&units=mi")
  }

  @Test("The script that remembers the choice comes before the style sheet, but not in frames, lobbies and the start, which leads on")
  func script() async throws {
    let site = try await site()
    for (path, isThere) in [
      ("/us", true), ("/places/us/x/1", true), ("/campuses", true), ("/us?embed=1", false), ("/us?kiosk=1", false), ("/", false),
    ] {
      let text = try await site.get(path).text
      let script = text.firstRange(of: "<script src=\"\(PageAssets.display.path)\">")
      #expect((script != nil) == isThere, "\(path)")
      if let script { #expect(try script.upperBound < #require(text.firstRange(of: "rel=\"stylesheet\"")).lowerBound) }
    }
  }

  @Test(
    "The script adds the remembered choice to addresses that have none",
    arguments: [
      (#"{"clock":"24"}"#, "/us?q=a%20b", "/us?q=a+b&clock=24"), (#"{"clock":"24","units":"km"}"#, "/us?clock=12", "/us?clock=12&units=km"),
      (#"{"clock":"24"}"#, "/us?clock=12", ""), ("{}", "/us", ""), ("null", "/us", ""), (#"{"clock":"7","units":["km"]}"#, "/us", ""),
      ("{", "/us", ""),
    ])
  func remembers(stored: String, address: String, expected: String) async throws {
    let script = """
      const location = Object.assign(new URL("http://localhost\(address)"), { replace: (other) => console.log(other.pathname + other.search) });
      const localStorage = { getItem: (name) => name === "display" ? \(String(reflecting: stored)) : null };
      const document = { documentElement: {} };
      \(try await site().get(PageAssets.display.path).text)
      """
    let result = try await Command.run(["node", "-e", script])
    #expect(result.out.filter { $0 != "\n" } == expected && result.error == "")
  }

  @Test("A place whose page is not stored is shown with the clock of its campus, or the chosen one, while there is no connection")
  func placesThatAreNotStored() async throws {
    let late = try place("us/x/1", "Late", hours: daily([service("12:00", "14:30"), service("18:00", "24:00")]))
    let site = try await TestSite([late])
    try await site.show([late], countries: ["us": "US"])
    let script = """
      const handlers = {};
      const self = { addEventListener: (name, handler) => { handlers[name] = handler; } };
      const location = { origin: "http://localhost" };
      const catalog = \(String(buffer: try await site.request("/api/v1/catalog").body));
      const find = async (path) => path === "/api/v1/catalog"
        ? new Response(JSON.stringify(catalog), { headers: { date: "Sat, 21 Nov 2026 17:00:00 GMT" } }) : undefined;
      const caches = { keys: async () => ["campus-places-1"], match: find };
      const fetch = async () => { throw new TypeError("offline"); };
      \(try await site.get("/sw.js").text)
      (async () => {
        for (const query of ["", "?clock=24"]) {
          let answered;
          const request = { method: "GET", url: "http://localhost/places/us/x/1" + query };
          handlers.fetch({ waitUntil: () => {}, respondWith: (end) => { answered = end; }, request });
          const text = await (await answered).text();
          console.log([...text.matchAll(/<li>([^<]*)/g)].slice(0, 2).map(([, times]) => times).join(" "));
        }
        process.exit();
      })();
      """
    let result = try await Command.run(["node", "-e", script])
    #expect(result.out == "noon–2:30 PM 6 PM–midnight\n12:00–14:30 18:00–midnight\n", "\(result.error)")
  }

  @Test("Pages are stored apart for each choice, without filters, and found again in the chosen style, or else in any")
  func storedPages() async throws {
    let script = """
      const handlers = {}, contents = new Map(), waits = [];
      const self = { addEventListener: (name, handler) => { handlers[name] = handler; }, clients: { matchAll: async () => [] } };
      const location = { origin: "http://localhost" };
      const cache = { keys: async () => [], put: async (path, response) => { contents.set(path, response); } };
      const find = (path, { ignoreSearch } = {}) => [...contents.keys()].find((key) => (ignoreSearch ? key.split("?")[0] : key) === path);
      const caches = { keys: async () => ["campus-places-1"], open: async () => cache, match: async (path, options) => contents.get(find(path, options))?.clone() };
      let isOffline = false;
      const fetch = async (request) => {
        if (isOffline) throw new TypeError("offline");
        return new Response(request.url, { headers: { "catalog-version": "1", "content-type": "text/html", date: "Sat, 21 Nov 2026 12:00:00 GMT" } });
      };
      \(try await site().get("/sw.js").text)
      const visit = async (url) => {
        let answered;
        handlers.fetch({ waitUntil: (end) => waits.push(end), respondWith: (end) => { answered = end; }, request: { method: "GET", url: "http://localhost" + url } });
        const response = await answered;
        await Promise.all(waits);
        return (await response.text()).replace("http://localhost", "");
      };
      (async () => {
        for (const url of ["/us", "/us?units=km&clock=24", "/us?clock=24&open=now", "/places/us/x/1?clock=24"]) await visit(url);
        console.log([...contents.keys()].join(" "));
        isOffline = true;
        for (const url of ["/us?clock=24&units=km", "/us?open=now", "/us?clock=12", "/places/us/x/1"]) console.log(await visit(url));
        process.exit();
      })();
      """
    let result = try await Command.run(["node", "-e", script])
    #expect(
      result.out.split(separator: "\n").map(String.init) == [
        "/us /us?clock=24&units=km /places/us/x/1?clock=24", "/us?units=km&clock=24", "/us", "/us", "/places/us/x/1?clock=24",
      ], "\(result.error)")
  }
}
