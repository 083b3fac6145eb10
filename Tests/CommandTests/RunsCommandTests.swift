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
