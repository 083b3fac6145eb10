import Foundation
import Testing

/// What each feed delivered in each run.
@Suite struct RunsCommandTests {
  private let history: History

  init() throws {
    history = try History()
    try history.record("first", ["town/a": ["Ash", "Birch"], "village/c": ["Chêne"]])
    try history.record("second", ["town/a": ["Ash", "Cedar", "Elm"], "village/c": ["Chêne"]])
    try history.replay("first", at: "2026-01-01T12:00:00Z")
    try history.replay("second", at: "2026-01-08T12:00:00Z")
    try history.replay("second", at: "2026-01-09T12:00:00Z")
  }

  @Test func eachRunAndFeedIsARow() throws {
    let csv = try history.run("runs", "--csv", registry: nil)
    #expect(csv.status == 0, "\(csv.error)")
    let rows = csv.out.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    #expect(
      rows.first == [
        "run", "at", "feed", "outcome", "reason", "fetched_at", "checked_at", "duration", "attempts", "bytes", "entries", "rejected",
        "added",
        "changed", "gone",
      ])
    let found = rows.dropFirst().map { "\($0[0]) \($0[1].prefix(10)) \($0[2]) \($0[10]) \($0[12...].joined(separator: " "))" }
    #expect(
      found == [
        "3 2026-01-09 town/a 3   ", "3 2026-01-09 village/c 1   ", "2 2026-01-08 town/a 3 1 1 0", "2 2026-01-08 village/c 1   ",
        "1 2026-01-01 town/a 2 0 0 0", "1 2026-01-01 village/c 1 0 0 0",
      ])
  }

  @Test func reportHasOneEntryPerFeed() throws {
    let json = try history.run("feeds", "report", "--since", "2026-01-01", "--json")
    #expect(json.status == 0, "\(json.error)")
    let document = try #require(JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any])
    #expect(document["schema"] as? String == "campus-feed-report/1")
    let feeds = try #require(document["feeds"] as? [[String: Any]])
    #expect(feeds.map { $0["id"] as? String } == ["town/a", "village/c"])
    #expect(feeds.map { $0["delivered"] as? Int } == [3, 3] && feeds.map { $0["changes"] as? Int } == [1, 0])
    #expect((feeds[0]["noticedWithin"] as? [String: Int]) == ["median": 604_800, "worst": 604_800])
    #expect(feeds[0]["cadence"] as? Int == 900 && feeds[0]["suggestedCadence"] as? Int == 86_400 && feeds[0]["quality"] == nil)
    let text = try history.run("feeds", "report", "town/a", "--since", "2026-01-01")
    #expect(text.out.contains("in 3 of 3 runs (100%)") && text.out.contains("12:00 (1)") && !text.out.contains("village/c"), "\(text.out)")
    let csv = try history.run("feeds", "report", "--campus", "village", "--since", "2026-01-01", "--format", "csv")
    #expect(csv.out.split(separator: "\r\n").dropFirst().map { $0.prefix(17) } == ["village/c,3,0,3,,"], "\(csv.out)")
    #expect(try history.run("feeds", "report", "town/x", "--since", "2026-01-01").status == 64)
    for words in [["feeds", "report"], ["runs"], ["snapshots", "replay"]] {
      let result = try history.run(words + ["--since", "1mo"], registry: nil)
      #expect(result.error.contains("aggregate: since 2"), "\(words): \(result.error)")
    }
  }

  @Test func reportListsWhatTheOwnerCanRepair() throws {
    try history.record("third", ["town/a": ["Ash", "*Cedar*", "ash"]])
    try history.replay("third", at: "2026-01-10T12:00:00Z")
    let markdown = try history.run("feeds", "report", "town/a", "--since", "2026-01-01", "--quality", "--format", "markdown")
    #expect(markdown.status == 0, "\(markdown.error)")
    #expect(markdown.out.hasPrefix("# town/a (Town)\n"))
    #expect(
      markdown.out.contains("## Duplicates\n\n- **ash** (`town/a/p2`): has the name and the position of town/a/p0\n"), "\(markdown.out)")
    let csv = try history.run("feeds", "report", "--since", "2026-01-01", "--quality", "--format", "csv")
    #expect(
      csv.out == """
        feed,problem,entry,name,since,detail\r
        town/a,duplicate,town/a/p2,ash,,has the name and the position of town/a/p0\r
        village/c,position,village/c/p0,Chêne,,692 km from the campus\r

        """)
  }

  @Test func thinningKeepsHistories() throws {
    // Thursday and Friday of one week; only the run of Friday stays.
    func histories() throws -> [String] { try ["p0", "p1", "p2"].map { try history.run("history", "town/a/\($0)", registry: nil).out } }
    let before = try histories()
    #expect(before[1].contains("Cedar") && before[1].contains("Birch"), "\(before[1])")
    let words = ["snapshots", "prune", "--keep", "2026-01-20T00:00:00Z", "--weekly"]
    let dry = try history.run(words + ["--dry-run"], registry: nil)
    let pruning = try history.run(words, registry: nil)
    #expect(dry.out.hasPrefix("would remove what is older than 2026-01-20") && dry.out.contains(": 1 run, "), "\(dry.out)")
    #expect(pruning.out.contains(": 1 run, ") && pruning.out.contains("of results whose entries stay"), "\(pruning.error)")
    #expect(try histories() == before)
    let runs = try history.run("runs", "--csv", "--feed", "town/a", registry: nil).out
    #expect(runs.split(separator: "\r\n").dropFirst().map { $0.prefix(2) } == ["3,", "1,"])
    #expect(try history.run("snapshots", "replay").status == 0)
    #expect(try history.run("snapshots", "verify", registry: nil).status == 0)
  }

  @Test("ages in months and years are understood wherever those in days are, and a message shows the date", arguments: ["2mo", "1y", "9w"])
  func agesInMonths(_ age: String) throws {
    let history = try History()
    try history.record("one", ["town/a": ["Ash"]])
    try history.replay("one", at: "2020-01-02T12:00:00Z")
    for words in [["runs", "--since"], ["feeds", "report", "--since"], ["snapshots", "replay", "--since"]] {
      let result = try history.run(words + [age], registry: nil)
      #expect(result.status == 0 && result.error.contains("aggregate: since 2"), "\(words): \(result.error)")
    }
    let prune = try history.run("snapshots", "prune", "--dry-run", "--keep", age, registry: nil)
    #expect(prune.status == 0 && prune.out.hasPrefix("would remove what is older than 2"), "\(prune.error)")
    for words in [
      ["collect", "--as-of"], ["list", "--as-of"], ["export", "--format", "ndjson"], ["export", "--format", "atom", "--since"],
    ] {
      let result = try history.run(words + [age])
      #expect(result.status == 0 && result.error.contains("run of 2020-01-02 12:00 Europe/London"), "\(words): \(result.error)")
    }
    #expect(try history.run("diff", age, "latest", registry: nil).status == 0)
  }

  @Test func runsAreSelected() throws {
    let recent = try history.run("runs", "--since", "2026-01-08", "--feed", "town/a", "--json", registry: nil)
    let document = try #require(JSONSerialization.jsonObject(with: Data(recent.out.utf8)) as? [String: Any])
    #expect(document["schema"] as? String == "campus-runs/1")
    let runs = try #require(document["runs"] as? [[String: Any]])
    #expect(runs.map { $0["run"] as? Int } == [3, 2])
    #expect(runs.map { $0["added"] as? Int } == [nil, 1] && runs.allSatisfy { $0["feed"] as? String == "town/a" })
    let text = try history.run("runs", "--campus", "village", "--limit", "1", registry: nil)
    #expect(text.out.contains("village/c") && !text.out.contains("town/a"))
    #expect(text.error.contains("2 more"), "\(text.error)")
    #expect(try history.run("runs", "--feed", "town/x", registry: nil).error.contains("no matching runs"))
    #expect(try history.run("runs", "--since", "soon", registry: nil).status == 64)
  }
}
