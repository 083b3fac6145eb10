import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import SimdJSON
import Testing

/// Questions about the sample, asked as a user would.
@Suite struct QuestionTests {
  private func lines(_ arguments: String...) throws -> [String] {
    let result = try Program.run(arguments + ["--sample"])
    #expect(result.status == 0, "\(result.error)")
    return result.out.split(separator: "\n").map(String.init)
  }

  private func ids(_ arguments: [String]) throws -> [String] {
    let result = try Program.run(arguments + ["--format", "json"])
    #expect(result.status == 0, "\(result.error)")
    let document = try JSONDocument(parsing: Array(result.out.utf8))
    var ids: [String] = []
    guard var entries = document.root["entries"]?.elements else { return [] }
    while let entry = entries.next() { ids.append(entry["id"]?.string ?? "") }
    return ids
  }

  @Test func openListsPlacesWithHours() throws {
    let open = try lines("open", "--campus", "gmu")
    #expect(open.first?.hasPrefix("NAME") == true)
    #expect(open.contains { $0.hasPrefix("Southside") && $0.contains("  open   Open until midnight   Southside Dining Hall") })
    #expect(!open.contains { $0.contains("closed") || $0.contains("unknown") })
    #expect(try lines("open", "--for", "6h", "--campus", "gmu").count < open.count)
    let late = try lines("open", "--until", "01:30", "--campus", "gmu")
    #expect(late.dropFirst().map { $0.prefix(5) } == ["Ike's", "One S"])
    #expect(try lines("open", "--at", "23:30", "--campus", "gmu").contains { $0.contains("Closes in 30 min") })
    #expect(try lines("open", "--at", "23:30-05:00") == lines("open", "--at", "2026-11-21T23:30:00-05:00"))
    // At that offset it is the next day already.
    #expect(try lines("open", "--at", "23:30+14:00") == lines("open", "--at", "2026-11-22T23:30:00+14:00"))
    let closing = try lines("open", "--sort", "closing", "--campus", "penn")
    #expect(closing[1].contains("Open until 16:30") && closing.last?.contains("Open until midnight") == true)
  }

  @Test func listShowsOpenPlacesFirst() throws {
    let states = try lines("list").dropFirst().compactMap { line in ["open", "closed", "unknown"].first { line.contains(" \($0) ") } }
    #expect(states == states.sorted { ["open": 0, "closed": 1, "unknown": 2][$0] ?? 3 < ["open": 0, "closed": 1, "unknown": 2][$1] ?? 3 })
    #expect(states.count == 30)
    let names = try lines("list", "--sort", "name")
    #expect(names[1].hasPrefix("1920 Commons") && names.last?.hasPrefix("Town Square Coffee") == true)
    #expect(try lines("list", "--closed", "--category", "cafe").dropFirst().allSatisfy { $0.contains(" closed ") && $0.contains(" cafe ") })
    #expect(try lines("list", "--limit", "3").last == "… and 27 more, 30 in all")
    #expect(try lines("list", "--limit", "0") == ["… and 30 more, 30 in all"])
    #expect(try lines("list", "--building", "jc").count == 3)
    #expect(try lines("list", "--tag", "LATE NIGHT", "--region", "Fairfax").count == 3)
  }

  @Test func nearShowsDistances() throws {
    let near = try lines("near", "38.83,-77.307", "--within", "300m")
    #expect(near.count == 8)
    #expect(near[1].contains("  35 m") && near[7].contains(" 290 m"))
    #expect(try lines("near", "-33.4,-70.6", "--limit", "1")[1].contains(" km"))
    #expect(try lines("near", "38.83,-77.307", "--open", "--within", "0.26 km").count == 5)
    let far = try Program.run(["near", "0,0", "--within", "1m", "--sample"])
    #expect(far.status == 0 && far.out.isEmpty && far.error.contains("have a position"))
  }

  @Test func searchRanks() throws {
    #expect(try ids(["search", "starb", "--sample"]) == ["gmu/whats-open/starbucks-northern-neck", "penn/dining/1163"])
    #expect(try ids(["search", "CAFE", "--sample"]).first == "gmu/whats-open/arlington-cafe")
    #expect(try ids(["search", "dunkin", "--sample"]) == ["gmu/whats-open/dunkin-donuts"])
    #expect(try ids(["search", "joes cafe", "--sample"]) == ["penn/dining/642"])
    #expect(try ids(["search", "johnson", "panda", "--sample"]) == ["gmu/whats-open/panda-express"])
  }

