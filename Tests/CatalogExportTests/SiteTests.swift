import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogExport

/// The files of a static site, and its manifest.
@Suite struct SiteTests {
  private func campus(_ id: String) throws -> Campus {
    Campus(id: try parsed(id) { CampusID($0) }, name: "Campus <\(id)>", timeZone: try parsed("America/New_York") { Zone($0) })
  }

  /// Returns a catalog of two campuses, whose feeds were fetched and checked at these times of 21 November.
  private func catalog(at time: String, fetched: [String], checked: [String], name: String = "Cafe") throws -> Catalog {
    let ids = ["a", "a-b"]
    let feeds = try ids.indices.map { index in
      var report = FeedReport(id: try feedID("\(ids[index])/x"), adapter: try parsed("test") { AdapterID($0) }, outcome: .fresh)
      report.fetchedAt = try moment("2026-11-21T\(fetched[index]):00Z")
      report.checkedAt = try moment("2026-11-21T\(checked[index]):00Z")
      return report
    }
    let hours = try daily([service("07:00", "18:00")])
    return Catalog(
      generatedAt: try moment("2026-11-21T\(time):00Z"), campuses: try ids.map(campus), feeds: feeds,
      entries: try ids.flatMap {
        [try place("\($0)/x/1", $0 == "a" ? name : "Hall", hours: hours), try place("\($0)/x/2", "Gym", hours: hours)]
      })
  }

  private func files(_ site: StaticSite) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for file in site.files {
      var bytes: [UInt8] = []
      try site.write(file) { bytes.append(contentsOf: $0) }
      files[file.path] = bytes
    }
    return files
  }

  /// Of a campus, everything but its page depends on that campus alone; GeoJSON and calendars do not depend on when it was checked.
  @Test func filesChangeWithTheirCampus() throws {
    let old = try files(StaticSite(catalog(at: "12:00", fetched: ["10:00", "10:00"], checked: ["11:00", "11:00"])))
    func changed(_ catalog: Catalog) throws -> Set<String> {
      let new = try files(StaticSite(catalog))
      #expect(old.keys == new.keys)
      return Set(new.keys.filter { new[$0] != old[$0] })
    }
    let pages: Set = ["index.html", "a/index.html", "a-b/index.html"]
    #expect(old.count == 16)
    for (path, bytes) in old where path.hasSuffix(".ics") || path.hasSuffix(".geojson") {
      let start = path.hasSuffix(".ics") ? "BEGIN:VCALENDAR" : "{\"type\":\"FeatureCollection\""
      #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(start), "\(path)")
    }
    #expect(try changed(catalog(at: "12:00", fetched: ["10:00", "10:00"], checked: ["11:00", "11:00"])) == [])
    #expect(try changed(catalog(at: "13:00", fetched: ["10:00", "10:00"], checked: ["11:00", "11:00"])) == pages.union(["catalog.json"]))
    #expect(
      try changed(catalog(at: "13:00", fetched: ["10:00", "10:00"], checked: ["11:00", "12:30"]))
        == pages.union([
          "catalog.json", "a-b/catalog.json",
        ]))
    let content: Set = ["catalog.json", "catalog.ndjson", "catalog.geojson", "catalog.ics"]
    #expect(
      try changed(catalog(at: "13:00", fetched: ["12:30", "10:00"], checked: ["12:30", "11:00"], name: "Deli"))
        == pages.union(content).union(content.map { "a/\($0)" }))
  }

  /// The file of all campuses is the catalog, and that of a campus is a catalog with its part.
  @Test func catalogsAreCatalogs() throws {
    let catalog = try catalog(at: "12:00", fetched: ["10:00", "10:00"], checked: ["11:00", "11:00"])
    let files = try files(StaticSite(catalog))
    #expect(files["catalog.json"] == CatalogWriter.bytes(of: catalog))
    let part = try CatalogReader.read(try #require(files["a-b/catalog.json"]))
    #expect(part.campuses.map(\.id.description) == ["a-b"] && part.entries.map(\.id.description) == ["a-b/x/1", "a-b/x/2"])
    #expect(part.feeds.map(\.id.description) == ["a-b/x"])
    #expect(try part.generatedAt == moment("2026-11-21T11:00:00Z"))
  }

  /// Every link of a page leads to a file of the site, wherever the site is.
  @Test func linksAreRelativeAndLead() throws {
    var site = StaticSite(try catalog(at: "12:00", fetched: ["10:00", "10:00"], checked: ["11:00", "11:00"]))
    site.changes = SiteChanges([], beginning: site.catalog.generatedAt, pages: [:])
    let files = try files(site)
    for (path, bytes) in files where path.hasSuffix(".html") {
      let page = String(decoding: bytes, as: UTF8.self)
      let base = try #require(URL(string: "https://example.edu/below/\(path)"))
      let links = page.matches(of: /href="([^"#][^"]*)"/).map { String($0.output.1) }
      // Each format twice: for programs and for people.
      #expect(links.count == 8 + (path == "index.html" ? 2 : 1), "\(path): \(links)")
      for link in links {
        let target = try #require(URL(string: link, relativeTo: base)).absoluteString
        #expect(files[target.replacing("https://example.edu/below/", with: "")] != nil, "\(path): \(link)")
      }
      #expect(!page.contains("Campus <a>") && page.contains("Campus &lt;a"))
    }
    #expect(String(decoding: try #require(files["a/changes.atom"]), as: UTF8.self).contains("<updated>2026-11-21T12:00:00Z</updated>"))
  }

  @Test func manifestsAreReadAsWritten() throws {
    let site = StaticSite(try catalog(at: "12:00", fetched: ["10:00", "10:00"], checked: ["11:00", "11:00"]))
    let items = site.files.map { SiteManifest.Item($0, bytes: 7, sha256: String(repeating: "0", count: 64)) }
    for pending in [[], [SiteFile(.page, of: try campus("a").id)]] {
      let manifest = SiteManifest(generatedAt: site.catalog.generatedAt, contentHash: "sha256:", items: items, pending: pending)
      #expect(try SiteManifest(parsing: manifest.text) == manifest)
    }
  }

  /// Only paths that a site may have are accepted, because files are removed by the list.
  @Test(arguments: [
    "../catalog.json", "/catalog.json", "a/../catalog.json", "a/b/catalog.json", "a//catalog.json", "A/catalog.json", "a/notes.txt", "",
    "a/",
    "a/.nojekyll", "manifest.json", "catalog.json\\u0000",
  ])
  func foreignPathsAreRefused(path: String) throws {
    let text = """
      {"schema":"campus-site/1","generatedAt":"2026-11-21T12:00:00Z","contentHash":"sha256:",
      "files":[{"path":"\(path)","type":"text/plain","bytes":0,"sha256":""}]}
      """
    #expect { try SiteManifest(parsing: Array(text.utf8)) } throws: { error in
      error is CatalogError && "\(error)".contains("/files/0/path")
    }
    #expect(throws: CatalogError.self) { try SiteManifest(parsing: Array(#"{"schema":"campus-catalog/1"}"#.utf8)) }
  }
}
