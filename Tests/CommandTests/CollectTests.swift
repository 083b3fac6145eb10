import CampusCatalog
import Foundation
import TestKit
import TestTraits
import Testing

@Suite(.waitsForPrograms) struct CollectTests {
  @Test func sampleGoesToStdoutAndSummaryToStderr() throws {
    let result = try Program.run(["--sample"])
    #expect(result.status == 0)
    #expect(try CatalogReader.read(Array(result.out.utf8)).entries.count > 30)
    #expect(result.error.contains("built-in sample of 2026-11-21 12:00 America/New_York (17:00 Europe/London)"))
    #expect(try Program.run(["collect", "--sample", "-q"]).error.isEmpty)
    #expect(try Program.run(["collect", "--sample", "-q"]).out == result.out)
  }

  @Test func movedProgramHasSample() throws {
    let folder = try TemporaryFolder()
    let moved = folder.url.appendingPathComponent("moved")
    try FileManager.default.copyItem(at: Program.url, to: moved)
    #expect(try Program.run(["--sample", "-q"], executable: moved).status == 0)
  }

  @Test func ndjsonHasSameEntries() throws {
    let document = try Program.run(["--sample", "-q"]).out
    let lines = try Program.run(["--sample", "-q", "--format", "ndjson"]).out.split(separator: "\n")
    #expect(lines.count > 30)
    for line in lines { #expect(document.contains("\n\(line)")) }
  }

  /// With a store, exports say when entries changed, as it was known at the time of the run.
  @Test func storeKnowsWhenEntriesChanged() throws {
    let folder = try TemporaryFolder()
    let sample = Program.root.appendingPathComponent("Fixtures/sample/penn/dining")
    var reply = try String(contentsOf: sample.appendingPathComponent("venues.json"), encoding: .utf8)
    func stamps(_ arguments: String...) throws -> Set<String> {
      let result = try Program.run(
        ["--feed", "penn/dining", "--store", "s.sqlite", "--format", "ics", "-q"] + arguments, directory: folder.url)
      #expect(result.status == 0, "\(result.error)")
      return Set(result.out.split(separator: "\r\n").filter { $0.hasPrefix("DTSTAMP") }.map { String($0.suffix(7)) })
    }
    for (hour, expected) in [(12, ["120000Z"]), (13, ["120000Z"]), (14, ["120000Z", "140000Z"])] as [(Int, Set<String>)] {
      if hour == 14 { reply = reply.replacingOccurrences(of: "Hill House", with: "Hill") }
      try folder.write(reply, to: "rec/penn/dining/venues.json")
      #expect(try stamps("--replay", "rec", "--at", "2026-11-22T\(hour):00:00Z") == expected)
    }
    #expect(try stamps("--offline") == ["120000Z", "140000Z"])
    #expect(try stamps("--as-of", "latest~1") == ["120000Z"])
  }

  @Test func offlineWithoutStoreExits4() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("before", to: "out.json")
    for arguments in [["--offline"], ["--offline", "-o", file]] {
      let result = try Program.run(arguments + ["--store", folder.url.appendingPathComponent("s.sqlite").path])
      #expect(result.status == 4)
      #expect(result.out.isEmpty)
      #expect(result.error.contains("absent (offline)") && result.error.contains("--sample"), "\(result.error)")
    }
    #expect(try folder.read("out.json") == "before")
  }

