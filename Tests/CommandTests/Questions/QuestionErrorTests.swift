import Foundation
import Testing

/// Invalid questions give clear messages, and nothing goes to stdout.
@Suite struct QuestionErrorTests {
  @Test(arguments: [
    (["list", "--category", "resturant"], 64, "did you mean \"restaurant\"? Use one of dining-hall, cafe, restaurant, fast-food, bar, "),
    (["list", "--building", "!?"], 64, "has no letter or digit"),
    (["list", "--open", "--closed"], 64, "cannot be used together"),
    (["list", "--sort", "size"], 64, "--sort: invalid value \"size\"; use one of name, location, distance or closing"),
    (["list", "--sort", "distance"], 64, "--near"),
    (["list", "--within", "5m"], 64, "--near"),
    (["list", "--limit", "-1"], 64, "--limit"),
    (["list", "--limit=-1"], 64, "must not be negative"),
    (["list", "--campus", "pen"], 64, "did you mean \"penn\""),
    (["list", "--feed", "penn/dinning"], 64, "did you mean \"penn/dining\""),
    (["list", "--at", "25:00"], 64, "write 18:00, 6pm"),
    (["list", "--format", "xml"], 64, "--format: invalid value \"xml\"; use one of text, json or ndjson"),
    (["list", "--campus", ""], 64, "--campus is empty"),
    (["list", "--tga", "x"], 64, "unknown option '--tga'; did you mean '--tag'?"),
    (["list", "--catalog", "x.json"], 64, "cannot be used together"),
    (["list", "--replay", "x"], 64, "cannot be used together"),
    (["near"], 64, "lat,lon"),
    (["near", "91,0"], 64, "latitude 91 is beyond 90"),
    (["near", "0,-181"], 64, "longitude -181 is beyond 180"),
    (["near", "-95,0"], 64, "latitude -95 is beyond 90 degrees (the latitude comes first)"),
    (["near", "-33.4"], 64, "invalid position \"-33.4\""),
    (["near", "here"], 64, "invalid position \"here\""),
    (["near", "1,2", "--within", "5 parsecs"], 64, "500m, 2km or 0.3mi"),
    (["search"], 64, "text"),
    (["search", ""], 64, "nothing to search for"),
    (["search", "!", "?"], 64, "nothing to search for"),
    (["open", "--for", "long"], 64, "45m, 2h or 1h30m"),
    (["list", "--json", "--format", "text"], 64, "--json and --format text cannot be used together"),
    (["open", "--until", "late"], 64, "--until: invalid time \"late\""),
    (["open", "--until", "2026-11-20T00:00:00Z"], 64, "not after"),
    (["open", "--until", "23:00", "--for", "1h"], 64, "cannot be used together"),
    (["show"], 64, "id"),
    (["show", "59"], 4, "neither the id nor the name"),
    (["show", "pen/dining/593"], 4, "did you mean penn/dining/593"),
    (["show", "penn/dining/5933"], 4, "did you mean penn/dining/593"),
    (["show", "stabucks"], 4, "did you mean \"starbucks\"?"),
    (["events", "--from", "later"], 64, "write 2026-11-21, tomorrow or friday"),
    (["events", "--from", "2026-12-02", "--to", "2026-12-01"], 64, "before"),
    (["alerts", "--severity", "majr"], 64, "did you mean \"major\""),
    (["quotes", "--random", "x"], 64, "seed"),
    (["favorites", "add"], 64, "id"),
    (["favorites", "add", "penn/dining/5933"], 4, "did you mean penn/dining/593"),
    (["favorites", "add", "penn/dining/593", "nothing/of/this"], 4, "no entry nothing/of/this"),
  ])
  func errorsWithSample(_ arguments: [String], _ status: Int32, _ word: String) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(arguments + ["--sample", "--store", "s.sqlite"], directory: folder.url)
    #expect(result.status == status, "\(result.error)")
    #expect(result.out.isEmpty)
    #expect(result.error.contains(word), "\(result.error)")
    #expect(folder.names.isEmpty, "no store is created")
  }

  @Test(arguments: [
    (["list", "--catalog", "/nonexistent.json"], 65, "/nonexistent.json"), (["list", "--catalog", "x.json"], 65, "x.json:1:1"),
    (["list", "--replay", "/nonexistent"], 4, "does not exist"), (["list"], 4, "run `aggregate` first"),
    (["list", "--store", "s.sqlite"], 4, "--sample"), (["favorites"], 4, "no store"), (["list", "--store", "x.json"], 5, "store.corrupt"),
    (["favorites", "add", "penn/dining/593"], 4, "no store"),
  ])
  func errorsWithOtherSources(_ arguments: [String], _ status: Int32, _ word: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("# no JSON, and long enough to be no header of a database either: this is text\n", to: "x.json")
    let result = try Program.run(arguments, directory: folder.url)
    #expect(result.status == status, "\(result.error)")
    #expect(result.out.isEmpty)
    #expect(result.error.contains(word), "\(result.error)")
    #expect(folder.names == ["x.json"], "nothing is created")
  }

  /// A filter word that no place has is not an error: the list is empty, and stderr suggests a word.
  @Test(arguments: [
    (["--building", "johnson"], "did you mean \"Johnson Center\""), (["--region", "farfax"], "did you mean \"fairfax\""),
    (["--tag", "late nite"], "did you mean \"late night\""),
  ])
  func unmatchedFilterWords(_ arguments: [String], _ word: String) throws {
    let result = try Program.run(["list", "--sample"] + arguments)
    #expect(result.status == 0)
    #expect(result.out.isEmpty)
    #expect(result.error.contains(word), "\(result.error)")
  }
}