  /// The program gives the same answers as the library.
  @Test func answersMatchLibrary() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try Program.run(["--sample", "-q"]).out, to: "c.json")
    let catalog = try CatalogReader.read(Array(try folder.read("c.json").utf8))
    let time = "2026-11-21T20:00:00-05:00"
    let rule = StatusRule(at: try #require(Instant(time)), campuses: catalog.campuses)
    for sort in [PlaceOrder.name, .location, .closing] {
      var query = PlaceQuery()
      query.order = sort
      let expected = query.results(in: catalog.entries, by: rule).items.map(\.entry.id.description)
      for source in [["--catalog", path], ["--sample"], ["--replay", Program.root.appendingPathComponent("Fixtures/sample").path]] {
        #expect(try ids(["list", "--at", time, "--sort", sort.rawValue] + source) == expected)
      }
    }
  }

  @Test func showPrintsAllDetails() throws {
    let card = try lines("show", "ike's", "--at", "2026-11-24T12:00:00-05:00").joined(separator: "\n")
    for text in [
      "Ike's", "open  Open until midnight; then opens Mon 00:00", "Tue 24 Nov 2026  open all day",
      "Wed 25 Nov 2026  closed (Thanksgiving Break 2026 [Closed])", "Mon 30 Nov 2026  open all day", "dining-hall (Dining Hall)",
      "Eisenhower Hall (PPK)", "38.8289,-77.3023", "buffet, late night", "gmu/whats-open, record ikes: sample", "gmu/whats-open/ikes",
    ] { #expect(card.contains(text), "\(text) in \(card)") }
    let local = try lines("show", "gmu/whats-open/recreation-and-athletic-complex-rac", "--at", "2026-11-24")
    #expect(local.contains { $0 == "Fri 27 Nov 2026  10:00-14:00 (Day after Thanksgiving [RAC])" })
    #expect(local.contains("Exceptions to come"))
    for id in ["everywhere/guides/210417", "gmu/whats-open/alert-31", "everywhere/quotes/408b08073106bc1f96a02d80043baa63"] {
      #expect(try lines("show", id).contains { $0.contains(id) })
    }
    let json = try Program.run(["show", "penn/dining/593", "--sample", "--format", "json"]).out
    #expect(
      json.contains(#""answers":{"openToday":[["09:30","14:30","Brunch"]"#)
        && json.contains(#""closes":"2026-11-21T16:30:00-05:00","opens":"2026-11-21T17:00:00-05:00""#))
  }

  @Test func eventsByDay() throws {
    let all = try lines("events")
    #expect(all[0] == "Thu 1 Jan 2026")
    #expect(all[1].contains("Campus Life All Year") && all[1].contains("until Thu 31 Dec 2026") && all[1].contains("location unknown"))
    #expect(all.contains { $0.contains("Raleigh, North Carolina") })
    #expect(
      try ids(["events", "--sample", "--from", "2026-11-22", "--to", "2026-12-03"]).map { $0.suffix(6) } == ["210417", "211893", "212006"])
    #expect(try ids(["events", "--sample", "--from", "2027-02-08"]).isEmpty)
  }

  @Test func alertsListActiveOnesFirst() throws {
    #expect(try lines("alerts")[1].hasPrefix("active  minor"))
    #expect(try lines("alerts").contains("  The refill station in the Johnson Center is being repaired."))
    #expect(try lines("alerts", "--severity", "informational").count == 3)
    #expect(try lines("alerts", "--at", "2026-11-25T12:00:00Z").contains { $0.hasPrefix("ended   informational") })
    #expect(
      try lines("alerts", "--at", "2026-11-19T12:00:00Z").contains {
        $0.hasPrefix("upcoming") && $0.contains("from Fri 20 Nov 2026 09:00 until")
      })
  }

  @Test func quotesWithSeed() throws {
    #expect(try lines("quotes").count == 16)
    #expect(try lines("quotes", "--random", "42") == lines("quotes", "--random", "42"))
    let chosen = try Set((0..<12).map { try lines("quotes", "--random", "\($0)")[0] })
    #expect(chosen.count > 4)
  }

  @Test func brokenFeedDegradesAnswer() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"q":"Go.","a":"Seneca"}]"#, to: "rec/everywhere/quotes/quotes.json")
    try folder.write(#"{"error":"down"}"#, to: "rec/penn/dining/venues.json")
    let result = try Program.run(["quotes", "--replay", "rec"], directory: folder.url)
    #expect(result.status == 3)
    #expect(result.out == "Go.\n    Seneca\n")
    #expect(result.error.contains("penn/dining: absent (schema.shape)"))
    #expect(try Program.run(["list", "--replay", "rec", "--campus", "penn"], directory: folder.url).status == 4)
  }

  @Test(arguments: ["UTC", "Pacific/Kiritimati", "America/St_Johns"])
  func machineZoneDoesNotMatter(_ zone: String) throws {
    let arguments = ["list", "--sample", "--format", "json"]
    #expect(try Program.run(arguments, environment: ["TZ": zone, "LC_ALL": "tr_TR.UTF-8"]).out == Program.run(arguments).out)
  }
}
