import Foundation
import ScriptedServer
import TestKit
import TestTraits
import Testing

/// A crash of the machine may damage the stored replies of `work poll`.
@Suite(.waitsForPrograms) struct DamagedReplyTests {
  /// The server confirms the reply, if it may: then nothing is left to read. So it is requested without conditions.
  @Test(arguments: ["cut", "empty", "zeros", "missing"]) func damagedReplyIsRequestedAgain(_ damage: String) throws {
    let body = Venues.reply("Hall", "Tower")
    let whole = Array("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    let unchanged = Array("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n".utf8)
    let server = try ScriptedServer([.receive, .answer { $0.lowercased().contains("if-none-match") ? unchanged : whole }])
    defer { server.stop() }
    let program = try LiveProgram([("town", server.url("/venues.json"))])
    let poll = "aggregate work poll --bodies bodies --per-host 1 --allow-private"
    let plan = "aggregate work plan --config registry.json --campus town --refresh"
    func shell(_ script: String) throws -> Program.Result {
      let script = "set -o pipefail; aggregate() { \"$aggregate\" \"$@\"; }\n\(script)"
      return try Shell.run(script, directory: program.folder.url)
    }
    let first = try shell("\(plan) --at 2026-11-21T17:00:00Z | \(poll) --at 2026-11-21T17:00:00Z > last.ndjson")
    #expect(first.status == 0, "\(first.error)")
    let file = program.folder.url.appendingPathComponent("bodies/town/dining/venues.json")
    #expect(try Data(contentsOf: file) == Data(body.utf8))
    switch damage {
    case "cut": try Data(body.utf8.prefix(100)).write(to: file)
    case "empty": try Data().write(to: file)
    case "zeros": try Data(count: body.utf8.count).write(to: file)
    default: try FileManager.default.removeItem(at: file)
    }
    let second = try shell(
      "\(plan) --state last.ndjson --at 2026-11-21T18:00:00Z | \(poll) --previous last.ndjson --at 2026-11-21T18:00:00Z")
    #expect(second.status == 0 && second.out.contains(#""outcome":"unchanged""#), "\(second.out)\(second.error)")
    #expect(try Data(contentsOf: file) == Data(body.utf8))
  }
}
