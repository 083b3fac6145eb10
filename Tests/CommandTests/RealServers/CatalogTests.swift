import CampusCatalog
import TestKit
import TestTraits
import Testing

/// A program that reads the catalogs of two others, which nginx publishes.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct CatalogTests {
  private let nginx: Nginx
  private let state: LiveProgram

  init() throws {
    nginx = try Nginx([Nginx.server(0)], http: "gzip on; gzip_types application/json; gzip_min_length 1;")
    state = try LiveProgram([])
    try state.folder.write(
      #"""
      {"feeds": [
        {"id": "everywhere/a", "adapter": "catalog", "campuses": ["a"], "addresses": {"catalog": "\#(nginx.url("/a/catalog.json"))"}},
        {"id": "everywhere/b", "adapter": "catalog", "campuses": ["b"], "addresses": {"catalog": "\#(nginx.url("/b/catalog.ndjson"))"}}]}
      """#, to: "registry.json")
  }

  /// Makes a run of a college and publishes its catalog, as a static file.
  private func publish(_ name: String, _ venues: String, at path: String) throws {
    try nginx.put(venues, at: "\(name).json")
    let college = try LiveProgram([(name, nginx.url("/\(name).json"))])
    let result = try college.run("--campus", name, "--format", path.hasSuffix(".ndjson") ? "ndjson" : "json")
    #expect(result.status == 0, "\(result.error)")
    try nginx.put(result.out, at: path)
  }

  private func run(_ arguments: String...) throws -> (status: Int32, catalog: Catalog) {
    let feeds = ["--feed", "everywhere/a", "--feed", "everywhere/b", "--refresh", "--allow-private"]
    let result = try state.run(feeds + arguments, through: [])
    return (result.status, try CatalogReader.read(Array(result.out.utf8)))
  }

  @Test func catalogsAreReadAsJSONAndNDJSON() throws {
    try publish("a", Venues.reply("Hill House", "Falk"), at: "a/catalog.json")
    try publish("b", Venues.reply("McClelland"), at: "b/catalog.ndjson")
    let first = try run()
    #expect(first.status == 0)
    #expect(first.catalog.entries.map(\.name) == ["Hill House", "Falk", "McClelland"])
    #expect(first.catalog.feeds.map(\.id.description) == ["a/dining", "b/dining", "everywhere/a", "everywhere/b"])
    #expect(first.catalog.feeds.map(\.via) == [[nginx.url("/a/catalog.json")], [nginx.url("/b/catalog.ndjson")], [], []])
    let again = try nginx.log {
      let result = try run()
      #expect(result.status == 0)
    }
    #expect(again.map(\.status) == [304, 304])
    #expect(try nginx.log().filter { $0.status == 200 && $0.encoding == "gzip" }.count >= 1)
    // One catalog is gone, and the other one is this program's own.
    try nginx.remove("b/catalog.ndjson")
    let last = try run("--public-url", nginx.url("/a/"))
    #expect(last.status == 3)
    #expect(
      last.catalog.feeds.map { "\($0.id) \($0.reason?.description ?? "")" } == [
        "b/dining http.404", "everywhere/a catalog.loop", "everywhere/b http.404",
      ])
    #expect(last.catalog.entries.map(\.name) == ["McClelland"])
  }
}
