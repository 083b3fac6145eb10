import Foundation
import TestKit
import TestTraits
import Testing

/// A server that disappears.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct OfflineTests {
  @Test func lastGoodResultIsServedWithoutServer() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House", "Falk"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    let good = try program.run("--record", "replies")
    #expect(good.status == 0)
    nginx.stop()
    let down = try program.run("--refresh")
    #expect(down.status == 3)
    #expect(try down.feeds() == ["a": "stale (connect.refused)"])
    #expect(down.entries == good.entries)
    let offline = try program.run("--offline")
    #expect(offline.status == 0)
    #expect(try offline.feeds() == ["a": "unchanged (offline)"])
    #expect(offline.entries == good.entries)
    let replayed = try program.run("--replay", "replies")
    #expect(replayed.status == 0, "\(replayed.error)")
    #expect(try replayed.feeds() == ["a": "replayed"])
    #expect(replayed.entries == good.entries)
    try program.folder.write("before", to: "out.json")
    let cold = try program.run("--no-store", "-o", "out.json")
    #expect(cold.status == 4)
    #expect(cold.out.isEmpty)
    #expect(cold.summary == ["a": "absent (connect.refused)"])
    #expect(try program.folder.read("out.json") == "before")
  }

  /// An unchanged reply is recorded, too.
  @Test func unchangedRepliesAreRecorded() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    let good = try program.run()
    #expect(try program.run("--refresh", "--record", "replies").status == 0)
    #expect(try nginx.log().map(\.status) == [200, 304])
    #expect(try program.folder.read("replies/a/dining/venues.json") == Venues.reply("Hill House"))
    #expect(try program.run("--replay", "replies").entries == good.entries)
  }
}
