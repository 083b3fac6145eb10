import CampusCatalog
import Foundation
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

/// A site with two campuses; on one, a place is open.
private func twoCampuses() async throws -> TestSite {
  try await TestSite([
    place("a/x/1", "One", hours: daily([service("07:00", "18:00")])), place("a/x/2", "Two", hours: daily([service("20:00", "22:00")])),
    place("b/x/1", "Three", hours: daily([])),
  ])
}

@Test("The start asks for a campus, with the number of open places on each, and all campuses last")
func startAsksForACampus() async throws {
  let site = try await twoCampuses()
  let (status, text) = try await site.get("/")
  let rows = text.matches(of: /<a href="(\/[^"]*)" data-campus="([^"]*)"><span[^>]*>([^<]*)<\/span> <small>([^<]*)<\/small>/)
  #expect(status == 200)
  #expect(
    rows.map { "\($0.output.1) \($0.output.3) \($0.output.4)" } == ["/a Campus a 1 open", "/b Campus b 0 open", "/all All campuses 1 open"])
  for row in rows { #expect(try await site.get(String(row.output.1)).status == 200) }
  // Only the start leaves at once for the campus that was chosen before.
  #expect(text.contains(PageAssets.start.path))
  let (other, choice) = try await site.get("/campuses")
  #expect(other == 200 && !choice.contains(PageAssets.start.path) && choice.contains("href=\"/b\""))
}

@Test("The page of a campus has its places only, its name in the title and the header, and a link to choose another one")
func campusPages() async throws {
  let site = try await twoCampuses()
  let text = try await site.get("/a").text
  #expect(text.contains("<title>What is open · Campus a · Campus places</title>"))
  #expect(text.contains("<a class=\"home\" href=\"/a\" dir=\"auto\">Campus a</a> <a class=\"change\" href=\"/campuses\">"))
  #expect(text.contains("action=\"/a\"") && text.contains("href=\"/a/manifest.webmanifest\""))
  #expect(text.contains("One") && text.contains("Two") && !text.contains("Three"))
  #expect(try await site.get("/all").text.contains("Three"))
  for path in ["/c", "/ALL", "/a%00", "/%2e%2e", "/~", "/all%20"] { #expect(try await site.get(path).status == 404, "\(path)") }
  // A site of one campus has nothing to choose.
  let only = try await TestSite([place("a/x/1", "One")])
  #expect(try await !only.get("/a").text.contains("\"/campuses\""))
}

@Test(
  "Earlier addresses lead to the page of the campus, or of all campuses, with their filters",
  arguments: [
    ("/?campus=a", "/a"), ("/?campus=a&open=now&q=caf%C3%A9+b", "/a?open=now&q=caf%C3%A9%20b"), ("/?open=now", "/all?open=now"),
    ("/?campus=a,b&at=tomorrow", "/all?campus=a%2Cb&at=tomorrow"), ("/?near=40,-75", "/all?near=40,-75"), ("/?utm_source=x", nil),
  ])
func earlierAddresses(address: String, target: String?) async throws {
  let response = try await twoCampuses().request(address)
  #expect(response.header("location")?.replacing(",", with: "%2C") == target?.replacing(",", with: "%2C"))
  #expect(response.status == (target == nil ? 200 : 308))
}

@Test(
  "Slashes at the end of an address and capital letters in the id of a campus lead to the plain address, below the base path",
  arguments: [
    ("/a/", "/a"), ("/A", "/a"), ("/A/week//?x=1&q=B%20C", "/a/week?x=1&q=B%20C"), ("/places/a/x/1/", nil), ("/all/", "/all"),
    ("/assets/page.js/", nil),
    ("//a/", nil), ("/a//week/", nil), ("/api/v1/feeds/", nil), ("/API/v1/feeds", nil), ("/ALL", nil), ("/C", nil),
  ])
func plainAddresses(address: String, target: String?) async throws {
  for basePath in ["", "/dining"] {
    let site = try await TestSite([place("a/x/1", "One")]) { $0.basePath = basePath }
    let response = try await site.request(basePath + address)
    #expect(response.status == (target == nil ? 404 : 308) && response.header("location") == target.map { basePath + $0 })
  }
}

@Test("A site of one campus starts with its list, and earlier addresses lead there")
func onlyCampus() async throws {
  let site = try await TestSite([place("a/x/1", "One")])
  for (address, target) in [("/", "/a"), ("/?q=x", "/a?q=x")] {
    #expect(try await site.request(address).header("location") == target)
  }
}

@Test("An unknown campus in an earlier address is explained")
func unknownCampus() async throws {
  let (status, text) = try await twoCampuses().get("/?campus=mars")
  #expect(status == 400 && text.contains("“mars” is not one of the choices") && text.contains("href=\"/campuses\""))
}

@Test("No campus has the first part of another address of the server as its id")
func reservedIDs() async throws {
  let site = try await twoCampuses()
  for id in CampusID.reserved { #expect(CampusID(id) == nil) }
  // An address that is not reserved belongs to a campus.
  for path in [
    "all", "campuses", "healthz", "metrics", "readyz", "api/v1/feeds", "places/a/x/1", "assets/\(PageAssets.icon.path.dropFirst(8))",
  ] {
    #expect(try await site.request("/\(path)").status == 200, "\(path)")
    #expect(CampusID(String(path.prefix { $0 != "/" })) == nil, "\(path)")
  }
}

@Test(
  "Each campus can be installed: its application starts at its page",
  arguments: [("a", "/a", "Campus a"), ("all", "/all", "Campus places")])
func manifests(part: String, start: String, name: String) async throws {
  struct Manifest: Decodable { let id, start_url, name, scope: String }
  let site = try await twoCampuses()
  let body = try await site.request("/\(part)/manifest.webmanifest").body
  let manifest = try JSONDecoder().decode(Manifest.self, from: Data(body.readableBytesView))
  #expect((manifest.id, manifest.start_url, manifest.name, manifest.scope) == (start, start, name, "/"))
  #expect(try await site.request("/c/manifest.webmanifest").status == 404)
}

@Test(
  "A date and a time from a form without a script become one address",
  arguments: [
    ("date=2026-12-05&time=18%3A00&q=x", "/a?q=x&at=2026-12-05%2018:00"), ("date=2026-12-05&time=", "/a?at=2026-12-05"),
    ("time=18:00&open=now", "/a?open=18:00"),
  ])
func dateFields(query: String, target: String) async throws {
  let site = try await twoCampuses()
  let response = try await site.request("/a?\(query)")
  #expect(response.status == 303 && response.header("location") == target)
  let text = try await site.get(target).text
  #expect(text.contains("type=\"time\" value=\"\(query.contains("time=18") ? "18:00" : "")\""))
  #expect(text.contains("value=\"2026-12-05\"") == query.contains("2026-12-05"))
}
