import CatalogExport
import Foundation
import TestKit
import TestTraits
import Testing

/// `aggregate export`, and `--format` of `aggregate collect`.
@Suite(.waitsForPrograms) struct ExportCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let result = try Program.run(["--sample", "-q", "-o", "catalog.json"], directory: folder.url)
    #expect(result.status == 0, "\(result.error)")
  }

  private func run(_ arguments: String...) throws -> Program.Result { try Program.run(arguments, directory: folder.url) }

  @Test func listHasEachFormat() throws {
    let result = try run("export", "--list")
    #expect(result.status == 0 && result.error.isEmpty)
    let names = result.out.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names == ExportFormat.allCases.map(\.rawValue) + ["parquet"])
  }

  /// `collect` writes the same bytes as `export` of its catalog, to a file or to stdout.
  @Test(arguments: ExportFormat.allCases.filter { $0 != .atom })
  func collectWritesSameBytes(_ format: ExportFormat) throws {
    #expect(try run("--sample", "-q", "--format", format.rawValue, "-o", "collected").status == 0)
    #expect(try run("export", "catalog.json", "--format", format.rawValue, "-o", "exported").status == 0)
    #expect(try bytes("collected") == bytes("exported"))
    #expect(try !bytes("collected").isEmpty)
    #expect(try run("export", "catalog.json", "--format", format.rawValue, "-o", "again").status == 0)
    #expect(try bytes("again") == bytes("exported"))
  }

  /// The sample, a recording, a run in the store and stdin are exported as `collect` writes them.
  @Test func otherInputs() throws {
    let history = try History()
    try history.record("one", ["town/a": ["Ash"], "village/c": ["Chêne"]])
    try history.record("two", ["town/a": ["Ash", "Birch"], "village/c": ["Chêne"]])
    let none = try history.run("export", "--format", "ndjson")
    #expect(none.status == 4 && none.out.isEmpty && none.error.contains("there is no catalog to export and no store yet"), "\(none.error)")
    let written = [try history.replay("one", at: "2026-01-01T12:00:00Z"), try history.replay("two", at: "2026-01-08T12:00:00Z")]
    for (words, text) in [
      ([], written[1]), (["latest"], written[1]), (["latest~1"], written[0]), (["2026-01-02T00:00:00Z"], written[0]),
      (["--replay", "one", "--at", "2026-01-01T12:00:00Z"], written[0]),
    ] {
      let result = try history.run(["export"] + words + ["--format", "json"])
      #expect(result.status == 0 && result.out == text, "\(words): \(result.error)")
    }
    #expect(try history.run("export", "--format", "ndjson", registry: nil).error.contains("exports the run of 2026-01-08 12:00"))
    let part = try history.run("export", "--format", "ndjson", "--campus", "village")
    #expect(part.status == 0 && part.out.contains("village/c/p0") && !part.out.contains("town/a"), "\(part.error)")
    let early = try history.run("export", "2025-01-01", "--format", "json")
    #expect(early.status == 4 && early.error.contains("its first run is from"), "\(early.error)")
    #expect(try history.run("export", "missing.json", "--format", "json").status == 65)
    #expect(try history.run("export", "--replay", "missing", "--format", "json").status == 4)
    #expect(try run("export", "--sample", "-q", "--format", "csv").out == run("--sample", "-q", "--format", "csv").out)
    try folder.write(written[0], to: "one.json")
    for script in ["cat one.json | \"$aggregate\" export --format json", "\"$aggregate\" export --format json < one.json"] {
      #expect(try Shell.run(script, directory: folder.url).out == written[0], "\(script)")
    }
    // An empty pipe is no catalog.
    let empty = try Shell.run(": | \"$aggregate\" export --format json --store store.sqlite", directory: history.folder.url)
    #expect(empty.out == written[1], "\(empty.error)")
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appendingPathComponent(name)) }

  @Test(arguments: [
    (["export"], "choose a format with --format"), (["export", "catalog.json", "--sample", "--format", "csv"], "choose one of"),
    (["export", "--sample", "--replay", "x", "--format", "csv"], "choose one of"),
    (["export", "catalog.json"], "choose a format with --format"),
    (["export", "catalog.json", "--format", "parquet"], "run Scripts/parquet"),
    (["--sample", "--format", "parquet"], "run Scripts/parquet"),
    (["export", "catalog.json", "--format", "ics", "--excel"], "--excel is for --format csv"),
    (["export", "catalog.json", "--format", "xml"], "unknown format \"xml\"; use one of json, ndjson, geojson"),
    (["export", "catalog.json", "--format", "ics", "--lang", "de"], "--lang is for --format html and markdown"),
    (["--sample", "--lang", "de"], "--lang is for --format html and markdown"),
    (["export", "catalog.json", "--format", "html", "--lang", "nl"], "use one of en, de, es, fr, it"),
    (["export", "catalog.json", "--format", "atom"], "name it with --since OLD"),
    (["export", "catalog.json", "--format", "csv", "--since", "catalog.json"], "--since is for --format atom"),
    (["export", "catalog.json", "--format", "ics", "--table", "hours"], "--table is for --format csv"),
    (["export", "catalog.json", "--format", "geojson", "--kind", "quote"], "geojson has only events, places"),
    (["export", "catalog.json", "--format", "csv", "--kind", "event"], "choose the table with --table"),
    (["export", "catalog.json", "--format", "json", "--kind", "event", "--category", "cafe"], "only places have a category"),
    (["export", "catalog.json", "--format", "json", "--campus", "pen"], "penn"),
    (["export", "catalog.json", "--format", "html", "--at", "noonish"], "invalid time \"noonish\""),
    (["--sample", "--format", "csv", "--kind", "quote"], "csv has only places"),
  ])
  func wrongOptions(_ arguments: [String], _ message: String) throws {
    let result = try Program.run(arguments, directory: folder.url)
    #expect(result.status == 64 && result.out.isEmpty && result.error.contains(message), "\(result.error)")
  }

  /// The language of a page is that of the option, otherwise of the setting; data has none.
  @Test func languages() throws {
    func page(_ format: String, _ arguments: [String], _ variables: [String: String] = [:]) throws -> String {
      let command = ["export", "catalog.json", "--format", format] + arguments
      let result = try Program.run(command, environment: variables, directory: folder.url)
      #expect(result.status == 0, "\(result.error)")
      return result.out
    }
    let german = try page("html", ["--lang", "de"])
    #expect(german.contains("<html lang=\"de\">") && german.contains("Geöffnet bis ") && !german.contains("Open until"))
    let setting = ["AGGREGATE_LANG": "de"]
    #expect(try page("html", [], setting) == german && page("html", [], setting) != page("html", []))
    #expect(try page("html", ["--lang", "en"], setting) == page("html", []))
    #expect(try page("markdown", [], setting).contains("| Ort | Jetzt | Heute | Wo | Bemerkungen |"))
    #expect(try run("--sample", "-q", "--format", "html", "--lang", "de").out == german)
    for format in ["csv", "geojson", "ics", "jsonld"] { #expect(try page(format, [], setting) == page(format, [])) }
    let changes = ["--since", "catalog.json"]
    #expect(try page("atom", changes, setting) == page("atom", changes))
  }

  /// An invalid catalog is reported with the position of the error, and no output is left behind.
  @Test(arguments: [
    ("[]", "bad.json:1:1: expected a catalog"), ("{\"schema\":\"campus-list/1\"}", "unsupported schema"), ("", "bad.json"),
    ("{\"schema\":\"campus-catalog/1\",", "bad.json"),
  ])
  func wrongFiles(_ text: String, _ message: String) throws {
    try folder.write(text, to: "bad.json")
    let result = try run("export", "bad.json", "--format", "csv", "-o", "out.csv")
    #expect(result.status == 65 && result.error.contains(message), "\(result.error)")
    #expect(folder.names == ["bad.json", "catalog.json"])
  }

  /// An error after thousands of good lines leaves an existing file as it was, and nothing on stdout.
  @Test func fileIsWholeOrUntouched() throws {
    var lines = try folder.read("catalog.json").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let index = try #require(lines.lastIndex { $0.hasPrefix("{\"id\":\"penn/dining/") })
    lines[index] = lines[index].replacing("\"kind\":\"place\"", with: "\"kind\":\"plaice\"")
    try folder.write(lines.joined(separator: "\n"), to: "bad.json")
    try folder.write("mine", to: "out.json")
    let result = try run("export", "bad.json", "--format", "geojson", "-o", "out.json")
    #expect(result.status == 65 && result.error.contains("bad.json:\(index + 1):"), "\(result.error)")
    #expect(try folder.read("out.json") == "mine")
    #expect(try run("export", "bad.json", "--format", "ndjson").out.isEmpty)
  }

  /// NDJSON has no campuses and feeds, but the same entries, in any order.
  @Test func newlineDelimitedJSONIsRead() throws {
    let lines = try run("export", "catalog.json", "--format", "ndjson").out.split(separator: "\n")
    try folder.write(lines.reversed().joined(separator: "\n"), to: "entries.ndjson")
    #expect(try run("export", "entries.ndjson", "--format", "ndjson").out.split(separator: "\n") == lines)
    let first = try run("export", "entries.ndjson", "--format", "osm-hours").out.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(try first == run("export", "catalog.json", "--format", "osm-hours").out.split(separator: "\n").filter { !$0.hasPrefix("#") })
  }

  /// The export of NDJSON has the time that is given, and the ids of its sources.
  @Test func newlineDelimitedJSONHasNoTime() throws {
    #expect(try run("export", "catalog.json", "--format", "ndjson", "-o", "entries.ndjson").status == 0)
    let dated = try run("export", "entries.ndjson", "--format", "geojson", "--at", "2026-11-21T17:00:00Z")
    #expect(
      dated.out.contains(#""generatedAt":"2026-11-21T17:00:00Z""#) && dated.out.contains(#"{"feed":"penn/dining","timeZone""#),
      "\(dated.out)")
    #expect(dated.error.contains("only the ids of its sources") && !dated.error.contains("current time"))
    let now = try run("export", "entries.ndjson", "--format", "geojson")
    #expect(
      now.error.contains("the export has the current time (--at sets another)") && !now.out.contains(#""generatedAt":"2026-11-21T17"#))
  }

  /// A selection without entries is not an empty file.
  @Test(arguments: ["csv", "ics", "geojson", "osm-hours", "json", "ndjson", "jsonld", "html", "sqlite"])
  func emptySelectionIsError(_ format: String) throws {
    for (source, file) in [
      (["export", "catalog.json"], "out"), (["collect", "--sample", "-q"], "out"), (["export", "catalog.json"], "-"),
    ] {
      let result = try Program.run(
        source + ["--format", format, "--category", "gym", "--campus", "penn", "-o", file], directory: folder.url)
      #expect(result.status == 4 && result.out.isEmpty && result.error.contains("no entries that match"), "\(source): \(result.error)")
    }
    #expect(folder.names == ["catalog.json"])
  }

  @Test func tablesForExcelHaveMark() throws {
    let plain = try run("export", "catalog.json", "--format", "csv").out
    #expect(try run("export", "catalog.json", "--format", "csv", "--excel").out == "\u{FEFF}" + plain)
  }

  @Test func stdinIsRead() throws {
    let command = "\(Program.url.path) export - --format osm-hours <catalog.json"
    let piped = try Program.run(["-c", command], directory: folder.url, executable: URL(fileURLWithPath: "/bin/sh"))
    #expect(try piped.status == 0 && piped.out == run("export", "catalog.json", "--format", "osm-hours").out)
  }

  /// `--at` leaves out events and alerts that are over; without it, nothing is left out.
  @Test(
    arguments: [("events", nil, 6), ("events", "2026-12-01", 5), ("events", "2027-03-01", 0), ("alerts", "2026-11-24", 1)]
      as [(String, String?, Int)])
  func pastIsLeftOut(_ table: String, _ time: String?, _ count: Int) throws {
    let result = try Program.run(
      ["export", "catalog.json", "--format", "csv", "--table", table] + (time.map { ["--at", $0] } ?? []), directory: folder.url)
    #expect(result.out.split(separator: "\r\n").count { $0.contains("/") } == count, "\(result.out)")
  }

  /// Changes since a file, and since a run in the store; the filter applies to both catalogs.
  @Test func changesSinceOlderCatalog() throws {
    let older = try folder.read("catalog.json").replacing("\"name\":\"Southside\"", with: "\"name\":\"Northside\"")
    try folder.write(older, to: "older.json")
    let result = try run("export", "catalog.json", "--format", "atom", "--since", "older.json")
    #expect(result.status == 0 && result.out.contains("<title>Southside was called “Northside” before.</title>"), "\(result.error)")
    #expect(result.out.contains("gmu/whats-open, https://"))
    #expect(try !run("export", "catalog.json", "--format", "atom", "--since", "older.json", "--kind", "alert").out.contains("<entry>"))
    #expect(
      try !run("export", "catalog.json", "--format", "atom", "--since", "older.json", "--category", "library").out.contains("<entry>"))
    let none = try run("export", "catalog.json", "--format", "atom", "--since", "latest")
    #expect(none.status == 4 && none.error.contains("there is no store"), "\(none.error)")
  }

  /// A file that someone has edited is read like any other.
  @Test func editedCatalogIsExported() throws {
    let edited = try folder.read("catalog.json").replacing(
      #"{"id":"gmu/whats-open/ikes","kind""#, with: "{\"id\": \"gmu/whats-open/ikes\",\n \"kind\"")
    try folder.write(edited, to: "edited.json")
    #expect(try run("export", "edited.json", "--format", "json").out == folder.read("catalog.json"))
    #expect(try run("export", "edited.json", "--format", "csv").out == run("export", "catalog.json", "--format", "csv").out)
    let changes = try run("export", "catalog.json", "--format", "atom", "--since", "edited.json")
    #expect(changes.status == 0 && !changes.out.contains("<entry>"), "\(changes.error)")
    #expect(try run("diff", "edited.json", "catalog.json").status == 0)
  }

  /// Every command says what is wrong with a malformed catalog, and where.
  @Test(arguments: [
    ("{", "2:1: the text ends inside an object"), ("cut", "the string is not terminated"), ("[]", "1:1: expected a catalog"),
    ("castle", #"33:39: expected "place", "event", "alert", "quote" or "menu""#), ("ndjson", "is not a catalog, but NDJSON"),
    ("campuses", "the campus everywhere appears twice"), ("feeds", "the feed everywhere/guides appears twice"),
  ])
  func malformedCatalogIsLocated(_ kind: String, _ message: String) throws {
    let catalog = try folder.read("catalog.json")
    let text =
      switch kind {
      case "cut": String(catalog.prefix(20_000))
      case "castle": catalog.replacing(#""kind":"place""#, with: #""kind":"castle""#)
      case "ndjson": try run("export", "catalog.json", "--format", "ndjson").out
      case "campuses", "feeds":
        catalog.replacing(try Regex(#""\#(kind)":\[\n(.+)\n"#, as: (Substring, Substring).self)) { $0.0 + $0.1 + "\n" }
      default: kind + "\n"
      }
    try folder.write(text, to: "bad.json")
    var commands = [
      ["export", "catalog.json", "--format", "atom", "--since", "bad.json"], ["diff", "bad.json", "catalog.json"],
      ["diff", "catalog.json", "bad.json", "--format", "json-patch"], ["--sample", "-q", "--format", "atom", "--since", "bad.json"],
    ]
    if kind != "ndjson" {
      commands += ["json", "csv", "ndjson", "ics", "sqlite"].map { ["export", "bad.json", "--format", $0, "-o", "out"] }
      commands += [["export", "bad.json", "--format", "atom", "--since", "catalog.json"]]
      if kind != "[]" { commands.append(["list", "--catalog", "bad.json"]) }
    }
    for words in commands {
      let result = try Program.run(words, directory: folder.url)
      #expect(
        result.status == 65 && result.out.isEmpty && result.error.contains("bad.json\(kind == "ndjson" ? " " : ":")"),
        "\(words): \(result.error)")
      #expect(result.error.contains(message), "\(words): \(result.error)")
    }
    #expect(!folder.names.contains("out"))
  }
}
