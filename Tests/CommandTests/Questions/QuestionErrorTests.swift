import Foundation
import TestKit
import TestTraits
import Testing

/// Invalid questions give clear messages, and nothing goes to stdout.
@Suite(.waitsForPrograms) struct QuestionErrorTests {
  private static let sampleErrors: [([String], Int32, String)] = [
    (["list", "--category", "resturant"], 64, "did you mean \"restaurant\"? Use one of dining-hall, cafe, restaurant, fast-food, bar, "),
    (["list", "--building", "!?"], 64, "has no letter or digit"),
    (["list", "--open", "--closed"], 64, "cannot be used together"),
    (["list", "--sort", "size"], 64, "--sort: invalid value \"size\"; use one of name, location, distance or closing"),
    (["list", "--sort", "distance"], 64, "--near"),
    (["list", "--within", "5m"], 64, "--near"),
    (["list", "--limit", "-1"], 64, "--limit: \"-1\" must be 1 or more"),
    (["list", "--limit=-1"], 64, "--limit: \"-1\" must be 1 or more"),
    (["list", "--limit", "0"], 64, "--limit: \"0\" must be 1 or more"),
    (["list", "--limit", "abc"], 64, "--limit: invalid number \"abc\"; write a number such as 20"),
    (["list", "--quiet", "--kind", "place"], 64, "unknown option '--kind'\n"),
    (["near", "1,2", "--within", "-5"], 64, "invalid distance \"-5\"; write 500m"),
    (["near", "1,2", "--within", "0"], 64, "invalid distance \"0\"; write 500m"),
    (["open", "--for", "-5"], 64, "--for: invalid duration \"-5\"; write 90 (minutes)"),
    (["list", "--campus", "pen"], 64, "did you mean \"penn\""),
    (["list", "--feed", "penn/dinning"], 64, "did you mean \"penn/dining\""),
    (["list", "--at", "25:00"], 64, "write 18:00, 6pm"),
    (["list", "--format", "xml"], 64, "--format: invalid value \"xml\"; use one of text, json, ndjson or tsv"),
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
    (["show", "penn/dining/5933"], 4, "no entry penn/dining/5933 among the 11 entries of penn/dining; did you mean penn/dining/593"),
    (["show", "stabucks"], 4, "did you mean \"starbucks\"?"),
    (["events", "--from", "later"], 64, "write 2026-11-21, tomorrow or friday"),
    (["events", "--from", "2026-12-02", "--to", "2026-12-01"], 64, "before"),
    (["alerts", "--severity", "majr"], 64, "did you mean \"major\""),
    (["quotes", "--random", "x"], 64, "--random: invalid number \"x\"; write a number such as 42"),
    (["favorites", "add"], 64, "id"),
    (
      ["favorites", "add", "starbucks"], 64,
      "2 entries match \"starbucks\"; name one of them by its id:\n  gmu/whats-open/starbucks-northern-neck"
    ),
    (["favorites", "add", "penn/dining/5933"], 4, "did you mean penn/dining/593"),
    (["favorites", "add", "penn/dining/593", "nothing/of/this"], 4, "no entry nothing/of/this"),
  ]

  /// Texts that are far too long are refused at once.
  @Test(arguments: [
    ["search"] + Array(repeating: "coffee", count: 5_000), ["search", String(repeating: "coffee ", count: 5_000)],
    ["show", String(repeating: "\u{301}\u{323}", count: 8_000)],
    ["explain", String(repeating: "e\u{301}", count: 8_000)], ["favorites", "add", String(repeating: "a ", count: 8_000)],
    ["favorites", "remove", String(repeating: "a ", count: 8_000)],
  ])
  func longTextIsRefused(_ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let store = arguments[0] == "explain" ? [] : ["--store", "s.sqlite"]
    let result = try Program.run(arguments + ["--sample"] + store, directory: folder.url)
    #expect(result.status == 64 && result.out.isEmpty && result.error.contains("at most "), "\(result.error.prefix(200))")
    #expect(result.error.utf8.count < 500)
  }

  @Test(arguments: sampleErrors)
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

  /// The message names the kind of a different file, and "stdin".
  @Test(arguments: [
    (#"{"a":1}"#, "is not a catalog; make one with aggregate -o FILE\n"), (#"{"feeds":[]}"#, "is not a catalog; make one with"),
    (#"{"schema":"campus-diff/1"}"#, "is not a catalog, but a campus-diff/1; make one with"), ("[1]", "is not a catalog; make one with"),
    (#"{"schema":"campus-catalog/9"}"#, ":1:2: unsupported schema"), (#"{"a":"#, ":1:6: "),
    (#"{"id":"penn/dining/1","kind":"place"}"#, ":1:"),
  ])
  func filesThatAreNoCatalogs(_ text: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "x.json")
    let result = try Program.run(["list", "--catalog", "x.json"], directory: folder.url)
    #expect(result.status == 65 && result.error.hasPrefix("aggregate: x.json") && result.error.contains(message), "\(result.error)")
    let stdin = try Program.run(["list", "--catalog", "-"])
    #expect(stdin.status == 65 && stdin.error.hasPrefix("aggregate: stdin:"), "\(stdin.error)")
  }

  @Test func missingFavoritesAreReportedOnce() throws {
    let result = try Program.run(["list", "--favorites", "--sample", "--store", "s.sqlite"])
    #expect(
      result.error.hasSuffix("not today's data\naggregate: no favorites yet; add one with `aggregate favorites add ID`\n"),
      "\(result.error)")
  }

  /// A filter that matches no place is not an error: the list is empty, and stderr suggests another word.
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
