import Foundation
import TestKit
import TestTraits
import Testing

/// Questions that the store answers.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct StoredQuestionTests {
  private func ask(_ program: LiveProgram, _ words: String...) throws -> Program.Result {
    try Program.run(words + ["--config", program.path("registry.json"), "--store", program.storePath], directory: program.folder.url)
  }

  @Test func storeAnswersWithoutServer() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House", "Falk"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json")), ("b", nginx.url("/b.json"))])
    #expect(try program.run("--campus", "a").status == 0)
    let requests = try nginx.log().count
    nginx.stop()
    // The feed "b" was never read, which is not reported.
    let list = try ask(program, "list", "--at", "2026-11-21T12:00:00-05:00")
    #expect(list.status == 0 && list.error == "aggregate: answers for 2026-11-21 12:00 America/New_York\n", "\(list.error)")
    #expect(list.out.contains("Falk        open   Open until Sat 14:30"), "\(list.out)")
    #expect(try ask(program, "open", "--at", "2026-11-21T20:00:00-05:00").out.isEmpty)
    #expect(try ask(program, "show", "a/dining/1").out.contains("unchanged (offline), last seen"))
    #expect(try ask(program, "list", "--campus", "b").status == 4)
    #expect(try ask(program, "list", "--at", "2026-11-21T12:00").status == 0, "one zone")
    #expect(requests == 1)
  }

  @Test func oldHoursAreUnknown() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    #expect(try program.run().status == 0)
    let (soon, late) = (Date.now.addingTimeInterval(13.9 * 86_400), Date.now.addingTimeInterval(14.1 * 86_400))
    #expect(try !ask(program, "list", "--at", soon.ISO8601Format(), "--format", "json").out.contains("feed.old"))
    let old = try ask(program, "list", "--at", late.ISO8601Format(), "--format", "json")
    #expect(
      old.out.contains(#""state":"unknown","because":"feed.old","sentence":"Hours unknown: the feed was last read on "#), "\(old.out)")
    for command in ["open", "list"] {
      let message = "the hours of 1 place are too old to be used; run `aggregate` to read the feeds again"
      #expect(try ask(program, command, "--at", late.ISO8601Format()).error.contains(message), "\(command)")
    }
    program.environment["AGGREGATE_STALE_AFTER"] = "15"
    let trusting = try Program.run(
      ["list", "--at", late.ISO8601Format(), "--format", "json", "--config", program.path("registry.json"), "--store", program.storePath],
      environment: program.environment, directory: program.folder.url)
    #expect(!trusting.out.contains("feed.old"))
    // Hours in a catalog file do not expire.
    #expect(try program.run("--offline", "-o", "c.json").status == 0)
    let file = try Program.run(
      ["list", "--catalog", "c.json", "--at", late.ISO8601Format(), "--format", "json"], directory: program.folder.url)
    #expect(!file.out.contains("feed.old"))
  }

  @Test func favoritesSurviveRefreshes() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House", "Falk"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    #expect(try program.run().status == 0)
    #expect(try ask(program, "favorites", "add", "a/dining/2").status == 0)
    try nginx.put(Venues.reply("Hill House", "Falk Kosher Dining"), at: "a.json")
    #expect(try program.run("--refresh").status == 0)
    #expect(try ask(program, "favorites").out.contains("Falk Kosher Dining"))
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    #expect(try program.run("--refresh").status == 0)
    #expect(try ask(program, "favorites").out.contains("a/dining/2  Falk  not in the catalog now"))
    #expect(try ask(program, "list", "--favorites").error.contains("no matching places"))
  }
}
