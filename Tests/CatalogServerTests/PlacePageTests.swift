import CampusCatalog
import CatalogExport
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The page of a place")
struct PlacePageTests {
  private static let path = "/places/a/x/1"

  /// A place that is open from 7 to 18 every day but from 1 to 3 December.
  private func shop(_ id: String = "a/x/1", _ name: String = "One", location: Location = Location()) throws -> Entry {
    let break_ = WeekPlan([.tuesday: DayPlan([try service("10:00", "14:00")]), .wednesday: .closed, .thursday: .closed])
    let layer = try #require(Layer(.holiday, name: "Break [Shop]", from: date("2026-11-24"), to: date("2026-12-03"), .week(break_)))
    let hours = try daily([service("07:00", "18:00")])
    return try place(id, name, location: location, hours: Schedule(zone: hours.zone, layers: hours.layers + [layer]))
  }

  @Test(
    "The sources of a place have names for people, and no time that is not known",
    arguments: [
      ("whats-open", nil, "<bdi>What&#39;s Open</bdi>: a sample"), ("other", nil, "<bdi>a/x</bdi>: a sample"),
      ("penn", "2026-11-21T11:45:00-05:00", "<bdi>Penn dining venues</bdi>: a sample, as of Sat 21 Nov 2026 11:45, 15 min ago"),
    ])
  func sources(adapter: String, time: String?, text: String) async throws {
    let places = [try place("a/x/1", "One")]
    let site = try await TestSite(places)
    var report = FeedReport(
      id: try parsed("a/x") { FeedID($0) }, adapter: try parsed(adapter) { AdapterID($0) }, outcome: .sample, entries: 1)
    report.checkedAt = time.flatMap { Instant($0) }
    try await site.show(places, outcomes: [report])
    let page = try await site.get("/places/a/x/1").text
    let sources = try #require(page.firstMatch(of: /<h2 id="sources">.*?<li>(.*?)<\/li>/)).output.1
    #expect(sources == text)
  }

  @Test("A day is on the page once, even if special hours begin in the week and end after it")
  func noDayTwice() async throws {
    let text = try await TestSite([shop()]).get(Self.path).text
    let days = text.matches(of: /<time datetime="(\d{4}-\d\d-\d\d)">/).map { String($0.output.1) }
    #expect(Set(days).count == days.count && days.count == 7)
    let later = try #require(text.firstRange(of: "Later days")).upperBound
    let rows = text[later...].matches(of: /<tr><th scope="row">([^<]*) <small/).map { String($0.output.1) }
    // The week ends on 27 November.
    #expect(rows == ["28 November – 3 December 2026"] || rows.first?.hasPrefix("28") == true)
    #expect(!text[later...].contains("24 November"))
  }

  @Test("Special days have their name, without the note on the place")
  func specialDaysAreNamed() async throws {
    let site = try await TestSite([shop()], at: "2026-11-24T12:00:00-05:00")
    let text = try await site.get(Self.path).text
    #expect(text.contains("<p class=\"day-name\" dir=\"auto\">Today: Break</p>"))
    #expect(text.contains("<small class=\"day-name\" dir=\"auto\">Break</small>") && !text.contains("Break [Shop]</small>"))
  }

  @Test(
    "The bar shows the hours of the day, and marks the time",
    arguments: [
      ("2026-11-21T12:00:00-05:00", "29.16%", "45.83%", "50.00%"), ("2026-11-21T06:00:00-05:00", "29.16%", "45.83%", "25.00%"),
      ("2026-11-22T03:00:00-05:00", "29.16%", "45.83%", "12.50%"),
    ])
  func barMarksTheTime(moment: String, start: String, length: String, mark: String) async throws {
    let text = try await TestSite([shop()], at: moment).get(Self.path).text
    let bar = try #require(text.firstMatch(of: /<svg class="day-bar".*?<\/svg>/.dotMatchesNewlines())).output
    #expect(bar.contains("aria-label=\"Today: 07:00–18:00\""))
    #expect(bar.contains("x=\"\(start)\" width=\"\(length)\"") && bar.contains("class=\"now\" x1=\"\(mark)\" x2=\"\(mark)\""))
  }

