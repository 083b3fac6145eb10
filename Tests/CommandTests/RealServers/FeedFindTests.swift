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

  /// Links are relative to the page after a redirect; private addresses and platforms without adapters are not in a file.
  @Test func pageIsRedirected() throws {
    let nginx = try Nginx([Nginx.server(0, "types { text/html html; } location = /old { return 302 /new/; }")])
    try nginx.put(#"<a href="hours.html">H</a><a href="https://u:p@a.edu/x.ics">P</a>"#, at: "new/index.html")
    try nginx.put(#"<a href="https://x.libcal.com/">Rooms</a>"#, at: "new/hours.html")
    let found = try run(["feeds", "find", nginx.url("/old"), "--allow-private", "-o", "draft.json"])
    #expect(found.status == 0 && found.out.contains("LibCal") && found.error.contains("1 address with a user, a token"), "\(found.error)")
    #expect(found.error.contains("draft.json was not written") && !found.out.contains("a.edu"), "\(found.error)")
    #expect(try nginx.log().map(\.path) == ["/old", "/new/", "/new/hours.html"])
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("draft.json").path))
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
