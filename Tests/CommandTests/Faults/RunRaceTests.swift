import Basics
import Foundation
import ScriptedServer
import TestKit
import TestTraits
import Testing

/// Two processes that poll one feed at the same time, with one store: the second starts while the first waits for its reply, and ends
/// before it comes.
@Suite(.waitsForPrograms) struct RunRaceTests {
  private static func response(_ status: String, _ body: String) -> [UInt8] {
    Array("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nETag: \"\(body.utf8.count)\"\r\n\r\n\(body)".utf8)
  }

  /// The second process's result stays, whatever the first one receives.
  @Test(arguments: ["old", "not modified", "not found", "cut"], [true, false])
  func slowRunDoesNotOverwriteNewerResults(_ what: String, isWarm: Bool) throws {
    let port = try ReservedPort()
    let program = try LiveProgram([("a", port.url("/a.json"))])
    let arguments = ["--config", program.path("registry.json"), "--store", program.storePath, "--allow-private", "--refresh", "-q"]
    let home = ["HOME": program.folder.url.path]
    let second = Guarded<String?>(nil)
    let late: [UInt8]
    switch what {
    case "old": late = Self.response("200 OK", Venues.reply("Old Hall"))
    case "not modified": late = Self.response("304 Not Modified", "")
    case "not found": late = Self.response("404 Not Found", "{}")
    default: late = Self.response("200 OK", "[{\"name\":")
    }
    let slow: [Step] = [
      .receive,
      .answer { _ in
        let result = try? Program.run(arguments, environment: home)
        second.withLock { $0 = result.flatMap { $0.status == 0 ? $0.out : $0.error } }
        return late
      },
    ]
    let first: [[Step]] = isWarm ? [[.receive, .send(Self.response("200 OK", Venues.reply("First Hall")))]] : []
    let fast: [Step] = [.receive, .send(Self.response("200 OK", Venues.reply("New Hall")))]
    let server = try ScriptedServer(scripts: first + [slow, fast, [.receive, .respond("404 Not Found")]], at: port)
    defer { server.stop() }
    if isWarm { #expect(try program.run().status == 0) }
    let result = try program.run("--refresh")
    #expect(second.withLock { $0 }?.contains("New Hall") == true)
    #expect(!result.out.contains("Old Hall"))
    let stored = try program.run("--offline")
    #expect(stored.out.contains("New Hall") && !stored.out.contains("Old Hall"), "\(stored.error)")
    // The last good result shown is the one from the start of the run, or the one that the other process stored.
    #expect(result.out.contains("Hall"), "\(result.error)")
  }
}
