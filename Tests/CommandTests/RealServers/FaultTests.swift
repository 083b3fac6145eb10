import Foundation
import Testing

/// A server each for all that nginx can answer in the place of data.
@Suite(.enabled(if: Nginx.canStart, Nginx.reason)) struct FaultTests {
  let nginx: Nginx
  let program: LiveProgram
  let faults = ServerFault.all

  init() throws {
    let servers = faults.enumerated().map { number, fault in
      Nginx.server(number, "location / { if (-f %root%/broken) { \(fault.answer) } try_files /feed.json =404; }")
    }
    let nginx = try Nginx(servers + [Nginx.server(faults.count)])
    try nginx.put(Venues.reply("Hill House", "Falk"), at: "feed.json")
    try nginx.put("<!doctype html><title>Log in</title>", at: "page.html")
    try nginx.put("[{\"name\":\"Hill", at: "cut.json")
    var feeds = faults.enumerated().map { number, fault in (fault.name, nginx.url("/\(fault.name).json", number)) }
    self.nginx = nginx
    feeds.append(("healthy", nginx.url("/feed.json", faults.count)))
    program = try LiveProgram(feeds)
  }

  private func expected(_ outcome: String, healthy: String) -> [String: String] {
    let pairs = faults.map { ($0.name, "\(outcome) (\($0.reason))") }
    return Dictionary(uniqueKeysWithValues: pairs + [("healthy", healthy)])
  }

  @Test func theLastGoodResultIsServedWithTheReason() throws {
    let good = try program.run()
    #expect(good.status == 0, "\(good.error)")
    try nginx.put("", at: "broken")
    let bad = try program.run("--refresh", "--log-format", "json")
    #expect(bad.status == 3)
    #expect(try bad.feeds() == expected("stale", healthy: "unchanged"))
    #expect(bad.entries == good.entries)
    #expect(bad.endings.count == faults.count + 1 && bad.endings.values.allSatisfy { $0 == 1 }, "\(bad.endings)")
    #expect(bad.error.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    try nginx.remove("broken")
    // What the server was good for before is asked for by the same validators as before.
    let log = try nginx.log {
      let again = try program.run("--refresh")
      var told = Dictionary(uniqueKeysWithValues: faults.map { ($0.name, $0.holds ? "stale (ratelimited)" : "unchanged") })
      told["healthy"] = "unchanged"
      #expect(again.status == 3)
      #expect(try again.feeds() == told)
      #expect(again.entries == good.entries)
    }
    #expect(log.count == faults.filter { !$0.holds }.count + 1, "a server that asked for patience has it")
    #expect(log.allSatisfy { $0.status == 304 && !$0.ifNoneMatch.isEmpty })
    let strict = try program.run("--strict")
    #expect(strict.status == 4 && strict.out.isEmpty)
  }

  @Test func withoutALastGoodResultThereIsNothing() throws {
    try nginx.put("", at: "broken")
    try program.folder.write("before", to: "out.json")
    let some = try program.run("--no-store")
    #expect(some.status == 3)
    #expect(try some.feeds() == expected("absent", healthy: "fresh"))
    let requests = Dictionary(grouping: try nginx.log()) { $0.port }
    for (number, fault) in faults.enumerated() where fault.name != "loop" {
      let count = requests["\(nginx.ports[number])"]?.count ?? 0
      #expect(fault.name == "error" ? (1...3).contains(count) : count == 1, "\(fault.name) was asked \(count) times")
    }
    try program.register(faults.enumerated().map { ($1.name, nginx.url("/\($1.name).json", $0)) })
    let none = try program.run("--no-store", "-o", "out.json")
    #expect(none.status == 4)
    #expect(none.out.isEmpty)
    #expect(try program.folder.read("out.json") == "before")
    for fault in faults { #expect(none.summary[fault.name] == "absent (\(fault.reason))") }
  }
}
