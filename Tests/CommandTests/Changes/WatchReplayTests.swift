import Foundation
import TestKit
import TestTraits
import Testing

/// `watch --replay` tries a watch out with a series of recordings.
@Suite(.waitsForPrograms) struct WatchReplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, places) in [("b-second", "Hill House"), ("a-first", "Falk"), ("c-third", "Falk")] {
      let venue = #"[{"id":593,"name":"\#(places)","address":"1 Walk","days":[],"image":null}]"#
      try folder.write(venue, to: "series/\(name)/penn/dining/venues.json")
    }
    try folder.write("not a recording", to: "series/notes.txt")
  }

  private func watch(_ words: String...) throws -> Program.Result {
    try Program.run(["watch", "--replay"] + words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  @Test func roundsReadTheFoldersInOrder() throws {
    let result = try watch("series")
    #expect(result.status == 0)
    let changes = result.out.split(separator: "\n").filter { $0.contains("renamed") }
    #expect(changes.count == 2 && changes[0].contains("“Falk” to “Hill House”"), "\(result.out)\(result.error)")
    let rounds = result.error.split(separator: "\n").filter { $0.hasPrefix("aggregate: round ") }
    #expect(rounds.map { $0.split(separator: " ").last } == ["series/a-first", "series/b-second", "series/c-third"])
    #expect(result.error.split(separator: "\n").allSatisfy { $0.hasPrefix("aggregate: ") || $0.hasPrefix("  ") }, "\(result.error)")
    #expect(folder.names == ["series"], "the store was not touched")
    #expect(try watch("series", "-q").error.isEmpty)
  }

  /// Changes are reported with the folders that were compared, and a round without matching changes reports nothing.
  @Test func reportsNameTheRecordings() throws {
    let heads = try watch("series").out.split(separator: "\n").filter { $0.hasPrefix("Changes from ") }
    #expect(
      heads.map { $0.split(separator: ":")[0] } == [
        "Changes from series/a-first to series/b-second", "Changes from series/b-second to series/c-third",
      ])
    for (name, first) in [("a", 1), ("b", 11)] {
      let venues = (first..<(first + 6)).map { #"{"id":\#($0),"name":"Place \#($0 % 10)","address":"1 Walk","days":[],"image":null}"# }
      try folder.write("[\(venues.joined(separator: ","))]", to: "churned/\(name)/penn/dining/venues.json")
    }
    #expect(try watch("churned").out.contains("Most ids are different"))
    let breaking = try watch("churned", "--only", "breaking")
    #expect(breaking.status == 0 && breaking.out.isEmpty, "\(breaking.out)")
  }

  /// A program that fails in the last round will not run again.
  @Test func failureInTheLastRound() throws {
    try folder.write(#"[{"id":593,"name":"Gym","address":"1 Walk","days":[],"image":null}]"#, to: "series/c-third/penn/dining/venues.json")
    let result = try watch("series", "--exec", "false")
    #expect(result.status == 5 && result.out.isEmpty)
    #expect(result.error.contains("--exec false exited with code 1; it will run again in the next round\n"), "\(result.error)")
    #expect(result.error.hasSuffix("--exec false exited with code 1\n"), "\(result.error)")
  }

  /// Only the clocks of the campuses that are read are shown. Recordings may follow each other quickly.
  @Test func pausesBetweenRecordings() throws {
    let result = try watch("series", "--every", "1s")
    let next = result.error.split(separator: "\n").filter { $0.contains("next round at") }
    #expect(next.count == 2 && next.allSatisfy { $0.hasSuffix(" America/New_York") }, "\(result.error)")
    #expect(try Program.run(["watch", "--every", "1s"]).status == 64)
  }

  @Test func oneRecordingIsOneRound() throws {
    let result = try watch("series/a-first")
    #expect(result.status == 0 && result.out.isEmpty && result.error.contains("round 1 of 1"))
    #expect(try watch("series/a-first/penn").status == 4)
    #expect(try watch("none").status == 4)
    #expect(try watch("series", "--refresh").status == 64)
  }

  /// New dates are compared with the usual week of the rounds before.
  @Test func roundsKnowTheUsualWeek() throws {
    func date(_ day: Int) -> String { "2026-09-" + (day < 10 ? "0" : "") + "\(day)" }
    for (round, closes) in [22, 22, 20, 20].enumerated() {
      let days = (1 + 7 * round..<8 + 7 * round).map { day in
        let date = date(day)
        return
          #"{"date":"\#(date)","status":"open","dayparts":[{"starttime":"\#(date)T07:00","endtime":"\#(date)T\#(closes):00","label":"All day"}]}"#
      }
      let venue = #"[{"id":593,"name":"Falk","address":"1 Walk","days":[\#(days.joined(separator: ","))],"image":null}]"#
      try folder.write(venue, to: "weeks/\(round)/penn/dining/venues.json")
      try folder.write(#"{"time":"\#(date(1 + 7 * round))T16:00:00Z"}"#, to: "weeks/\(round)/penn/dining/venues.meta.json")
    }
    let lines = try watch("weeks", "-q").out.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " }.description }
    #expect(
      lines.filter { $0.contains("hours") || $0.contains("closes") } == [
        "penn/dining: the hours of one place have no day in common and are not compared",
        "penn/dining: the hours of one place have no day in common and are compared with the usual week",
        "Tue, Sep 15 to Mon, Sep 21: closes at 8 PM, usually 10 PM",
        "penn/dining: the hours of one place have no day in common and are compared with the usual week",
        "closes at 8 PM instead of 10 PM every day since September 15",
      ])
  }
}
