import Aggregation
import CampusCatalog
import FeedKit
import Foundation
import TestKit
import TestTraits
import Testing

/// `feeds check --all` requests the feeds of all built-in campuses and of the user once, due or not.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct FeedCheckTests {
  @Test func allFeedsAreChecked() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    var registry = Registry()
    registry.include(BuiltInCampuses.files.map(\.campus))
    let others = registry.feeds.filter { $0.id.description != "cmu/dining" }.map { #"{"id":"\#($0.id)","enabled":false}"# }
    let own = [
      #"{"id":"cmu/dining","adapter":"penn","addresses":{"venues":"\#(nginx.url("/a.json"))"}}"#,
      #"{"id":"penn/own","adapter":"penn","addresses":{"venues":"\#(nginx.url("/missing.json"))"}}"#,
    ]
    let folder = try TemporaryFolder()
    try folder.write(#"{"feeds":[\#((own + others).joined(separator: ",\n"))]}"#, to: "registry.json")
    func check(_ options: String...) throws -> Program.Result {
      let words = ["feeds", "check", "--config", "registry.json", "--store", "s.sqlite", "--allow-private"] + options
      return try Program.run(words, environment: ["HOME": folder.url.path], directory: folder.url)
    }
    for _ in 1...2 {
      let checked = try check("--all")
      #expect(checked.status == 3 && checked.out.contains("1 entry"), "\(checked.error)")
      #expect(checked.error.contains("1 of 2 feeds can be read; \(registry.feeds.count - 1) are disabled"), "\(checked.error)")
    }
    #expect(try nginx.log().map(\.path).sorted() == ["/a.json", "/a.json", "/missing.json", "/missing.json"])
    #expect(try check("--all", "--campus", "cmu").status == 64)
    // Without it, a feed of a campus that nothing selects is not read, unless the file states its adapter and addresses.
    let read = try check().out
    #expect(read.contains("cmu/dining") && !read.contains("tum/dining"), "\(read)")
  }
}
