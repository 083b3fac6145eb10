import Foundation
import TestKit
import TestTraits
import Testing

/// One server for each fault that nginx can produce.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct FaultTests {
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
    // A busy machine must not end a request or a wait.
    let patient = #"{"connect":"PT10M","firstByte":"PT10M","attempt":"PT10M","idle":"PT10M"}"#
    program = try LiveProgram(feeds, limits: patient)
  }

  private func expected(_ outcome: String, healthy: String) -> [String: String] {
    let pairs = faults.map { ($0.name, "\(outcome) (\($0.reason))") }
    return Dictionary(uniqueKeysWithValues: pairs + [("healthy", healthy)])
  }

  @Test func lastGoodResultIsServedWithReason() throws {
    let good = try program.run("--deadline", "600")
    #expect(good.status == 0, "\(good.error)")
    try nginx.put("", at: "broken")
    let bad = try program.run("--deadline", "600", "--refresh", "--log-format", "json")
    #expect(bad.status == 3)
    #expect(try bad.feeds() == expected("stale", healthy: "unchanged"), "\(bad.error)")
    #expect(bad.entries == good.entries)
    #expect(bad.endings.count == faults.count + 1 && bad.endings.values.allSatisfy { $0 == 1 }, "\(bad.endings)")
    #expect(bad.error.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    try nginx.remove("broken")
    // Feeds with earlier good results are requested with the same validators. A server that did not say how long to wait gets no requests
    // for a minute, which may already have passed on a busy machine.
    let briefly = faults.firstIndex { $0.name == "toomany" }
    let log = try nginx.log {
      let again = try program.run("--deadline", "600", "--refresh")
      var expected = Dictionary(uniqueKeysWithValues: faults.map { ($0.name, $0.holds ? "stale (ratelimited)" : "unchanged") })
      expected["healthy"] = "unchanged"
      expected["toomany"] = nil
      #expect(again.status == 3)
      #expect(try again.feeds().filter { $0.key != "toomany" } == expected, "\(again.error)")
      #expect(again.entries == good.entries)
    }.filter { $0.port != briefly.map { "\(nginx.ports[$0])" } }
    #expect(log.count == faults.filter { !$0.holds }.count + 1, "a busy server gets no requests for as long as it said")
    #expect(log.allSatisfy { $0.status == 304 && !$0.ifNoneMatch.isEmpty })
    let strict = try program.run("--deadline", "600", "--strict")
    #expect(strict.status == 4 && strict.out.isEmpty)
  }

  @Test func feedIsAbsentWithoutLastGoodResult() throws {
    try nginx.put("", at: "broken")
    try program.folder.write("before", to: "out.json")
    let some = try program.run("--deadline", "600", "--no-store")
    #expect(some.status == 3)
    #expect(try some.feeds() == expected("absent", healthy: "fresh"))
    let requests = Dictionary(grouping: try nginx.log()) { $0.port }
    for (number, fault) in faults.enumerated() where fault.name != "loop" {
      let count = requests["\(nginx.ports[number])"]?.count ?? 0
      #expect(fault.name == "error" ? (1...3).contains(count) : count == 1, "\(fault.name) was asked \(count) times")
    }
    try program.register(faults.enumerated().map { ($1.name, nginx.url("/\($1.name).json", $0)) })
    let none = try program.run("--deadline", "600", "--no-store", "-o", "out.json")
    #expect(none.status == 4)
    #expect(none.out.isEmpty)
    #expect(try program.folder.read("out.json") == "before")
    for fault in faults { #expect(none.summary[fault.name] == "absent (\(fault.reason))") }
  }
}
