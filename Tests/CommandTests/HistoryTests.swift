import Foundation
import TestKit
import TestTraits
import Testing

/// An earlier run's catalog is reproduced byte for byte.
@Suite(.waitsForPrograms) struct HistoryTests {
  private let history: History

  init() throws { history = try History() }

  @Test func everyRunIsReproduced() throws {
    try history.record("one", ["town/a": ["Library", "Gym"], "town/b": ["Library"], "village/c": ["Café"]])
    try history.record("two", ["town/a": ["Library", "Gym!"], "town/b": ["Library", "Shop"]])
    var written: [(time: String, out: String)] = []
    written.append(("2026-01-01T12:00:00Z", try history.replay("one", at: "2026-01-01T12:00:00Z")))
    written.append(("2026-01-02T12:00:00.5Z", try history.replay("two", at: "2026-01-02T12:00:00.5Z")))
    // A different merge rule, and a correction.
    let other =
      History.registry.dropLast(1) + #"""
        ,"links":[{"different":["town/a/p0","town/b/p0"]}],"corrections":[{"id":"town/a/p1","name":"Sports","because":"it is"}]}
        """#
    try history.folder.write(String(other), to: "other.json")
    written.append(("2026-01-03T12:00:00Z", try history.replay("two", at: "2026-01-03T12:00:00Z", registry: "other.json")))
    #expect(written[1].out != written[2].out)
    // The addresses are private, so there are no requests, and the last good results are served.
    let stale = try history.run("collect", "--refresh", "--at", "2036-01-04T12:00:00Z")
    #expect(stale.status == 3 && stale.out.contains(#""outcome":"stale""#))
    // The time of the run is that of the clock.
    #expect(!stale.out.contains(#""generatedAt":"2036"#) && !stale.out.contains(#""generatedAt":"2026-01"#))
    written.append(("latest", stale.out))
    for (time, out) in written {
      for registry in ["registry.json", "other.json", nil] {
        let result = try history.asOf(time, registry: registry)
        #expect(result.out == out, "as of \(time)")
        #expect(result.status == (time == "latest" ? 3 : 0))
      }
    }
    #expect(try history.asOf("2026-01-02T12:00:00Z").out == written[0].out)
    let part = try history.asOf("2026-01-03", "--campus", "village").error
    #expect(part.contains("part of the run of 2026-01-02 12:00 UTC"), "\(part)")
    for (back, run) in written.reversed().enumerated() { #expect(try history.asOf("latest~\(back)").out == run.out) }
    #expect(try history.asOf("latest", "--format", "ndjson").out.hasPrefix(#"{"id":"town/a/p0""#))
    let before = try history.asOf("2025-12-31")
    #expect(
      before.status == 4 && before.error.contains("its first run is from 2026-01-01 12:00 Europe/London (13:00 Europe/Paris)"),
      "\(before.error)")
    let verified = try history.run("snapshots", "verify", registry: nil)
    #expect(verified.status == 0, "\(verified.out)")
  }

  @Test func absentFeedIsRecorded() throws {
    try history.record("one", ["town/a": ["Library"], "town/b": ["Gym"]])
    try history.replay("one", at: "2026-01-01T12:00:00Z")
    let run = try history.run("collect", "--at", "2026-01-02T12:00:00Z")
    #expect(run.status == 3 && run.out.contains(#""outcome":"absent""#))
    #expect(try history.asOf("latest").out == run.out)
    // A run without a catalog is not recorded.
    #expect(try history.run("collect", "--campus", "village").status == 4)
    #expect(try history.asOf("latest").out == run.out)
  }

  @Test func historyOfSeveralMatches() throws {
    try history.record("one", ["town/a": ["East Library", "West Library"]])
    try history.replay("one", at: "2026-01-01T12:00:00Z")
    let text = try history.run("history", "library", registry: nil)
    #expect(text.status == 0 && text.out == "East Library  town/a/p0\nWest Library  town/a/p1\n", "\(text.out)")
    #expect(text.error.contains("2 entries match \"library\"; show the history of one of them by its id"), "\(text.error)")
    let json = try history.run("history", "library", "--format", "json", registry: nil)
    #expect(json.status == 64 && json.out.isEmpty && json.error.contains("town/a/p0, town/a/p1"), "\(json.error)")
    #expect(try history.run("history", "west", "library", registry: nil).out.hasPrefix("West Library  town/a/p1\n"))
  }

  /// A run of one campus hides neither the zone nor the entries of the others.
  @Test func historyOfOtherCampuses() throws {
    try history.record("one", ["town/a": ["Library"]])
    try history.record("two", ["village/c": ["Library", "Café"]])
    try history.replay("one", at: "2026-07-01T12:00:00Z")
    try history.replay("two", at: "2026-07-02T12:00:00Z")
    #expect(try history.run("history", "town/a/p0", registry: nil).out.contains("Wed 1 Jul 2026 13:00  first seen"))
    let several = try history.run("history", "library", registry: nil)
    #expect(several.out == "Library  town/a/p0\nLibrary  village/c/p0\n", "\(several.out)")
    #expect(try history.run("history", "café", registry: nil).out.hasPrefix("Café  village/c/p1\nThu 2 Jul 2026 14:00  first seen"))
  }

  /// Dates are read in the zone of the campuses that the store has, or that are selected, by all commands.
  @Test func datesAreReadInTheZoneOfTheStore() throws {
    try history.record("one", ["village/c": ["Café"]])
    try history.replay("one", at: "2026-07-01T22:30:00Z")
    let list = try history.run("list", "--as-of", "2026-07-02 00:30")
    #expect(list.status == 0 && !list.error.contains("UTC"), "\(list.error)")
    let run = try history.asOf("2026-07-02 00:30")
    #expect(run.status == 0 && !run.error.contains("UTC"), "\(run.error)")
    #expect(try history.run("diff", "2026-07-02 00:30", "latest", registry: nil).status == 0)
    for command in [["list", "--as-of"], ["collect", "--as-of"]] {
      let early = try history.run(command + ["2026-07-02"])
      #expect(
        early.status == 4 && early.error.contains("no run at or before 2026-07-02 (2026-07-02 00:00 Europe/Paris); its first run is from"),
        "\(early.error)")
    }
    #expect(try history.run("list", "--as-of", "2026-07-01T12:00:00Z").error.contains("no run at or before 2026-07-01T12:00:00Z; "))
    #expect(try history.run("snapshots", "replay", "--since", "2026-07-02").error.isEmpty)
    try history.record("two", ["town/a": ["Library"]])
    try history.replay("two", at: "2026-07-03T12:00:00Z")
    #expect(try history.run("list", "--as-of", "2026-07-02 00:30").error.contains("is read in UTC"))
    #expect(try !history.run("list", "--as-of", "2026-07-02 00:30", "--campus", "village").error.contains("is read in UTC"))
  }

  @Test func unregisteredFeedsAreNamed() throws {
    try history.record("one", ["town/a": ["Library"], "village/c": ["Café"]])
    try history.replay("one", at: "2026-01-01T12:00:00Z")
    for command in [["list"], ["open"], ["explain", "town/a/p0"]] {
      #expect(try !history.run(command).error.contains("it has results of"))
      let result = try history.run(command, registry: nil)
      #expect(result.status == 4 && result.error.contains("it has results of town/a and 1 more"), "\(result.error)")
      #expect(result.error.contains("--config"))
    }
  }

  /// An entry of two feeds has a location in the replies of each, then and now.
  @Test func recordsAreFoundInStoredReplies() throws {
    try history.record("one", ["town/a": ["Library", "Gym"], "town/b": ["Library"]])
    try history.record("two", ["town/a": ["Gym", "Library"], "town/b": ["Shop", "Library"]])
    try history.replay("one", at: "2026-01-01T12:00:00Z")
    try history.replay("two", at: "2026-01-02T12:00:00Z")
    let now = try history.run("explain", "town/a/p1").out
    #expect(now.contains("from town/a, record p1, facilities /1\nfrom town/b, record p1, facilities /1\n"), "\(now)")
    let then = try history.run("explain", "town/a/p0", "--as-of", "2026-01-01T12:00:00Z").out
    #expect(then.contains("from town/a, record p0, facilities /0\nfrom town/b, record p0, facilities /0\n"), "\(then)")
  }

  @Test func replayIntoStoreWritesSameCatalog() throws {
    try history.record("one", ["town/a": ["Library"], "village/c": ["Café"]])
    let arguments = ["collect", "--replay", "one", "--at", "2026-01-01T12:00:00Z"]
    let plain = try Program.run(arguments + ["--config", "registry.json"], directory: history.folder.url)
    #expect(history.folder.names.filter { $0.hasPrefix("store") } == [])
    #expect(try history.replay("one", at: "2026-01-01T12:00:00Z") == plain.out)
    // The same moment again is accepted; an earlier one is refused.
    #expect(try history.replay("one", at: "2026-01-01T12:00:00Z") == plain.out)
    let earlier = try history.run("collect", "--replay", "one", "--at", "2026-01-01T11:59:59Z")
    #expect(
      earlier.status == 64 && earlier.error.contains("already has a run from 2026-01-01 07:00 America/New_York (12:00 Europe/London"),
      "\(earlier.error)")
    let snapshots = try history.run("snapshots", "--format", "json", registry: nil)
    #expect(snapshots.out.components(separatedBy: #""acceptedAt":"2026-01-01T12:00:00Z""#).count == 3)
    // The stored result is served, and the next poll requests it without conditions.
    let offline = try history.run("collect", "--offline")
    #expect(offline.out.contains("Library") && offline.out.contains("Café"))
    #expect(try history.run("feeds", "check").out.contains("policy.address"))
  }

  @Test("Questions about a run in the past have dates, never \"tomorrow\"")
  func pastRunsHaveDates() throws {
    try history.record("one", ["town/a": ["Library"]])
    // A Sunday. The library is open on Mondays.
    try history.replay("one", at: "2026-01-04T12:00:00Z")
    for command in [
      ["list"], ["search", "library"], ["near", "53.4,-2.9"], ["show", "town/a/p0"], ["list", "--at", "now"], ["list", "--format", "json"],
      ["collect", "--format", "markdown"],
    ] {
      let past = try history.run(command + ["--as-of", "latest"])
      #expect(past.out.contains("Opens Mon 5 Jan 09:00") && !past.out.contains("tomorrow"), "\(command) \(past)")
    }
  }

  @Test func questionsAboutThePast() throws {
    try history.record("one", ["town/a": ["Library", "Gym"], "village/c": ["Café"]])
    try history.record("two", ["town/a": ["Library"], "village/c": ["Café"]])
    // 5 January 2026 is a Monday.
    try history.replay("one", at: "2026-01-05T12:00:00Z")
    try history.replay("two", at: "2026-01-12T12:00:00Z")
    let open = try history.run("open", "--as-of", "2026-01-06T00:00:00Z", "--at", "2026-01-05T10:00:00Z", "--format", "json")
    #expect(open.status == 0 && open.out.contains("Gym") && open.error.contains("as of the run of 2026-01-05 12:00"), "\(open.error)")
    #expect(try history.run("list", "--as-of", "latest").out.contains("Gym") == false)
    #expect(try history.run("list", "--as-of", "latest~1", "--campus", "town").out.contains("Gym"))
    #expect(try history.run("show", "town/a/p1", "--as-of", "2026-01-06T00:00:00Z").status == 0)
    #expect(try history.run("show", "town/a/p1", "--as-of", "latest").status == 4)
    #expect(try history.run("search", "gym", "--as-of", "2026-01-06T00:00:00Z").out.contains("Gym"))
    #expect(try history.run("explain", "town/a/p1", "--as-of", "2026-01-06T00:00:00Z").out.contains("Gym"))
    // The time in question is that of --as-of.
    #expect(try history.run("open", "--as-of", "2026-01-12T12:30:00Z").out.contains("Library"))
    #expect(try history.run("open", "--as-of", "2026-01-12T23:30:00Z").out == "")
    let several = try history.run("list", "--as-of", "2026-01-06")
    #expect(several.status == 0 && several.error.contains("is read in UTC"))
    #expect(try history.run("list", "--as-of", "2026-01-06T10:00", "--campus", "town").error.contains("UTC") == false)
    for age in ["1m", "2h", "1d", "0w"] { #expect(try history.run("list", "--as-of", age).status == 0) }
  }

  @Test(
    arguments: [
      (["collect", "--as-of", "lately"], 64, "latest~1"), (["collect", "--as-of", "latest~"], 64, "invalid time"),
      (["collect", "--as-of", "latest~x"], 64, "invalid time"), (["collect", "--as-of", "-3d"], 64, "--as-of"),
      (["collect", "--as-of", "3q"], 64, "invalid time"), (["collect", "--as-of", "999999999w"], 64, "year 1"),
      (["collect", "--as-of", "2026-02-30"], 64, "invalid time"),
      (["collect", "--as-of", "1d", "--at", "2026-01-01T00:00:00Z"], 64, "--at"),
      (["collect", "--as-of", "1d", "--refresh"], 64, "--refresh"), (["collect", "--as-of", "1d", "--sample"], 64, "--sample"),
      (["collect", "--sample"], 64, "--store"), (["collect", "--as-of", "1d"], 4, "there is no store"),
      (["open", "--as-of", "1d", "--sample"], 64, "cannot be used together"),
      (["open", "--as-of", "1d", "--catalog", "x"], 64, "cannot be used together"),
      (["open", "--as-of", "1d"], 4, "there is no store"),
      (["explain", "a/b/c", "--as-of", "1d", "--sample"], 64, "cannot be used together"),
      (["snapshots"], 4, "there is no store"), (["snapshots", "verify"], 4, "there is no store"),
      (["snapshots", "prune"], 64, "--keep"), (["snapshots", "prune", "--keep", "some"], 64, "--keep"),
      (["snapshots", "prune", "--keep", "latest"], 64, "--keep"), (["snapshots", "replay", "--feed", "x"], 64, "invalid feed id"),
      (["snapshots", "list", "--limit", "-1"], 64, "limit"), (["snapshots", "show", "x"], 64, "x"),
    ] as [([String], Int32, String)])
  func wrongInputsAreReported(_ arguments: [String], _ status: Int32, _ word: String) throws {
    let result = try history.run(arguments, registry: nil)
    #expect(result.status == status, "\(result.error)")
    #expect(result.error.contains(word), "\(result.error)")
    #expect(history.folder.names == ["registry.json"])
  }
}