  @Test("While a night goes on, its bar is that of yesterday, up to the end of the night")
  func barOfANight() async throws {
    let bar = try place("a/x/1", "Bar", hours: daily([service("18:00", "28:00")]))
    let text = try await TestSite([bar], at: "2026-11-22T02:00:00-05:00").get(Self.path).text
    #expect(text.contains("data-date=\"2026-11-21\" data-end=\"1680\"") && text.contains("class=\"now\" x1=\"92.85%\""))
  }

  @Test("Closed days, and places without hours, have no bar", arguments: [true, false])
  func noBarWithoutHours(hasHours: Bool) async throws {
    let text = try await TestSite([place("a/x/1", "One", hours: hasHours ? daily([]) : nil)]).get(Self.path).text
    #expect(!text.contains("day-bar"))
  }

  @Test("Menu, order, directions, telephone and website are links, in this order")
  func actions() async throws {
    var entry = try shop(location: Location(coordinate: Coordinate(latitude: 40, longitude: -75)))
    entry.links = try [(Link.Relation.website, "w"), (.order, "o"), (.menu, "m")].map { relation, name in
      Link(relation, try parsed("https://example.org/\(name)") { WebAddress($0) })
    }
    if case .place(var place) = entry.details {
      place.contact = Contact(phone: "+1 (555) 0100-22")
      entry.details = .place(place)
    }
    let text = try await TestSite([entry]).get(Self.path).text
    let list = try #require(text.firstMatch(of: /<ul class="actions">.*?<\/ul>/.dotMatchesNewlines())).output
    let links = list.matches(of: /href="([^"]*)"/).map { String($0.output.1) }
    #expect(
      links.prefix(5) == [
        "https://example.org/m", "https://example.org/o", "geo:40.0,-75.0?q=40.0,-75.0(One)", "tel:+1555010022", "https://example.org/w",
      ])
    #expect(list.contains("Call +1 (555) 0100-22"))
  }

  @Test(
    "The other places of the building are listed, open ones first; of the same address if there is no building", arguments: [true, false])
  func neighbors(hasBuilding: Bool) async throws {
    let here = hasBuilding ? Location(building: "Johnson Center") : Location(address: "1 Main St")
    let other = hasBuilding ? Location(building: "JOHNSON center") : here
    let elsewhere = hasBuilding ? Location(building: "Hall") : Location(address: "2 Main St")
    let site = try await TestSite([
      shop(location: here), place("a/x/2", "Closed", location: other), shop("a/x/3", "Open", location: other),
      shop("a/x/4", "Far", location: elsewhere), shop("b/x/5", "Other campus", location: here),
    ])
    let text = try await site.get(Self.path).text
    let start = try #require(text.firstRange(of: hasBuilding ? "Also in Johnson Center" : "Also at 1 Main St")).upperBound
    #expect(text[start...].matches(of: /data-id="([^"]*)"/).map { String($0.output.1) } == ["a/x/3", "a/x/2"])
    #expect(try await !site.get("/places/a/x/4").text.contains("class=\"also\""))
  }

  @Test("A report has the place, the time and the hours", arguments: ["mailto:dining@example.edu", "https://example.edu/new?a=b"])
  func reports(address: String) async throws {
    let report = try #require(ReportAddress(address))
    let site = try await TestSite([shop("a/x/1", "One & <Two>")]) { $0.report = report }
    let text = try await site.get(Self.path).text
    let link = String(try #require(text.firstMatch(of: /<p class="report"><a href="([^"]*)">/)).output.1).replacing("&amp;", with: "&")
    let query = try #require(URLComponents(string: link)).queryItems ?? []
    #expect(link.hasPrefix(address + (address.hasPrefix("mailto:") ? "?subject=" : "&title=")))
    let body = try #require(query.first { $0.name == "body" }?.value)
    for part in [
      "One & <Two>, Campus a (a/x/1)", "Sat 21 Nov 2026 12:00", "Open until 18:00", "Tue 24 Nov 2026: 10:00–14:00 (Break [Shop])",
      Self.path,
    ] {
      #expect(body.contains(part), "\(part)")
    }
  }

  @Test("Without an address for reports, the page leads to that of the source")
  func reportsToSources() async throws {
    var entry = try shop()
    entry.links = [Link(.source, try parsed("https://example.org/source") { WebAddress($0) })]
    let text = try await TestSite([entry]).get(Self.path).text
    #expect(text.contains("<p class=\"report\"><a href=\"https://example.org/source\""))
  }

  @Test("Pictures are links, unless the site shows them at once", arguments: [false, true])
  func pictures(isShown: Bool) async throws {
    var entry = try shop()
    entry.images = [Image(.photo, try parsed("https://example.org/1.jpg") { WebAddress($0) })]
    let text = try await TestSite([entry]) { $0.showsImages = isShown }.get(Self.path).text
    #expect(text.contains("<img src=\"https://example.org/1.jpg\"") == isShown)
    #expect(text.contains("<a href=\"https://example.org/1.jpg\"") != isShown)
  }

  @Test("A description that ends in an abbreviation has one period")
  func descriptionsHaveOnePeriod() async throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let plan = DatedPlan(try date("2026-12-02"), DayPlan([try service("07:00", "18:00")]))
    let hours = Schedule(zone: zone, layers: [Layer(.special, dates: [plan])])
    let text = try await TestSite([place("a/x/1", "One", hours: hours)]).get("/places/a/x/1?lang=de").text
    let description = try #require(text.firstMatch(of: /<meta name="description" content="([^"]*)"/)).output.1
    #expect(description.contains(" 2. Dez. ") && !description.contains(".."), "\(description)")
  }

  @Test("Other sites see the answer: a title, a description, an address, a picture, and the hours as linked data")
  func otherSitesSeeTheAnswer() async throws {
    let site = try await TestSite([shop(location: Location(building: "Hall"))]) { $0.origin = "https://campus.example.edu" }
    let text = try await site.get(Self.path).text
    for part in [
      "<title>One · Campus a · Campus places</title>", "<meta property=\"og:title\" content=\"One: Open until 18:00\">",
      "<meta name=\"description\" content=\"Open until 18:00. Today 07:00–18:00. Hall, Campus a.\">",
      "<link rel=\"canonical\" href=\"https://campus.example.edu/places/a/x/1\">",
      "<meta property=\"og:image\" content=\"https://campus.example.edu\(PageAssets.preview.path)\">",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    let script = try #require(text.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/)).output.1
    let node = try #require(JSONSerialization.jsonObject(with: Data(script.utf8)) as? [String: Any])
    #expect(node["@context"] as? String == "https://schema.org" && node["name"] as? String == "One")
    #expect((node["openingHoursSpecification"] as? [Any])?.isEmpty == false)
    #expect((node["specialOpeningHoursSpecification"] as? [Any])?.isEmpty == false)
  }
}

@Test(
  "An address for reports is one for mail, or of a form",
  arguments: [
    ("mailto:a@example.edu", "mailto:a@example.edu?subject=T%26%20t&body=a%0D%0A%7Btitle%7D"),
    ("https://e.org/new", "https://e.org/new?title=T%26%20t&body=a%0D%0A%7Btitle%7D"),
    ("https://e.org/new?s={title}&d={text}", "https://e.org/new?s=T%26%20t&d=a%0D%0A%7Btitle%7D"),
    ("https://e.org/{text}", "https://e.org/a%0D%0A%7Btitle%7D"), ("mailto:", nil), ("mailto:a@b?bcc=c@d", nil),
    ("javascript:alert(1)", nil),
    ("https://e.org/{place}", nil), ("dining@example.edu", nil), ("https://e.org/new#form", nil), ("", nil),
  ])
func reportAddresses(text: String, address: String?) {
  #expect(ReportAddress(text)?.address(title: "T& t", text: "a\n{title}") == address)
}
