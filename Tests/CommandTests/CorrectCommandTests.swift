import Foundation
import OpeningHours
import SimdJSON
import TestKit
import TestTraits
import Testing

@testable import Commands

/// `correct` closes places on some days, and takes that back. The sample is of Saturday, 21 November 2026, 12:00 in New York.
@Suite(.waitsForPrograms) struct CorrectCommandTests {
  private let folder: TemporaryFolder
  private let file = ".config/aggregate/corrections.json"

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) throws -> Program.Result {
    try Program.run(words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  private func correct(_ words: String...) throws -> Program.Result { try run(["correct", "--sample"] + words) }

  /// Returns the state of a place at a moment.
  private func state(_ id: String, _ time: String) throws -> String {
    let result = try run(["show", id, "--sample", "--at", time, "--format", "tsv", "--fields", "status.state"])
    return result.out.split(separator: "\n").last.map(String.init) ?? result.error
  }

  @Test func closedCampusHasReasonAndOpensAgain() throws {
    let open = try run(["open", "--sample", "--campus", "penn", "--at", "2026-11-22T17:00:00Z", "--format", "ndjson"])
    #expect(!open.out.isEmpty)
    let result = try correct("--campus", "penn", "--closed", "2026-11-22", "--because", "Snow", "--yes")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains("1920 Commons") && result.out.contains("closed"), "\(result.out)")
    let closed = try run(["open", "--sample", "--campus", "penn", "--at", "2026-11-22T17:00:00Z", "--format", "ndjson"])
    #expect(closed.out.isEmpty, "\(closed.out)")
    #expect(try !run(["open", "--sample", "--campus", "gmu", "--format", "ndjson"]).out.isEmpty)
    // Before and after the day.
    #expect(try state("penn/dining/593", "2026-11-21T17:00:00Z") == "open")
    #expect(try state("penn/dining/593", "2026-11-23T17:00:00Z") == "open")
    let card = try run(["show", "penn/dining/593", "--sample"])
    #expect(card.out.contains("(Snow)") && card.out.contains("because Snow"), "\(card.out)")
    #expect(try run(["explain", "penn/dining/593", "hours", "--sample"]).out.contains("Snow"))
    let list = try run(["correct", "--list", "--sample", "--format", "ndjson"])
    #expect(list.out.contains(#""dates":["2026-11-22"],"until":"2026-11-23","because":"Snow""#), "\(list.out)\(list.error)")
  }

  /// What was taken back leaves the bytes of the file and of the catalog as they were.
  @Test func undoRestoresBytes() throws {
    #expect(try correct("penn/dining/593", "--closed", "2026-11-24", "--because", "Water", "-y").status == 0)
    let (before, catalog) = (try folder.read(file), try run(["--sample", "-q"]).out)
    let words = ["--campus", "penn", "--closed", "2026-11-23..2026-11-25"]
    #expect(try run(["correct", "--sample", "--because", "Snow", "-y"] + words).status == 0)
    #expect(try folder.read(file) != before)
    #expect(try run(["--sample", "-q"]).out != catalog)
    let undone = try run(["correct", "--sample", "--undo", "-y"] + words)
    #expect(undone.status == 0 && undone.out.contains("closed"), "\(undone.error)")
    #expect(try folder.read(file) == before)
    #expect(try run(["--sample", "-q"]).out == catalog)
    // Without days, everything about the place.
    #expect(try correct("penn/dining/593", "--undo", "-y").status == 0)
    #expect(try !folder.read(file).contains("593"))
  }

  /// The night before belongs to the day before, and the night of the last closed day does not open.
  @Test func nightsBelongToTheirDays() throws {
    let id = "gmu/whats-open/southside"
    #expect(try correct(id, "--hours", "2026-11-23..2026-11-25 18:00-26:00", "--because", "Late", "-y").status == 0)
    #expect(try state(id, "2026-11-24T01:00") == "open")
    #expect(try correct(id, "--closed", "2026-11-24", "--because", "Snow", "-y").status == 0)
    #expect(try state(id, "2026-11-24T01:00") == "open")
    #expect(try state(id, "2026-11-24T02:30") == "closed")
    #expect(try state(id, "2026-11-24T20:00") == "closed")
    #expect(try state(id, "2026-11-25T01:00") == "closed")
    #expect(try state(id, "2026-11-25T20:00") == "open")
    // The correction of the 25th is still in force in its night.
    #expect(try state(id, "2026-11-26T01:00") == "open")
  }

  @Test func hoursReplaceThoseOfTheDay() throws {
    let result = try correct("1920 commons", "--hours", "tomorrow 10:00-12:00,14:00-15:00", "--because", "Meeting", "-y", "--format", "tsv")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.out.split(separator: "\n").last?.hasSuffix(#"[["10:00","12:00"],["14:00","15:00"]]"#) == true
        && result.out.contains("2026-11-22"), "\(result.out)")
    #expect(try state("penn/dining/593", "2026-11-22T13:00") == "closed")
    #expect(try state("penn/dining/593", "2026-11-22T14:30") == "open")
    // The same once more adds nothing.
    let before = try folder.read(file)
    let again = try correct("1920 commons", "--hours", "tomorrow 10:00-12:00,14:00-15:00", "--because", "Meeting", "-y")
    #expect(again.status == 0 && again.error.contains("has these corrections"), "\(again.error)")
    #expect(try folder.read(file) == before)
  }

  /// At 20:30 in New York it is already the next day in Liverpool.
  @Test func daysAreThoseOfThePlaces() throws {
    let (here, there) = (try #require(LocalDate("2026-11-21")), try #require(LocalDate("2026-11-22")))
    func dates(_ text: String, _ today: ClosedRange<LocalDate>) throws -> [String] {
      try CorrectedDays(closed: [text], hours: [], until: nil, today: today, allowsPast: false).dates.map(\.description)
    }
    #expect(try dates("today", here...here) == ["2026-11-21"])
    #expect(try dates("2026-11-23..2026-11-24", here...there) == ["2026-11-23", "2026-11-24"])
    // The night of yesterday may still go on.
    #expect(try dates("2026-11-20", here...there) == ["2026-11-20"])
    #expect { try dates("tomorrow", here...there) } throws: { ($0 as? Failure)?.message?.contains("not the same date") == true }
    #expect { try dates("2026-11-19", here...there) } throws: { ($0 as? Failure)?.message?.contains("is past") == true }
  }

  /// A file that the settings name later does not override the command.
  @Test func correctionsOverrideOtherFiles() throws {
    let manual = #"{"level":"manual","name":"Party","days":{"2026-11-22":[["10:00","12:00"]]}}"#
    let other = #"{"corrections":[{"id":"penn/dining/593","because":"Party","hours":{"layers":[\#(manual)]}}]}"#
    try folder.write(other, to: "other.json")
    #expect(try correct("penn/dining/593", "--closed", "2026-11-24", "--because", "Water", "-y").status == 0)
    #expect(try run(["config", "add-registry", "other.json"]).status == 0)
    #expect(try state("penn/dining/593", "2026-11-22T11:00") == "open")
    let result = try correct("penn/dining/593", "--closed", "2026-11-22", "--because", "Snow", "-y")
    #expect(result.status == 0 && result.out.contains("closed"), "\(result.out)\(result.error)")
    #expect(try state("penn/dining/593", "2026-11-22T11:00") == "closed")
  }

  /// Without a terminal, nothing changes until the user agrees beforehand.
  @Test func nothingChangesWithoutConsent() throws {
    let result = try correct("--campus", "penn", "--closed", "2026-11-22", "--because", "Snow")
    #expect(result.status == 64 && result.out.contains("1920 Commons") && result.error.contains("add --yes"), "\(result.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(file).path))
  }

  @Test(arguments: [
    (["--closed", "2026-11-22", "--because", "x"], 64, "name the places"),
    (["--campus", "penn", "--because", "x"], 64, "name the days"),
    (["--campus", "penn", "--closed", "2026-11-22"], 64, "say why"),
    (["--campus", "penn", "--closed", "2026-11-19", "--because", "x", "-y"], 64, "2026-11-19 is past"),
    (["--campus", "penn", "--undo", "--until", "2026-11-25"], 64, "--until needs"),
    (["--campus", "penn", "--hours", "2026-11-22 10:00-40:00", "--because", "x"], 64, "less than 24 hours"),
    (["--campus", "penn", "--hours", "2026-11-22 Mo-Fr 10:00-14:00", "--because", "x"], 64, "without weekdays"),
    (["--campus", "penn", "--closed", "2026-11-22", "--because", String(repeating: "x", count: 501)], 64, "at most 500"),
    (["--list", "--category", "library"], 64, "cannot be used together"),
    (["--campus", "penn", "--closed", "2026-11-25..2026-11-24", "--because", "x"], 64, "is before"),
    (["--campus", "penn", "--closed", "2026-11-25", "--until", "2036-11-24", "--because", "x"], 64, "more than 366 days"),
    (["--campus", "penn", "--closed", "someday", "--because", "x"], 64, "invalid date"),
    (["--campus", "penn", "--closed", "2026-11-22", "--hours", "2026-11-22 off", "--because", "x"], 64, "named twice"),
    (["--campus", "penn", "--hours", "2026-11-22 sunrise", "--because", "x"], 64, "--hours"),
    (["--campus", "pen", "--closed", "2026-11-22", "--because", "x"], 64, "did you mean"),
    (["penn/dining/594", "--closed", "2026-11-22", "--because", "x"], 4, "no entry penn/dining/594"),
    (["--campus", "penn", "--category", "bar", "--closed", "2026-11-22", "--because", "x"], 4, "no matching places"),
    (["--list", "--undo"], 64, "cannot be used together"),
  ])
  func wrongCommandsAreRefused(_ words: [String], _ status: Int, _ message: String) throws {
    let result = try run(["correct", "--sample"] + words)
    #expect(Int(result.status) == status && result.error.contains(message), "\(result.status) \(result.error)")
  }

  /// The store answers with the correction without a new request, and a file of the user's own is not touched.
  @Test func storeAnswersWithCorrection() throws {
    let replay = Program.root.path + "/Fixtures/gmu-around-the-clock"
    let stored = try run(["--replay", replay, "--store", "s.sqlite", "--at", "2026-11-21T17:00:00Z", "-q"])
    #expect(stored.status == 0, "\(stored.error)")
    try folder.write(#"{"corrections":[]}"#, to: "mine.json")
    #expect(try run(["config", "add-registry", "mine.json"]).status == 0)
    let words = ["correct", "--store", "s.sqlite", "--campus", "gmu", "--closed", "tomorrow"]
    let result = try run(words + ["--because", "Ice", "-y", "--format", "ndjson"])
    let rows = result.out.split(separator: "\n")
    #expect(!rows.isEmpty && rows.allSatisfy { $0.hasSuffix(#""after":[]}"#) }, "\(result.out) \(result.error)")
    let offline = ["--offline", "--store", "s.sqlite", "--campus", "gmu", "-q"]
    #expect(try run(offline).out.contains(#""from":"correction","because":"Ice""#))
    #expect(try run(words + ["--undo", "-y"]).status == 0)
    #expect(try !run(offline).out.contains("correction"))
    #expect(try folder.read("mine.json") == #"{"corrections":[]}"#)
  }
}
