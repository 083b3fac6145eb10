import Foundation
import TestKit
import TestTraits
import Testing

/// `adapters try`, `test` and `new`, for people who write adapters.
@Suite(.waitsForPrograms) struct AdapterCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.mapping, to: "mapping.json")
    try folder.write(Self.reply, to: "places.json")
  }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  private static let mapping = """
    {"records": "/places", "id": "/id", "name": "/name", "category": {"words": {"cafe": ["coffee"], "library": ["library"]}, "of": "/name"},
     "hours": {"week": {"monday": "/monday", "tuesday": "/monday", "wednesday": "/monday", "thursday": "/monday", "friday": "/monday"}}}
    """

  private static let reply = """
    {"places": [{"id": 21, "name": "Quad Coffee", "about": "Quad Coffee is beside the fountain.", "monday": "07:30-16:00"},
                {"id": 22, "name": "Hill Library", "about": "Four floors of books.", "monday": "08:00-22:00"},
                {"id": 23, "about": "A place without a name.", "monday": "09:00-17:00"},
                {"id": 24, "name": "Dockside Coffee", "about": "By the water.", "monday": "06:30-14:30"}]}
    """

  // MARK: - try

  @Test func tryShowsEntriesAndWhatWasSetAside() throws {
    let tried = try run("adapters", "try", "mapping.json", "--from", "places.json", "--zone", "America/New_York")
    #expect(tried.status == 0)
    for text in ["Quad Coffee", "Hill Library", "Dockside Coffee", "/places/2"] { #expect(tried.out.contains(text), "\(tried.out)") }
    #expect(tried.error.contains("3 entries; 1 record set aside; 1 note"), "\(tried.error)")
    let json = try run("adapters", "try", "mapping.json", "--from", "places.json", "--format", "json")
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any])
    #expect(document["rejected"] as? Int == 1)
    #expect((document["entries"] as? [[String: Any]])?.compactMap { $0["name"] as? String }.count == 3)
  }

  /// A menu has no name, so it is listed with its dishes, and with the numbers that show which rule reads nothing.
  @Test(arguments: [("/marks", "2 (diets 1, allergens 1, prices 0)"), ("/signs", "2 (diets 0, allergens 0, prices 0)")])
  func tryCountsDishes(_ labels: String, _ counts: String) throws {
    try folder.write(
      """
      {"entries": "menu", "records": "", "menus": {"place": "/hall", "date": "/day", "codes": {"V": "vegan", "F": "soy"},
        "dishes": {"each": "/dishes", "name": "/name", "labels": "\(labels)"}}}
      """, to: "menus.json")
    let reply = #"[{"hall":"a","day":"2026-11-23","dishes":[{"name":"Tofu","marks":["V","F"]},{"name":"Rice"}]}]"#
    try folder.write(reply, to: "menu.json")
    let tried = try run("adapters", "try", "menus.json", "--from", "menu.json", "--zone", "America/New_York")
    #expect(tried.out.contains("Tofu, Rice") && tried.out.contains(counts), "\(tried.out)\(tried.error)")
  }

  /// The place of menus may be a part of the address.
  @Test(arguments: ["try", "test"]) func addressOfAReply(_ command: String) throws {
    try folder.write(#"[{"id": 1, "name": "Eintopf", "category": "Suppe", "prices": {"Studierende": 2.5}}]"#, to: "meals.json")
    let words = ["adapters", command, "studentenwerk-dresden", "--from", "meals.json", "--zone", "Europe/Berlin"]
    let without = try Program.run(words, directory: folder.url)
    if command == "try" {
      #expect(without.out.contains("the menu has no place: its key is not in the address https://example.edu/meals"), "\(without.out)")
    } else {
      #expect(without.status == 1, "\(without.error)")
    }
    #expect(without.error.contains("a part of the address of the reply: state it with --url"), "\(without.error)")
    let url = "https://mensa.example.edu/canteens/4/days/2026-11-23/meals"
    let with = try Program.run(words + ["--url", url], directory: folder.url)
    #expect(with.status == 0 && with.error.contains("1 entry") && !with.error.contains("--url"), "\(with.error)")
    let wrong = try Program.run(words + ["--url", "mensa"], directory: folder.url)
    #expect(wrong.status == 64 && wrong.error.contains("--url: \"mensa\" is not an address"), "\(wrong.error)")
  }

  @Test func newReadsXML() throws {
    try folder.write(
      """
      <plan><day date="2026-11-23"><dish><name>Soup</name><price role="student">2.50</price></dish></day>
      <day date="2026-11-24"><dish><name>Pie</name><price role="student">3.10</price></dish><dish><name>Stew</name></dish></day></plan>
      """, to: "plan.xml")
    let new = try run("adapters", "new", "mill", "--from", "plan.xml", "--zone", "Europe/Berlin", "-y")
    #expect(new.status == 0 && new.out.contains("Pie, Stew") && new.out.contains("2 entries"), "\(new.out)\(new.error)")
    let tested = try run("adapters", "test", "mill/mapping.json", "--case", "mill/case")
    #expect(tested.status == 0 && tested.error.contains("1 case as expected"), "\(tested.out)\(tested.error)")
    let template = try run("adapters", "new", "hill", "--from", "plan.xml", "--kind", "exec", "-y")
    #expect(template.status == 65 && template.error.contains("use --kind mapping"), "\(template.error)")
  }

  @Test func tryShowsTheRawValuesOfARecord() throws {
    let shown = try run("adapters", "try", "mapping.json", "--from", "places.json", "--record", "21")
    #expect(shown.status == 0)
    #expect(shown.out.contains("\"Quad Coffee\"  ← /name \"Quad Coffee\"\n"), "\(shown.out)")
    let unused = try #require(shown.out.components(separatedBy: "Raw values without a counterpart\n").last)
    #expect(unused == "  /about  \"Quad Coffee is beside the fountain.\"\n")
    let unknown = try run("adapters", "try", "mapping.json", "--from", "places.json", "--record", "211")
    #expect(unknown.status == 64 && unknown.error.contains("there is no record \"211\"; did you mean"), "\(unknown.error)")
  }

  @Test func tryShowsTheRawValuesOfCSV() throws {
    try folder.write(#"{"records": "", "format": "csv", "id": "/id", "name": "/name"}"#, to: "csv.json")
    try folder.write("id,name,sat\n1,Reed,9 AM sharp\n2,Mill,-\n", to: "places.csv")
    let shown = try run("adapters", "try", "csv.json", "--from", "places.csv", "--record", "1")
    #expect(shown.out.contains("\"Reed\"  ← /name \"Reed\"\n"), "\(shown.out)")
    #expect(shown.out.hasSuffix("Raw values without a counterpart\n  /sat  \"9 AM sharp\"\n"), "\(shown.out)")
  }

  /// A run would refuse the feed, so the workbench does too, with the reason.
  @Test func tooManyBadRecordsAreARefusal() throws {
    let records = (1...5).map { #"{"id": \#($0)\#($0 > 2 ? "" : #", "name": "Place \#($0)""#)}"# }
    try folder.write(#"{"places": [\#(records.joined(separator: ", "))]}"#, to: "bad.json")
    for command in ["try", "test"] {
      let result = try run("adapters", command, "mapping.json", "--from", "bad.json")
      #expect(result.status == 65, "\(result.out)")
      for text in ["the feed is refused (schema.drift): 3 of 5 records had to be set aside", "schema.missing (records /places/2)"] {
        #expect(result.error.contains(text), "\(result.error)")
      }
    }
  }

  @Test func tryRefusesWhatItCannotRead() throws {
    let missing = try run("adapters", "try", "mapping.json")
    #expect(missing.status == 64 && missing.error.contains("name a recorded reply with --from"), "\(missing.error)")
    let absent = try run("adapters", "try", "mapping.json", "--from", "other.json")
    #expect(absent.status == 64 && absent.error.contains("other.json"), "\(absent.error)")
    let unknown = try run("adapters", "try", "eaterie", "--from", "places.json")
    #expect(unknown.status == 64 && unknown.error.contains("unknown adapter eaterie; did you mean eateries?"), "\(unknown.error)")
    for (adapter, message) in [
      ("./my map.json", "there is no file ./my map.json, and no program ./my\n"),
      ("./my program ./folder", "there is no file ./my program ./folder, and no program ./my\n"),
    ] {
      let missing = try run("adapters", "try", adapter, "--from", "places.json")
      #expect(missing.status == 64 && missing.error.hasSuffix(message), "\(missing.error)")
    }
    try folder.write(Self.mapping, to: "my map.json")
    let spaced = try run("adapters", "try", "./my map.json", "--from", "places.json")
    #expect(spaced.status == 0, "\(spaced.error)")
    try folder.write(#"{"places": "soon"}"#, to: "soon.json")
    let refused = try run("adapters", "try", "mapping.json", "--from", "soon.json")
    #expect(refused.status == 65 && refused.error.contains("the feed is refused"), "\(refused.error)")
    try folder.write(Self.mapping.replacing("\"name\": \"/name\"", with: "\"name\": \"name\""), to: "broken.json")
    let inner = try run("adapters", "try", folder.url.path, "--from", "places.json")
    #expect(inner.status == 64 && inner.error.contains("is a folder; name the adapter in it"), "\(inner.error)")
    let broken = try run("adapters", "try", "broken.json", "--from", "places.json")
    #expect(broken.status == 65 && broken.error.contains("broken.json:1:"), "\(broken.error)")
  }

  // MARK: - test

  @Test func testChecksTheContract() throws {
    let kept = try run("adapters", "test", "mapping.json", "--from", "places.json", "--zone", "America/New_York")
    #expect(kept.status == 0, "\(kept.out) \(kept.error)")
    #expect(kept.error.contains("the contract is kept, and nothing looks doubtful\n"), "\(kept.out) \(kept.error)")
    try folder.write(Self.mapping.replacing("\"id\": \"/id\"", with: "\"id\": \"/name\""), to: "names.json")
    let doubtful = try run("adapters", "test", "names.json", "--from", "places.json")
    #expect(doubtful.status == 0 && doubtful.out.contains("doubtful changing-ids: "), "\(doubtful.out)")
    #expect(doubtful.error.contains("the contract is kept\n"), "\(doubtful.error)")
    let nothing = try run("adapters", "test", "mapping.json")
    #expect(nothing.status == 64 && nothing.error.contains("name a recorded reply with --from, or a case with --case"), "\(nothing.error)")
  }

  /// Writes a case with the mapping and a reply.
  private func writeCase(_ reply: String = Self.reply) throws {
    try folder.write(#"{"about": "places of a small town", "at": "2026-11-23T12:00:00-05:00"}"#, to: "case/case.json")
    try folder.write(
      """
      {"campuses": [{"id": "town", "name": "Town College", "timeZone": "America/New_York"}],
       "feeds": [{"id": "town/places", "adapter": "mapping", "mapping": "../mapping.json",
                  "addresses": {"records": "https://places.town.example.edu/places.json"}}]}
      """, to: "case/registry.json")
    try folder.write(reply, to: "case/town/places/records.json")
  }

  /// Without --from, the contract is checked with the replies of the case.
  @Test func testComparesCases() throws {
    try writeCase()
    let first = try run("adapters", "test", "mapping.json", "--case", "case")
    #expect(first.status == 1 && first.out.contains("FAILED case case: there was no expected.ndjson"), "\(first.out) \(first.error)")
    let expected = try folder.read("case/expected.ndjson")
    #expect(expected.contains("Hill Library"))

    let second = try run("adapters", "test", "mapping.json", "--case", "case")
    #expect(second.status == 0 && second.out.isEmpty, "\(second.out)")
    #expect(second.error.hasSuffix("the contract is kept, and nothing looks doubtful; 1 case as expected\n"), "\(second.error)")
    let tried = try run("adapters", "try", "mapping.json", "--case", "case")
    #expect(tried.status == 0 && tried.out.contains("Mo-Fr 08:00-22:00"), "\(tried.out)")
    let other = try run("adapters", "try", "penn", "--case", "case")
    #expect(other.status == 65 && other.error.contains("case has no replies for a feed of the adapter penn"), "\(other.error)")

    try folder.write(expected.replacing("Hill Library", with: "Hall Library"), to: "case/expected.ndjson")
    let third = try run("adapters", "test", "mapping.json", "--case", "case")
    #expect(third.status == 1)
    #expect(
      third.out == "FAILED case case: town/places/22: name: expected \"Hall Library\", got \"Hill Library\"\n", "\(third.out)")
    #expect(!third.error.contains("as expected"))

    let absent = try run("adapters", "test", "mapping.json", "--case", "other")
    #expect(absent.status == 65 && absent.error.contains("other: there is no case.json"), "\(absent.error)")
  }

  @Test func testUpdatesExpectations() throws {
    try writeCase()
    let first = try run("adapters", "test", "mapping.json", "--case", "case", "--update")
    #expect(first.status == 0 && first.out.contains("updated case case: there was no expected.ndjson"), "\(first)")
    let expected = try folder.read("case/expected.ndjson")
    try folder.write(expected.replacing("Hill Library", with: "Hall Library"), to: "case/expected.ndjson")
    let second = try run("adapters", "test", "mapping.json", "--case", "case", "--update", "--format", "json")
    #expect(second.status == 0 && second.error.hasSuffix("1 case updated\n"), "\(second.error)")
    let difference = #""difference":"town/places/22: name: expected \"Hall Library\", got \"Hill Library\"""#
    #expect(second.out.contains(#"{"case":"case",\#(difference)}"#), "\(second.out)")
    #expect(try folder.read("case/expected.ndjson") == expected)
    let third = try run("adapters", "test", "mapping.json", "--case", "case", "--update")
    #expect(third.status == 0 && third.out.isEmpty && third.error.hasSuffix("1 case as expected\n"), "\(third)")
    let nothing = try run("adapters", "test", "mapping.json", "--from", "places.json", "--update")
    #expect(nothing.status == 64 && nothing.error.contains("--update is for cases"), "\(nothing.error)")
  }

  /// What a feed sends when it has changed its format is never what is expected.
  @Test func aRefusedFeedFailsEachTime() throws {
    try writeCase(#"{"places": [{"id": 1, "label": "Reed"}, {"id": 2, "label": "Mill"}, {"id": 3, "label": "Annex"}]}"#)
    for more in [[], [], ["--update"], []] {
      let tested = try Program.run(["adapters", "test", "mapping.json", "--case", "case"] + more, directory: folder.url)
      #expect(tested.status == 1 && tested.out.contains("FAILED case case: town/places is refused (schema.drift)"), "\(tested)")
      #expect(tested.error.contains("3 of 3 records had to be set aside"), "\(tested.error)")
    }
    #expect(try !folder.names(in: "case").contains("expected.ndjson"))
  }

  /// The status and the headers of a recorded reply count as in a run.
  @Test func metadataOfCasesIsRead() throws {
    try writeCase()
    try folder.write(#"{"status": 500, "time": "2026-11-23T17:00:00Z"}"#, to: "case/town/places/records.meta.json")
    let tried = try run("adapters", "try", "mapping.json", "--case", "case")
    #expect(tried.status == 65 && tried.out.isEmpty, "\(tried)")
    #expect(tried.error.contains("the feed has no result (http.500): records.json: the server answered 500"), "\(tried.error)")
    let tested = try run("adapters", "test", "mapping.json", "--case", "case", "--update")
    #expect(tested.status == 0 && tested.error.contains("the server answered 500"), "\(tested)")
    #expect(try folder.read("case/expected.ndjson").contains(#""outcome":"absent","reason":"http.500""#))

    try folder.write(#"{"records": "", "format": "csv", "id": "/id", "name": "/name"}"#, to: "mapping.json")
    let file = folder.url.appendingPathComponent("case/town/places/records.csv")
    try Data([UInt8]("id,name\n1,Caf".utf8) + [0xE9, 0x0A]).write(to: file)
    try folder.write(#"{"headers": {"content-type": "text/csv; charset=iso-8859-1"}}"#, to: "case/town/places/records.meta.json")
    let decoded = try run("adapters", "try", "mapping.json", "--case", "case")
    #expect(decoded.status == 0 && decoded.out.contains("Café"), "\(decoded)")
  }

  @Test func furtherPagesOfCasesAreRead() throws {
    try folder.write(#"{"records": "/d", "id": "/id", "name": "/id", "paging": {"next": "/next"}}"#, to: "mapping.json")
    try writeCase(#"{"d": [{"id": "reed"}], "next": "?page=2"}"#)
    try folder.write(#"{"d": [{"id": "mill"}]}"#, to: "case/town/places/records.2.json")
    let tried = try run("adapters", "try", "mapping.json", "--case", "case")
    #expect(tried.error.contains("2 entries"), "\(tried)")
  }

  /// The text for people, and not the one for other programs.
  @Test func tryShowsTheTimesOfEvents() throws {
    let reply = """
      {"events": [{"event": {"id": 4, "title": "Tide Talk", "experience": "virtual", "private": false, "free": true,
        "event_instances": [{"event_instance": {"start": "2026-12-04T23:00:00-05:00", "end": "2026-12-05T01:00:00-05:00", "all_day": false}}]}}]}
      """
    try folder.write(reply, to: "events.json")
    let tried = try run("adapters", "try", "localist", "--from", "events.json", "--zone", "America/New_York")
    #expect(tried.out.contains("  2026 Dec 04 23:00-01:00  "), "\(tried.out) \(tried.error)")
    let shown = try run("adapters", "try", "localist", "--from", "events.json", "--zone", "America/New_York", "--record", "4")
    #expect(shown.out.contains("hours      unknown; 2026 Dec 04 23:00-01:00\n"), "\(shown.out)")
    #expect(shown.out.contains("online     true\n") && shown.out.contains("  /event/private  false\n"), "\(shown.out)")
  }

  @Test func tryCountsLabelsOfHoursAsRead() throws {
    let reply = """
      {"data": [{"name": "Reed Hall", "category": "Food", "rank": "Gold",
        "schedule": [{"title": "Late Lunch", "hours": [{"days": ["Mo"], "from": "1:00pm", "to": "3:00pm"}]}]}]}
      """
    try folder.write(reply, to: "reed.json")
    let shown = try run("adapters", "try", "building-hours", "--from", "reed.json", "--zone", "America/New_York", "--record", "reed-hall")
    #expect(shown.out.contains("  /rank  \"Gold\"\n") && !shown.out.contains("Late Lunch"), "\(shown.out) \(shown.error)")
  }

  @Test func newQuotesTheAddressForAKnownAdapter() throws {
    let reply =
      #"{"locations": [{"lid": 7, "name": "Reed", "category": "library", "weeks": [{"Monday": {"date": "2026-11-23", "times": DAY}}]}]}"#
    let day = #"{"status": "open", "hours": [{"from": "8am", "to": "5pm"}]}"#
    try folder.write(reply.replacing("DAY", with: day), to: "grid.json")
    let url = "https://hours.example.edu/api_hours_grid.php?iid=7&format=json"
    let new = try run("adapters", "new", "reed", "--from", "grid.json", "--url", url, "--zone", "America/New_York", "-y")
    #expect(new.error.contains("feeds add reed/feed --adapter libcal --url '\(url)'"), "\(new.error)")
  }

  @Test func nightsEndAsPeopleSay() throws {
    let reply = Self.reply.replacing("07:30-16:00", with: "18:00-02:30").replacing("08:00-22:00", with: "08:00-24:00")
    try folder.write(reply, to: "nights.json")
    let tried = try run("adapters", "try", "mapping.json", "--from", "nights.json")
    #expect(tried.out.contains("Mo-Fr 18:00-02:30") && tried.out.contains("Mo-Fr 08:00-24:00"), "\(tried.out)")
    let shown = try run("adapters", "try", "mapping.json", "--from", "nights.json", "--record", "21")
    #expect(shown.out.contains("Mo-Fr 18:00-02:30"), "\(shown.out)")
    let json = try run("adapters", "try", "mapping.json", "--from", "nights.json", "--format", "json")
    #expect(json.out.contains(#""osm":"Mo-Fr 18:00-26:30""#), "\(json.out)")
  }

  @Test(arguments: [
    (#""records": "/places", "id": {"key": true}"#, "keyed.json", #"{"places": {"a": {"name": "Reed"}, "b": {"name": "Mill"}}}"#),
    (
      #""records": ["/areas", "/places"], "id": "/id""#, "groups.json",
      #"{"areas": [{"places": [{"id": 1, "name": "Reed"}]}, {"places": [{"id": 2, "name": "Mill"}, {"id": 3, "name": "Annex"}]}]}"#
    ),
    (#""records": "", "format": "csv", "id": "/id""#, "places.csv", "id,name\n1,Reed\n2,Mill\n"),
    (#""records": {"one": "/library"}, "id": {"text": "lee"}"#, "one.json", #"{"library": {"name": "Lee Library"}}"#),
    (
      #""records": "", "id": "/id", "skip": {"at": "/hidden"}"#, "skipped.json",
      #"[{"id": 1, "name": "Reed"}, {"id": 2, "name": "Mill", "hidden": true}]"#
    ),
  ]) func testTakesRecordsInEachForm(_ rules: String, _ file: String, _ reply: String) throws {
    try folder.write("{\(rules), \"name\": \"/name\"}", to: "form.json")
    try folder.write(reply, to: file)
    let tested = try run("adapters", "test", "form.json", "--from", file)
    #expect(tested.status == 0 && tested.error.contains("the contract is kept"), "\(tested.out) \(tested.error)")
  }

  // MARK: - new

  @Test func newWritesAnAdapterThatPassesItsTest() throws {
    let new = try run("adapters", "new", "lakeside", "--from", "places.json", "--zone", "America/New_York")
    #expect(new.status == 0 && new.out.contains("Written to ./lakeside"), "\(new.out) \(new.error)")
    #expect(
      try folder.names(in: "lakeside") == [
        "README.md", "case/case.json", "case/expected.ndjson", "case/lakeside/places/places.json",
        "case/lakeside/places/places.meta.json", "case/registry-1.schema.json", "case/registry.json", "mapping-1.schema.json",
        "mapping.json",
      ])
    #expect(try folder.read("lakeside/case/lakeside/places/places.json") == Self.reply)
    let tested = try run("adapters", "test", "lakeside/mapping.json", "--case", "lakeside/case")
    #expect(tested.status == 0 && tested.error.hasSuffix("1 case as expected\n"), "\(tested.out) \(tested.error)")
  }

  /// A saved reply has an address, too.
  @Test func newTakesAFileAndItsAddress() throws {
    let url = "https://places.example.edu/list.json"
    let new = try run("adapters", "new", "lakeside", "--from", "places.json", "--url", url, "--zone", "America/New_York")
    #expect(new.status == 0, "\(new.error)")
    #expect(try folder.read("lakeside/case/lakeside/places/list.json") == Self.reply)
    let metadata = try folder.read("lakeside/case/lakeside/places/list.meta.json")
    #expect(metadata.contains(#"{"status":200,"headers":{},"time":""#) && metadata.contains(#""address":"\#(url)"}"#), "\(metadata)")
    #expect(try folder.read("lakeside/case/registry.json").contains(#""list": "\#(url)""#))
    let tested = try run("adapters", "test", "lakeside/mapping.json", "--case", "lakeside/case")
    #expect(tested.status == 0 && tested.error.hasSuffix("1 case as expected\n"), "\(tested)")

    // The option takes precedence over the metadata.
    try folder.write(#"{"address": "https://other.example.edu/places.json"}"#, to: "places.meta.json")
    for (name, options, address) in [("a", ["--url", url], url), ("b", [], "https://other.example.edu/places.json")] {
      let new = try Program.run(["adapters", "new", name, "--from", "places.json", "-y"] + options, directory: folder.url)
      #expect(try new.status == 0 && folder.read("\(name)/case/registry.json").contains(address), "\(new)")
    }

    let header = try run("adapters", "new", "other", "--from", "places.json", "--url", url, "--header", "Accept: text/csv")
    #expect(header.status == 64 && header.error.contains("--header is for a request, and --from sends none"), "\(header.error)")
    let nothing = try run("adapters", "new", "other")
    #expect(nothing.status == 64 && nothing.error.contains("name an address with --url, or a saved reply with --from"), "\(nothing.error)")
    let wrong = try run("adapters", "new", "other", "--from", "places.json", "--url", "places.example.edu")
    #expect(wrong.status == 64 && wrong.error.contains("is not an address"), "\(wrong.error)")
  }

  /// A saved reply has its headers in a file beside it, as in a recording.
  @Test func savedRepliesAreDecodedByTheirCharset() throws {
    let western = Data([UInt8]("id,name\n7,Caf".utf8) + [0xE9] + [UInt8](" Reed\n9,Mill\n".utf8))
    try western.write(to: folder.url.appendingPathComponent("places.csv"))
    try folder.write(#"{"records": "", "format": "csv", "id": "/id", "name": "/name"}"#, to: "mapping.json")
    for arguments in [["new", "cafes", "--from", "places.csv"], ["try", "mapping.json", "--from", "places.csv"]] {
      let refused = try Program.run(["adapters"] + arguments, directory: folder.url)
      #expect(
        refused.status == 65 && refused.error.contains("line 2: the text is not UTF-8; another charset must be declared"), "\(refused)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("cafes").path))

    try folder.write(#"{"headers": {"Content-Type": "text/csv; charset=windows-1252"}}"#, to: "places.meta.json")
    let new = try run("adapters", "new", "cafes", "--from", "places.csv")
    #expect(new.status == 0 && new.out.contains("Café Reed"), "\(new)")
    #expect(try folder.read("cafes/case/cafes/places/places.meta.json").contains("charset=windows-1252"))
    let tested = try run("adapters", "test", "cafes/mapping.json", "--case", "cafes/case")
    #expect(tested.status == 0 && tested.error.contains("1 case as expected"), "\(tested)")
    let tried = try run("adapters", "try", "mapping.json", "--from", "places.csv")
    #expect(tried.out.contains("Café Reed"), "\(tried)")

    try folder.write(#"{"status": 404}"#, to: "places.meta.json")
    for arguments in [["new", "other", "--from", "places.csv"], ["test", "mapping.json", "--from", "places.csv"]] {
      let failed = try Program.run(["adapters"] + arguments, directory: folder.url)
      #expect(failed.status == 65 && failed.error.contains("the server answered 404"), "\(failed)")
    }
  }

  /// Failures name the files as the user does, and not as a recording has them.
  @Test func failuresOfSavedRepliesNameTheirFiles() throws {
    try folder.write(Self.reply, to: "replies/r.json")
    for (metadata, file, message) in [
      ("{", "r.meta.json", ": json.syntax at line 1"), (#"{"status": 9}"#, "r.meta.json", #": "status" is not an HTTP status"#),
      (#"{"status": 404}"#, "r.json", ": the server answered 404"),
    ] {
      try folder.write(metadata, to: "replies/r.meta.json")
      for words in [["try", "mapping.json"], ["test", "mapping.json"], ["new", "lakeside"]] {
        let failed = try Program.run(["adapters"] + words + ["--from", "replies/r.json"], directory: folder.url)
        #expect(failed.status == 65 && failed.error.contains(": replies/\(file)\(message)"), "\(failed)")
        #expect(!failed.error.contains("places"), "\(failed.error)")
      }
    }
  }

  /// The program decodes what it gets in base64, and finds the separator. The exit code says whether it could be run, and its files are there in any case.
  @Test(arguments: [("iso-8859-1", String.Encoding.isoLatin1), ("Windows-1252", .windowsCP1252), ("utf-8", .utf16)])
  func newProgramsDecodeOtherCharsets(charset: String, encoding: String.Encoding) throws {
    let bytes = try #require("id;name\n7;Café Reed, Mill\n".data(using: encoding))
    try bytes.write(to: folder.url.appendingPathComponent("places.csv"))
    let type = "text/csv; charset=\(charset)"
    try folder.write(#"{"headers": {"Content-Type": "\#(type)"}}"#, to: "places.meta.json")
    let new = try run("adapters", "new", "cafes", "--from", "places.csv", "--kind", "exec")
    #expect(new.out.contains("Written to ./cafes") && new.status == (new.out.contains("1 entry") ? 0 : 65), "\(new)")
    #expect((new.status == 0) == new.error.isEmpty, "\(new)")
    try folder.write(
      """
      {"protocol": 1, "verb": "normalize", "feed": {"id": "cafes/places", "campus": {"id": "cafes"}},
       "replies": [{"request": {"name": "places", "format": "csv"}, "headers": {"content-type": "\(type)"},
                    "base64": "\(bytes.base64EncodedString())"}]}
      """, to: "input.json")
    let output = try Program.run(
      ["-c", "python3 cafes/cafes.py normalize <input.json"], directory: folder.url, executable: URL(fileURLWithPath: "/bin/sh"))
    #expect(output.out.contains(#""name": "Caf\u00e9 Reed, Mill""#), "\(output)")
  }

  @Test func savedRepliesMayBeUTF16() throws {
    let bytes = "\u{FEFF}id,name\r\n7,Café Reed\r\n9,Mill\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    try Data(bytes).write(to: folder.url.appendingPathComponent("places.csv"))
    let new = try run("adapters", "new", "cafes", "--from", "places.csv")
    #expect(new.status == 0 && new.out.contains("Café Reed"), "\(new)")
  }

  /// `script` gives the program a terminal, and its own standard input as the typing of a person.
  private func answer(_ answers: String, _ arguments: String) throws -> Program.Result {
    try folder.write(answers, to: "answers")
    let command = "'\(Program.url.path)' \(arguments)"
    return try Program.run(
      ["-c", #"script -qec "$0" /dev/null <answers"#, command], directory: folder.url, executable: URL(fileURLWithPath: "/bin/sh"))
  }

  /// The positions may be latitude first or longitude first, and two texts may be the name.
  private static let ambiguous = #"""
    [{"id": 7, "label": "A", "place": "North Hall", "position": [38.8, 38.9], "text": "Soups and stews, every day"},
     {"id": 9, "label": "B", "place": "South Hall", "position": [38.8, 38.7], "text": "Sandwiches, made to order"}]
    """#

  @Test func newAsksOnATerminal() throws {
    try folder.write(Self.ambiguous, to: "places.json")
    let new = try answer("Nowhere\nEurope/Athens\n\n\n2\n", "adapters new athens --from places.json")
    #expect(new.out.contains(#""Nowhere" is not an IANA time zone"#), "\(new.out)")
    for text in [
      "location.coordinate: ", "  1  38.8, 38.9; 38.8, 38.7", "  2  38.9, 38.8; 38.7, 38.8", "(number, - to leave it out, or a rule)",
    ] {
      #expect(new.out.contains(text), "\(new.out)")
    }
    #expect(try folder.read("athens/mapping.json").contains(#""order": "longitude-latitude""#), "\(new.out)")
  }

  @Test func newTakesRulesAndLeavesFieldsOut() throws {
    try folder.write(Self.ambiguous, to: "places.json")
    let arguments = "adapters new athens --from places.json --zone Europe/Athens"
    let new = try answer("7\n/nothing\n/text\n\n-\n", arguments)
    for text in ["answer 1 to ", "the first records have nothing there", "reads Soups and stews, every day"] {
      #expect(new.out.contains(text), "\(new.out)")
    }
    let mapping = try folder.read("athens/mapping.json")
    #expect(mapping.contains(#""name": "/text""#) && !mapping.contains("coordinate"), "\(mapping)")
  }

  @Test func newWithoutAnswersWritesNothing() throws {
    try folder.write(Self.ambiguous, to: "places.json")
    let new = try answer("", "adapters new athens --from places.json --zone Europe/Athens")
    #expect(new.status == 64 && new.out.contains("there was no answer, so nothing was changed"), "\(new.out)")
    #expect(!folder.names.contains("athens"))
  }

  /// The content is named for every kind of adapter, and no kind refers to another one.
  @Test(arguments: ["mapping", "exec", "swift"]) func newRefusesOtherContent(kind: String) throws {
    for (file, reply, content) in [
      ("menu.json", #"{"name": "Soup", "price": 2.5, "allergens": ["milk"]}"#, "a dish of a menu"),
      ("events.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n", "an iCalendar file with 1 event"),
    ] {
      try folder.write(reply, to: file)
      let new = try run("adapters", "new", "lakeside", "--from", file, "--kind", kind, "--zone", "America/New_York")
      #expect(new.status == 65 && new.error.contains("\(file): ") && new.error.contains(content), "\(new.error)")
      #expect(!new.error.contains("--kind"), "\(new.error)")
    }
    #expect(!folder.names.contains("lakeside"))
  }

  /// Menus have a mapping, but no template. The case of a saved reply is of the date in its address.
  @Test func newProposesMenus() throws {
    try folder.write(#"{"dishes": [{"name": "Soup", "price": 2.5}]}"#, to: "menu.json")
    let template = try run("adapters", "new", "lakeside", "--from", "menu.json", "--kind", "exec", "--zone", "America/New_York")
    #expect(template.status == 65 && template.error.contains("the reply has menus"), "\(template.error)")
    #expect(!folder.names.contains("lakeside"))
    let address = "https://dining.lakeside.example.edu/halls/mill/2026-11-23.json"
    let new = try run("adapters", "new", "lakeside", "--from", "menu.json", "--url", address, "--zone", "America/New_York", "-y")
    #expect(
      new.status == 0 && new.out.contains("menu-mill-2026-11-23-other") && new.out.contains("Docs/add-menus.md"), "\(new.out)\(new.error)")
    let mapping = try folder.read("lakeside/mapping.json")
    #expect(mapping.contains(#""entries": "menu""#) && mapping.contains(#""days": 7"#), "\(mapping)")
    let registry = try folder.read("lakeside/case/registry.json")
    #expect(registry.contains("/halls/mill/{date}.json") && registry.contains(#""lakeside/menus""#), "\(registry)")
    // A pointer with a typo is named, with what there is.
    try folder.write(mapping.replacing(#""name": "/name""#, with: #""name": "/titel""#), to: "lakeside/mapping.json")
    let message = #"/menus/dishes/name: "/titel" finds nothing in 1 dish; the first has "/name", "/price""#
    let tried = try run("adapters", "try", "lakeside/mapping.json", "--case", "lakeside/case")
    let tested = try run("adapters", "test", "lakeside/mapping.json", "--case", "lakeside/case")
    #expect(
      tried.error.contains(message) && (tested.out + tested.error).contains("doubtful empty-rule: \(message)"),
      "\(tested.out)\(tested.error)")
  }

  /// Events have a mapping, but no template.
  @Test func newProposesEvents() throws {
    try folder.write(#"[{"id": 7, "title": "Quiz", "start": "2026-12-01T19:00:00", "end": "2026-12-01T21:00:00"}]"#, to: "events.json")
    for kind in ["exec", "swift"] {
      let new = try run("adapters", "new", "lakeside", "--from", "events.json", "--kind", kind, "--zone", "America/New_York")
      #expect(new.status == 65 && new.error.contains("the reply has events") && new.error.contains("--kind mapping"), "\(new.error)")
    }
    #expect(!folder.names.contains("lakeside"))
    let new = try run("adapters", "new", "lakeside", "--from", "events.json", "--zone", "America/New_York", "-y")
    #expect(new.status == 0 && new.out.contains("the reply has 1 event"), "\(new.out)\(new.error)")
    let mapping = try folder.read("lakeside/mapping.json")
    #expect(mapping.contains(#""entries": "event""#) && mapping.contains(#""starts": "/start""#), "\(mapping)")
  }

  @Test func newAndTestDoubtAReplyAboutOneDay() throws {
    let row = { (name: String) in
      #"{"id": "\#(name)x", "name": "\#(name)", "rooms": [{"day": "Tuesday", "open": "08:00", "close": "17:00"}]}"#
    }
    try folder.write("[\(row("Reed")), \(row("Mill"))]", to: "today.json")
    let new = try run("adapters", "new", "lakeside", "--from", "today.json", "--zone", "America/New_York")
    #expect(new.out.contains("all hours are those of Tuesday") && new.out.contains("doubtful one-weekday: "), "\(new.out)")
    let tested = try run("adapters", "test", "lakeside/mapping.json", "--case", "lakeside/case")
    #expect(tested.out.contains("doubtful one-weekday: "), "\(tested.out)")
  }

  @Test func newOverwritesNothing() throws {
    try folder.write("mine", to: "lakeside/README.md")
    let new = try run("adapters", "new", "lakeside", "--from", "places.json")
    #expect(new.status == 64 && new.error.contains("./lakeside exists, and nothing is overwritten"), "\(new.error)")
    #expect(try folder.names(in: "lakeside") == ["README.md"])
    #expect(try folder.read("lakeside/README.md") == "mine")
    let elsewhere = try run("adapters", "new", "lakeside", "--from", "places.json", "-o", "adapters/lakeside")
    #expect(elsewhere.status == 0, "\(elsewhere.error)")
    #expect(try folder.names(in: "adapters/lakeside").contains("mapping.json"))
  }

  @Test func newRefusesWhatItCannotRead() throws {
    try folder.write("<html>Sign in</html>", to: "page.html")
    for (words, status, message) in [
      (["Lakeside", "--from", "places.json"], 64, "\"Lakeside\" is not a name"), (["lakeside", "--from", "other.json"], 64, "other.json"),
      (["lakeside", "--from", "places.json", "--zone", "Mars"], 64, "--zone: \"Mars\" is not an IANA time zone"),
      (["lakeside", "--from", "page.html"], 65, "page.html: "),
    ] as [([String], Int32, String)] {
      let new = try Program.run(["adapters", "new"] + words, directory: folder.url)
      #expect(new.status == status && new.error.contains(message), "\(new.error)")
    }
    #expect(folder.names == ["mapping.json", "page.html", "places.json"])
  }
}

extension TemporaryFolder {
  /// Returns the paths of all files below a folder, sorted.
  fileprivate func names(in name: String) throws -> [String] {
    let folder = url.appendingPathComponent(name)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
