import CampusCatalog
import CatalogExport
import Foundation
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The options of a site")
struct SiteOptionTests {
  private func entries() throws -> [Entry] {
    let hours = try daily([service("07:00", "18:00")])
    return try [place("a/x/1", "One", hours: hours), place("a/x/2", "Two", hours: daily([service("20:00", "22:00")]))]
  }

  @Test(
    "All links of a page are below the base path, with which the site answers, and without it",
    arguments: ["/a", "/all", "/campuses", "/places/a/x/1", "/a/week", "/a?q=zzz", "/a?page=0", "/nowhere"])
  func basePath(path: String) async throws {
    let site = try await TestSite(entries()) { $0.basePath = "/dining" }
    let (below, plain) = (try await site.get("/dining" + path), try await site.get(path))
    #expect(below.status == plain.status && below.text == plain.text)
    let links = below.text.matches(of: /[ ](?:href|src|action|data-module|content)="(\/[^"]*)"/).map { String($0.output.1) }
    #expect(links.count > 5 && links.allSatisfy { $0.hasPrefix("/dining/") }, "\(links.filter { !$0.hasPrefix("/dining/") })")
    #expect(try await site.request("/dining?campus=a").header("location") == "/dining/a")
    #expect(try await site.get("/diningroom").status == 404)
  }

  @Test("Without a base path, text that looks like an address stays as it is", arguments: ["", "/dining"])
  func textIsNoAddress(basePath: String) async throws {
    let text = try await TestSite([place("a/x/1", " href=\"/x")]) { $0.basePath = basePath }.get("/places/a/x/1").text
    #expect(text.contains(" href=&quot;/x") && !text.contains("&quot;/dining"))
  }

  @Test("The site has its title, logo and color")
  func brand() async throws {
    let picture = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
    let site = try await TestSite(entries()) {
      ($0.chosenTitle, $0.logo, $0.accent) = ("Penn \"Dining\"", SiteLogo(picture), AccentColor("#990000"))
    }
    let text = try await site.get("/all").text
    #expect(
      text.contains("<title>What is open · Penn &quot;Dining&quot;</title>")
        && text.contains("<meta property=\"og:site_name\" content=\"Penn &quot;Dining&quot;\">"))
    for pattern in [/<img class="logo" src="([^"]*)"/, /<link rel="stylesheet" href="(\/assets\/accent[^"]*)"/] {
      let path = try #require(text.firstMatch(of: pattern)).output.1
      #expect(try await site.request(String(path)).status == 200)
      #expect(try await site.get("/sw.js").text.contains("\"\(path)\""))
    }
    let campus = try await site.get("/a").text
    #expect(campus.contains("<small dir=\"auto\">Penn &quot;Dining&quot;</small> Campus a</a>"))
    let title = "\"Penn \\\"Dining\\\"\""
    for (path, name) in [("", title), ("/all", title), ("/a", "\"Campus a\"")] {
      let manifest = try await site.get("\(path)/manifest.webmanifest").text
      #expect(manifest.contains("\"name\": \(name)") && manifest.contains("\"short_name\": \(name)"), "\(path)")
      #expect(manifest.contains("\"theme_color\": \"#990000\""))
    }
    let usual = try await TestSite(entries()).get("/manifest.webmanifest").text
    #expect(usual.contains("\"short_name\": \"Places\"") && usual.contains("\"theme_color\": \"#0b6e5f\""))
  }

  @Test("Only pictures are logos", arguments: ["GIF89a", "<html>", ""])
  func otherFilesAreNoLogos(text: String) { #expect(SiteLogo(Array(text.utf8)) == nil) }

  @Test(
    "Text in the color is readable on light and dark pages",
    arguments: ["#000000", "#ffffff", "#ffcc00", "#990000", "#0b6e5f", "#00ff00", "#123456"])
  func accentIsReadable(color: String) throws {
    let style = try #require(AccentColor(color)).style
    func colors(_ name: String) throws -> [[Double]] {
      try style.matches(of: try Regex("--\(name): #([0-9a-f]{6})", as: (Substring, Substring).self)).map { match in
        let number = try #require(Int(match.output.1, radix: 16))
        return [number >> 16, number >> 8 & 255, number & 255].map { Double($0) / 255 }
      }
    }
    for (index, background) in [[1, 1, 1], [26.0 / 255, 30.0 / 255, 29.0 / 255]].enumerated() {
      let (accent, soft, on) = (try colors("accent")[index], try colors("accent-soft")[index], try colors("on-accent")[index])
      for other in [background, soft, on] { #expect(contrast(accent, other) >= 4.5, "\(style)") }
    }
  }

  /// The contrast ratio of WCAG 2.
  private func contrast(_ left: [Double], _ right: [Double]) -> Double {
    let values = [left, right].map { color in
      zip(color, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
        sum + part.1 * (part.0 <= 0.04045 ? part.0 / 12.92 : pow((part.0 + 0.055) / 1.055, 2.4))
      }
    }
    return ((values.max() ?? 0) + 0.05) / ((values.min() ?? 0) + 0.05)
  }

  @Test("Six hexadecimal digits are a color", arguments: ["0b6e5f", "#0b6", "red", "#0b6e5g", "#0b6e5f;", ""])
  func otherTextsAreNoColors(text: String) { #expect(AccentColor(text) == nil) }

  @Test("Only pages with embed=1 may be in a frame, of the allowed sites")
  func frames() async throws {
    func policy(_ path: String, _ origins: [String]) async throws -> String {
      let site = try await TestSite(entries()) { $0.frameOrigins = origins }
      return try #require(try await site.request(path, [("Accept", "text/html")]).header("content-security-policy"))
    }
    let origins = ["https://www.example.edu", "https://*.example.org"]
    #expect(try await policy("/a?embed=1", origins).contains("frame-ancestors https://www.example.edu https://*.example.org"))
    #expect(try await policy("/places/a/x/1?embed=1", origins).contains("frame-ancestors https://www"))
    for path in ["/a", "/a?embed=0", "/week?campus=a"] { #expect(try await policy(path, origins).contains("frame-ancestors 'none'")) }
    #expect(try await policy("/a?embed=1", []).contains("frame-ancestors 'none'"))
    let text = try await TestSite(entries()).get("/a?embed=1").text
    #expect(text.contains("<base target=\"_blank\">") && text.contains(PageAssets.embedStyle.path) && !text.contains("embed=1"))
  }

  @Test("A screen in a lobby has the open places of one campus and those that open next, and no controls")
  func kiosk() async throws {
    let text = try await TestSite(entries()).get("/a?kiosk=1").text
    let open = try #require(text.firstRange(of: "Open now</h1>")), next = try #require(text.firstRange(of: "Opens next</h2>"))
    #expect(text[open.upperBound..<next.lowerBound].contains("One") && text[next.upperBound...].contains("Two"))
    #expect(!text.contains("<form") && !text.contains("<button") && !text.contains("<a href"))
    #expect(text.contains("<noscript><meta http-equiv=\"refresh\""))
    let several = try await TestSite(entries() + [place("b/x/1", "Three")])
    #expect(try await several.get("/all?kiosk=1").text.contains("href=\"/b?kiosk=1\""))
    #expect(try await several.get("/b?kiosk=1").text.contains("Nothing is open"))
    #expect(try await several.get("/all?kiosk=1&campus=mars").status == 400)
  }

  @Test("Search engines get all pages", arguments: [nil, "https://campus.example.edu"])
  func siteMap(origin: String?) async throws {
    let site = try await TestSite(entries()) { ($0.origin, $0.basePath) = (origin, "/dining") }
    let text = try await site.get("/sitemap.xml").text
    let addresses = text.matches(of: /<loc>([^<]*)<\/loc>/).map { String($0.output.1) }
    let start = (origin ?? "http://localhost") + "/dining"
    #expect(addresses == ["/campuses", "/all", "/week", "/a", "/a/week", "/places/a/x/1", "/places/a/x/2"].map { start + $0 })
    let robots = try await site.get("/robots.txt").text
    #expect(robots.contains("Disallow: /dining/api/\n") && robots.contains("Sitemap: \(start)/sitemap.xml") == (origin != nil))
  }

  @Test("A map of too many addresses has parts, which have each address once", arguments: [6, 3, 1])
  func partsOfSiteMap(most: Int) async throws {
    let long = try place("a/x/\(String(repeating: "3", count: 2_040))", "Long")
    let site = try await TestSite(entries() + [long])
    let snapshot = try #require(site.site.snapshot)
    func addresses(_ target: String, in element: String) throws -> [String] {
      let question = SiteQuestion(
        target: try #require(RequestTarget(target)), now: snapshot.catalog.generatedAt, snapshot: snapshot, site: site.site)
      let text = String(buffer: try SiteMap.answer(question, "http://localhost", most: most).document.body)
      #expect(text.contains("<\(element) xmlns=") && text.hasSuffix("</\(element)>\n"))
      return text.matches(of: /<loc>http:..localhost([^<]*)<\/loc>/).map { String($0.output.1) }
    }
    let parts = try addresses("/sitemap.xml", in: "sitemapindex")
    #expect(parts == (1...(6 + most) / most).map { "/sitemap.xml?part=\($0)" })
    let all = try parts.map { try addresses($0, in: "urlset") }
    #expect(all.flatMap(\.self) == ["/campuses", "/all", "/week", "/a", "/a/week", "/places/a/x/1", "/places/a/x/2"])
    #expect(all.allSatisfy { (1...most).contains($0.count) })
    #expect(throws: Problem.self) { try addresses("/sitemap.xml?part=\(parts.count + 1)", in: "urlset") }
    #expect(try await site.get("/sitemap.xml?part=1").text == site.get("/sitemap.xml").text)
    for part in ["0", "2", "x"] { #expect(try await site.get("/sitemap.xml?part=\(part)").status == (part == "2" ? 404 : 400)) }
  }
}
