import Foundation
import SimdJSON
import TestKit
import TestTraits
import Testing

/// `feeds find` reads a few pages of a site, and proposes a registry file with the feeds that it finds.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct FeedFindTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) throws -> Program.Result {
    try Program.run(words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  @Test func siteHasFeeds() throws {
    let nginx = try Nginx([Nginx.server(0, "types { text/html html; }")])
    let links = #"<a href="/about.html">About</a><a href="/mensa/">Mensa</a><a href="/events/missing.html">Events</a>"#
    try nginx.put("<!DOCTYPE html><html><title>Lakeside College</title>\(links)</html>", at: "index.html")
    try nginx.put(#"<html><a href="/openmensa/hall.xml">Feed</a><a href="https://x.libcal.com/">Rooms</a></html>"#, at: "mensa/index.html")
    let words = ["feeds", "find", nginx.url("/"), "--allow-private", "--zone", "Europe/Vienna"]
    let text = try run(words)
    #expect(text.status == 0 && text.out.contains("OpenMensa") && text.out.contains("openmensa/hall.xml"), "\(text.error)")
    #expect(text.error.contains("2 feeds found on 2 pages") && text.error.contains("missing.html"), "\(text.error)")
    #expect(Set(try nginx.log().map(\.path)) == ["/", "/mensa/", "/events/missing.html"])
    #expect(try run(words + ["-o", "lakeside.json", "-q"]).status == 0)
    let listed = try run(["feeds", "--config", "lakeside.json"])
    #expect(listed.out.contains("Lakeside College"), "\(listed.error)")
    let document = try JSONDocument(parsing: Array(try run(words + ["--json"]).out.utf8))
    var campuses = document.root["registry"]?["campuses"]?.elements
    let zone = campuses?.next()?["timeZone"]?.string
    #expect(zone == "Europe/Vienna")
  }

  @Test func siteHasNone() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put("<html>nothing</html>", at: "index.html")
    let none = try run(["feeds", "find", nginx.url("/index.html"), "--allow-private"])
    #expect(none.status == 4 && none.out.isEmpty && none.error.contains("no known platform on 1 page"), "\(none.error)")
    let missing = try run(["feeds", "find", nginx.url("/no.html"), "--allow-private"])
    #expect(missing.status == 4 && missing.error.contains("/no.html: "), "\(missing.error)")
    #expect(try run(["feeds", "find", "ftp://a.example"]).status == 64)
  }
}
