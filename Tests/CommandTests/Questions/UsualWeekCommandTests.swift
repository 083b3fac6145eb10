import Foundation
import OpeningHours
import TestKit
import Testing

/// What is usual, after a month of polls of a feed that shows the next seven days. From September 15 on, one hall closes at 20:00. There is a break.
@Suite struct UsualWeekCommandTests {
  private let folder: TemporaryFolder

  private static let registry = """
    {"campuses": [{"id": "town", "name": "Town College", "timeZone": "America/New_York", "country": "GB",
                   "calendar": [{"kind": "break", "name": "Fall break", "from": "2026-09-24", "to": "2026-09-27"}]}],
     "feeds": [{"id": "town/halls", "adapter": "mapping", "addresses": {"records": "https://halls.town.example.edu/"},
                "mapping": {"records": "", "id": "/id", "name": "/name", "category": "dining-hall",
                            "hours": {"dates": {"each": "/days", "date": "/date", "services": "/open", "opens": "/from", "closes": "/to"}}}}]}
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.registry, to: "registry.json")
    for day in stride(from: 0, to: 36, by: 3) {
      let halls = try ["north", "south"].map { hall in
        let days = try (day..<day + 7).map { number in
          let (date, closes) = (try Self.date(number), Self.closes(hall, number))
          let opening = closes.map { #"{"from": "07:00", "to": "\#($0)"}"# } ?? ""
          return #"{"date": "\#(date)", "open": [\#(opening)]}"#
        }
        return #"{"id": "\#(hall)", "name": "\#(hall) hall", "days": [\#(days.joined(separator: ", "))]}"#
      }
      try folder.write("[\(halls.joined(separator: ", "))]", to: "recording/town/halls/records.json")
      let poll = try run("collect", "--replay", "recording", "--at", "\(Self.date(day))T12:00:00-04:00", "-o", "out.json")
      #expect(poll.status == 0, "\(poll.error)")
    }
  }

  private static func date(_ day: Int) throws -> LocalDate { try #require(LocalDate("2026-08-25")?.adding(days: day)) }

  /// Returns when a hall closes on a day, counted from August 25; nil for not at all.
  private static func closes(_ hall: String, _ day: Int) -> String? {
    if (30...33).contains(day) { return nil }
    return hall == "north" && day >= 21 ? "20:00" : "22:00"
  }

  private func run(_ arguments: String...) throws -> Program.Result { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.run(arguments + ["--store", "store.sqlite", "--config", "registry.json", "--campus", "town"], directory: folder.url)
  }

  private func export(_ options: [String], store: String = "store.sqlite") throws -> Program.Result {
    try Program.run(["export", "out.json", "--store", store, "--format"] + options, directory: folder.url)
  }

  @Test func showTellsWhatIsUsual() throws {
    let text = try run("show", "town/halls/north", "--at", "2026-09-28")
    #expect(text.out.contains("Usually Mon 07:00–22:00; Tue, Wed 07:00–20:00; Thu–Sun 07:00–22:00 (seen for 2 weeks)"), "\(text.out)")
    // Thursday is not yet as usual; Wednesday is.
    let days = text.out.split(separator: "\n")
    #expect(days.contains { $0.hasPrefix("Thu 1 Oct 2026") && $0.hasSuffix("07:00–20:00 (usually 07:00–22:00)") }, "\(text.out)")
    #expect(days.contains { $0.hasPrefix("Wed 30 Sep") && $0.hasSuffix("07:00–20:00") }, "\(text.out)")
    let json = try run("show", "town/halls/north", "--at", "2026-09-28", "--json")
    let monday = #""mo":{"spans":[["07:00","22:00"]],"weeks":3,"since":"2026-08-31"}"#
    let tuesday = #""tu":{"spans":[["07:00","20:00"]],"weeks":2,"since":"2026-09-15"}"#
    #expect(json.out.contains(#""usual":{\#(monday),\#(tuesday),"#), "\(json.out)")
  }

  @Test(arguments: [["list"], ["open"], ["search", "hall"]])
  func listsHaveUsualWeeksOnRequest(_ command: [String]) throws {
    let at = ["--at", "2026-09-28 12:00"]
    let with = try run(command + ["--usual", "--format", "ndjson"] + at)
    #expect(with.out.split(separator: "\n").filter { $0.contains(#""usual":{"mo":{"#) }.count == 2, "\(with.error)")
    #expect(try !run(command + ["--format", "ndjson"] + at).out.contains(#""usual""#))
    let refused = try run(command + ["--usual"] + at)
    #expect(refused.status == 64 && refused.error.contains("--format json"), "\(refused.error)")
  }

  /// The last Tuesdays and Wednesdays of the hall in the north are only two, so its week is not certain.
  @Test func baseHoursForMaps() throws {
    func export(_ options: String...) throws -> Program.Result { try self.export(options + ["--at", "2026-09-28"]) }
    let lines = try export("osm-hours", "--usual")
    #expect(lines.out.hasSuffix("\ntown/halls/south\t07:00-22:00\n"), "\(lines.out)\(lines.error)")
    #expect(!lines.out.contains("town/halls/north") && lines.out.hasPrefix("# usual opening hours"))
    #expect(try export("osm-hours").out.contains("town/halls/north\tunknown; 2026"))
    let features = try export("geojson", "--usual")
    #expect(features.out.contains(#""opening_hours":"07:00-22:00","hours":"known""#), "\(features.out)\(features.error)")
    #expect(!features.out.contains("town/halls/north"))
    let refused = try export("csv", "--usual")
    #expect(refused.status == 64 && refused.error.contains("geojson, osm-hours"), "\(refused.error)")
  }

  @Test func baseHoursNeedAHistory() throws {
    let none = try export(["osm-hours", "--usual"], store: "none.sqlite")
    #expect(none.status == 4 && none.error.contains("there is no store at") && none.out.isEmpty, "\(none.error)")
    // Two weeks after the first poll, no weekday has had three dates.
    let short = try export(["osm-hours", "--usual", "--at", "2026-09-08T12:00:00-04:00"])
    #expect(short.status == 4 && short.error.contains("on each weekday of three weeks") && short.out.isEmpty, "\(short.error)")
  }

  /// On Thursday, the hall in the north closes at 20:00, and usually at 22:00.
  @Test func pagesMarkDaysThatDiffer() throws {
    let mark = "special hours (usually 07:00–22:00)"
    let at = ["--at", "2026-10-01T12:00:00-04:00"]
    for format in ["html", "markdown"] {
      let page = try export([format, "--usual"] + at)
      #expect(page.status == 0 && page.out.contains(mark), "\(page.out)\(page.error)")
      #expect(try !export([format] + at).out.contains("usually"))
    }
    let site = try run("publish", "site")
    #expect(site.status == 0, "\(site.error)")
    #expect(try folder.read("site/index.html").contains(mark) && folder.read("site/town/index.html").contains(mark))
    #expect(try !folder.read("site/catalog.json").contains("usual"))
  }

  /// An old result that is damaged is reported, and does not keep anyone from the rest.
  @Test func damagedResultsAreReported() throws {
    let damage = """
      import sqlite3
      base = sqlite3.connect("store.sqlite", isolation_level=None)
      base.execute("UPDATE snapshot SET accepted_at = accepted_at + 1 WHERE id = (SELECT min(id) FROM snapshot)")
      """
    let python = try Program.run(["python3", "-c", damage], directory: folder.url, executable: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(python.status == 0, "\(python.error)")
    for options in [["--json"], []] {
      let shown = try run(["show", "town/halls/north", "--at", "2026-09-28"] + options)
      #expect(shown.status == 5 && shown.error.contains("damaged"), "\(shown.error)")
      #expect(shown.out.contains("north hall") && !shown.out.lowercased().contains("usual"), "\(shown.out)")
    }
    let list = try run("list", "--usual", "--json", "--at", "2026-09-28")
    #expect(list.status == 5 && list.error.contains("damaged"), "\(list.error)")
  }

  /// The hours of a merged place are those of one of its records, and so is its usual week.
  @Test func mergedPlacesHaveTheUsualWeekOfTheirHours() throws {
    let map = """
      ,
        {"id": "town/map", "adapter": "mapping", "priority": 10, "addresses": {"records": "https://map.town.example.edu/"},
         "mapping": {"records": "", "id": "/id", "name": "/name", "category": "dining-hall", "location": {"building": "/in"}}}]}
      """
    let halls = Self.registry.replacing(#""hours": {"dates""#, with: #""location": {"building": "/id"}, "hours": {"dates""#)
    try folder.write(String(halls.dropLast(2)) + map, to: "registry.json")
    try folder.write(#"[{"id": "m1", "name": "North hall", "in": "north"}]"#, to: "map/town/map/records.json")
    try folder.write(
      #"[{"id": "north", "name": "north hall", "days": [{"date": "2026-09-30", "open": [{"from": "07:00", "to": "20:00"}]}]}]"#,
      to: "map/town/halls/records.json")
    let poll = try run("collect", "--replay", "map", "--at", "2026-09-29T12:00:00-04:00", "-o", "out.json")
    #expect(poll.status == 0, "\(poll.error)")
    let shown = try run("show", "town/map/m1", "--at", "2026-09-29")
    #expect(shown.out.contains("town/halls/north") && shown.out.contains("Usually Mon"), "\(shown.out)\(shown.error)")
  }

  /// New dates are compared with the usual week by all commands: the first time, and when the change lasts. The break is not a change.
  @Test func changesOfTheWeek() throws {
    func run(_ words: String...) throws -> [String] {
      let result = try Program.run(words + ["--store", "store.sqlite"], directory: folder.url)
      #expect(result.status <= 1, "\(result.error)")
      return result.out.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " }.description }
    }
    let steps = try run("history", "town/halls/north")
    #expect(
      steps.dropFirst(2).dropLast() == [
        "Wed 9 Sep 2026 12:00   Tue 15 Sep: closes at 20:00, usually 22:00",
        "Sat 12 Sep 2026 12:00  Wed 16 Sep to Fri 18 Sep: closes at 20:00, usually 22:00",
        "Tue 15 Sep 2026 12:00  Sat 19 Sep to Mon 21 Sep: closes at 20:00, usually 22:00",
        "Fri 18 Sep 2026 12:00  closes at 20:00 instead of 22:00 on Tuesdays and Wednesdays since 15 September",
        "Thu 24 Sep 2026 12:00  closes at 20:00 instead of 22:00 on Mondays since 21 September",
        "Sun 27 Sep 2026 12:00  closes at 20:00 instead of 22:00 from Thursday to Saturday since 17 September",
      ])
    #expect(try run("history", "town/halls/south").count == 3)
    // The windows have no day in common.
    let changes = try run("diff", "2026-09-09T18:00:00Z", "latest")
    #expect(
      changes.dropFirst() == [
        "Town College (town)", "town/halls: the hours of 2 places have no day in common and are compared with the usual week",
        "north hall  town/halls/north", "closes at 20:00 instead of 22:00 from Monday to Saturday since 15 September",
      ])
    let same = try Program.run(
      ["diff", "2026-08-28T18:00:00Z", "2026-09-06T18:00:00Z", "--store", "store.sqlite"], directory: folder.url)
    #expect(same.status == 0 && same.out.contains("compared with the usual week"), "\(same.out)\(same.error)")
    let atom = try run("diff", "2026-09-09T18:00:00Z", "latest", "--format", "atom").filter { $0.hasPrefix("<title>") }
    #expect(atom.count == 1 + 5 && atom.contains("<title>north hall closes at 20:00 from Sat 19 Sep to Mon 21 Sep, usually 22:00.</title>"))
  }

  /// Without a store, nothing is known.
  @Test func catalogFilesHaveNoUsualWeek() throws {
    let shown = try Program.run(["show", "town/halls/north", "--catalog", "out.json", "--json"], directory: folder.url)
    #expect(shown.status == 0 && !shown.out.contains(#""usual""#), "\(shown.error)")
  }
}
