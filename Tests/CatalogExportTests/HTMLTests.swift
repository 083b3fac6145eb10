import Basics
import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import Testing

@testable import CatalogExport

@Suite struct HTMLTests {
  @Test(arguments: [
    ("a", "a"), ("<b title='x'>\"&amp;", "&lt;b title=&#39;x&#39;&gt;&quot;&amp;amp;"), ("a\u{202E}b\u{2028}", "a&#x202E;b&#x2028;"),
    ("a\nb\u{7}", "a\nb\u{FFFD}"), ("\u{10FFFF}é", "\u{FFFD}é"),
  ])
  func textIsEscaped(text: String, markup: String) {
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    #expect(html.text == "<p title=\"\(markup)\">\(markup)</p>")
  }

  @Test(arguments: [
    ("https://example.edu/?a=1&b", "https://example.edu/?a=1&amp;b"), ("/places/a", "/places/a"), ("#a", "#a"), ("tel:+1", "tel:+1"),
    ("//example.edu", "#"), ("javascript:alert(1)", "#"), ("JaVaScript:x", "#"), ("data:text/html,x", "#"), ("example", "#"),
  ])
  func addressesAreSafe(address: String, value: String) {
    let html: HTML = "<a href=\"\(link: address)\">"
    #expect(html.text == "<a href=\"\(value)\">")
  }

  @Test func jsonCannotEndItsElement() {
    let html: HTML = "<script>\(json: "\"</script>&\"")</script>"
    #expect(html.text == "<script>\"\\u003c/script\\u003e\\u0026\"</script>")
  }

  /// The first link of an alert is its own page.
  @Test func alertHasItsFirstLink() throws {
    var entry = try place("a/x/1", "Snow", hours: nil)
    let alert = Alert(severity: .minor)
    entry.details = .alert(alert)
    entry.links = try ["alert", "menu"].map { Link(.menu, try #require(WebAddress("https://example.edu/\($0)"))) }
    let html = HTML.alert(
      AlertListing(entry: entry, alert: alert, phase: .active), campus: "A", in: nil, RegionalStyle(country: "US"), isUnfolded: true)
    #expect(html.text.matches(of: /href="([^"]*)"/).map(\.output.1) == ["https://example.edu/alert"])
  }

  /// The exported page contains its style, and its policy allows nothing else.
  @Test func exportNeedsNothingElse() throws {
    let entries = [try place("a/x/1", "One", hours: daily([service("07:00", "18:00")]))]
    let catalog = Catalog(generatedAt: try moment("2026-11-21T12:00:00Z"), campuses: [], feeds: [], entries: entries)
    let rule = StatusRule(at: catalog.generatedAt, campuses: [])
    let header = ExportHeader(generatedAt: catalog.generatedAt, campuses: [], feeds: [], rule: rule)
    var bytes: [UInt8] = []
    try CatalogExport(.html, header).write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
    let page = String(decoding: bytes, as: UTF8.self)
    let style = try #require(page.firstMatch(of: /<style>([^<]*)<\/style>/)).output.1
    let hash = SHA256.hash(Array(style.utf8)).withUnsafeBytes { Data($0).base64EncodedString() }
    #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-\(hash)'; base-uri"))
    #expect(style.contains(".place") && !style.contains("url(") && !style.contains("@import"))
    #expect(page.contains("<bdi class=\"name\">One</bdi>"))
    for element in ["<script", "<link", "<img", "<form", " src="] { #expect(!page.contains(element)) }
  }

  @Test(
    arguments: [
      ("a.b+c@example.edu", true), ("a@@example.edu", false), ("@example.edu", false), ("a@example.edu@", false), ("a@example", false),
      ("a b@example.edu", false), ("a@example.edu?cc=b", false),
    ])
  func addressesOfEmail(address: String, isUsual: Bool) {
    #expect(ContactLink.email(address) == (isUsual ? "mailto:\(address)" : nil))
  }

  /// An exception of one day is that day, not a range.
  @Test func daysOfExceptions() throws {
    let zone = try #require(Zone("Europe/London"))
    let hours = try Schedule(osm: "09:00-17:00; 2026 Nov 25 off; 2026 Nov 28-29 off", zone: zone)
    let exceptions = try HoursException.upcoming(in: hours, from: date("2026-11-21"))
    let days = try exceptions.map { try $0.days(on: date("2026-11-21"), RegionalStyle(country: "GB")) }
    #expect(days == ["Wed 25 Nov", "Sat 28 Nov – Sun 29 Nov"])
  }

  /// The features of several campuses are one list.
  @Test(arguments: [ExportFormat.geojson, .jsonld])
  func entriesOfSeveralCampuses(format: ExportFormat) throws {
    let entries = try ["a/x/1", "b/x/1", "c/x/1"].map {
      try place($0, "One", location: Location(coordinate: Coordinate(latitude: 1, longitude: 1)))
    }
    let catalog = Catalog(generatedAt: try moment("2026-11-21T12:00:00Z"), campuses: [], feeds: [], entries: entries)
    let rule = StatusRule(at: catalog.generatedAt, campuses: [])
    let header = ExportHeader(generatedAt: catalog.generatedAt, campuses: [], feeds: [], rule: rule)
    var bytes: [UInt8] = []
    let parts = entries.map { (campus: $0.campus, part: CatalogParts.Part.entries([$0])) }
    let all = CatalogParts(generatedAt: catalog.generatedAt, campuses: [], feeds: [], parts: parts)
    try CatalogExport(format, header).write(EntryStream(all)) { bytes.append(contentsOf: $0) }
    let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let list = object["features"] ?? object["@graph"]
    #expect((list as? [Any])?.count ?? 0 >= 3)
  }
}