  @Test(arguments: [
    (["--sample", "--campus", "pen"], 64, "did you mean \"penn\""),
    (["--sample", "--feed", "gmu/whatsopen"], 64, "did you mean \"gmu/whats-open\""),
    (["--sample", "--campus", "PENN"], 64, "did you mean \"penn\""),
    (["--sample", "--format", "xml"], 64, "json"),
    (["--sample", "--replay", "x"], 64, "cannot be used together"),
    (["--sample", "-q", "-v"], 64, "--quiet and --verbose cannot be used together"),
    (["watch", "-q", "-v"], 64, "--quiet and --verbose cannot be used together"),
    (["--sample", "--jobs", "0"], 64, "1 to 256"),
    (["--per-host", "0"], 64, "1 to 256"),
    (["--deadline", "0"], 64, "1 to 86400"),
    (["--offline", "--refresh"], 64, "cannot be used together"),
    (["--offline", "--no-store"], 64, "store"),
    (["--store", "x", "--no-store"], 64, "cannot be used together"),
    (["--sample", "--refresh"], 64, "--refresh"),
    (["--replay", "x", "--record", "y"], 64, "--record"),
    (["--accept", "penn/dinin"], 64, "did you mean \"penn/dining\""),
    (["--nonsense"], 64, "--nonsense"),
    (["--sample", "--at", "noon"], 64, "--at"),
    (["--sample", "--at", "2026-11-21T12:00"], 64, "different time zones"),
    (["--sample", "--campus", "everywhere", "--at", "2026-11-21T12:00"], 64, "no time zone"),
    (["--replay", "/nonexistent"], 4, "does not exist"),
    (["--sample", "--config", "/nonexistent.json"], 78, "/nonexistent.json"),
    (["--sample", "-o", "/nonexistent/x.json"], 5, "/nonexistent/x.json"),
  ])
  func wrongInputsGiveClearMessages(_ arguments: [String], _ status: Int32, _ word: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == status, "\(result.error)")
    #expect(result.out.isEmpty)
    #expect(result.error.contains(word), "\(result.error)")
  }

  @Test(arguments: [
    ("2026-11-21T12:00", "2026-11-21T17:00:00Z"), ("2026-07-01", "2026-07-01T04:00:00Z"),
    ("2026-11-21T12:00:00+09:00", "2026-11-21T03:00:00Z"),
    ("2026-03-08T02:30", "2026-03-08T07:30:00Z"), ("2026-11-01T01:30", "2026-11-01T05:30:00Z"),
  ])
  func localTimesUseCampusZone(_ at: String, _ generated: String) throws {
    let result = try Program.run(["--sample", "-q", "--campus", "penn", "--at", at])
    #expect(result.out.hasPrefix(#"{"schema":"campus-catalog/1","generatedAt":"\#(generated)","#), "\(result.error)")
  }

  /// Two feeds recorded, one of them broken.
  private func recording(_ folder: TemporaryFolder) throws {
    try folder.write(#"[{"q":"Go.","a":"Seneca"}]"#, to: "rec/everywhere/quotes/quotes.json")
    try folder.write(#"{"error":"down"}"#, to: "rec/penn/dining/venues.json")
  }

  @Test func degradedExits3AndStrictExits4() throws {
    let folder = try TemporaryFolder()
    try recording(folder)
    let degraded = try Program.run(["--replay", "rec"], directory: folder.url)
    #expect(degraded.status == 3)
    #expect(degraded.out.contains("Seneca"))
    #expect(degraded.error.contains("absent (schema.shape)"))
    try folder.write("before", to: "out.json")
    let strict = try Program.run(["--replay", "rec", "--strict", "-o", "out.json"], directory: folder.url)
    #expect(strict.status == 4)
    #expect(try folder.read("out.json") == "before", "a failed run leaves the file alone")
    let quiet = try Program.run(["--replay", "rec", "-q"], directory: folder.url)
    #expect(quiet.status == 3 && quiet.error.hasPrefix("aggregate: penn/dining: absent (schema.shape): 0 entries"), "\(quiet.error)")
    #expect(quiet.error.split(separator: "\n").count == 1, "\(quiet.error)")
    #expect(try Program.run(["--replay", "rec", "--feed", "everywhere/quotes", "-q"], directory: folder.url).error.isEmpty)
    let nothing = try Program.run(["--replay", "rec", "--campus", "penn", "-q"], directory: folder.url)
    #expect(nothing.status == 4)
    #expect(nothing.out.isEmpty)
  }

  @Test func filesAreWrittenCompletely() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(["--sample", "-q", "-o", "a.json"], directory: folder.url)
    #expect(result.status == 0)
    #expect(result.out.isEmpty)
    #expect(folder.names == ["a.json"], "no temporary file is left")
    #expect(try folder.read("a.json") == Program.run(["--sample", "-q"]).out)
    #expect(try Program.run(["--sample", "-q", "-o", "/dev/null"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }

  @Test(arguments: ["UTC", "Pacific/Kiritimati", "America/St_Johns"])
  func machineZoneAndLocaleDoNotMatter(_ zone: String) throws {
    let environment = ["TZ": zone, "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"]
    #expect(try Program.run(["--sample", "-q"], environment: environment).out == Program.run(["--sample", "-q"]).out)
  }
}
