import Foundation
import TestTraits
import Testing

/// Rate limits and throttling, against nginx.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct RateTests {
  @Test(arguments: ["", "add_header Retry-After 7200 always;"])
  func rateLimitsOfNginx(_ header: String) throws {
    let text = "location / { limit_req zone=one; limit_req_status 429; \(header) }"
    let nginx = try Nginx([Nginx.server(0, text)], http: "limit_req_zone $binary_remote_addr zone=one:1m rate=1r/m;")
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    let good = try program.run()
    #expect(good.status == 0)
    let limited = try program.run("--refresh")
    #expect(limited.status == 3)
    #expect(try limited.feeds() == ["a": "stale (ratelimited)"])
    #expect(limited.entries == good.entries)
    #expect(try nginx.log().map(\.status) == [200, 429], "no second attempt")
    // Without the header, the program waits for a minute, which may already have passed on a busy machine.
    guard !header.isEmpty else { return }
    for arguments in [["--refresh"], []] {
      let later = arguments.isEmpty ? try program.run() : try program.run("--refresh")
      #expect(later.status == 3)
      #expect(try later.feeds() == ["a": "stale (ratelimited)"])
      #expect(later.entries == good.entries)
    }
    #expect(try nginx.log().count == 2, "no request before the time is over")
  }

  @Test func busyServerHoldsAllItsFeeds() throws {
    let nginx = try Nginx([Nginx.server(0, "location / { add_header Retry-After 7200 always; return 429; }"), Nginx.server(1)])
    try nginx.put(Venues.reply("Hill House"), at: "good.json")
    let feeds = (0..<10).map { ("f\($0)", nginx.url("/\($0).json")) }
    let program = try LiveProgram(feeds + [("good", nginx.url("/good.json", 1))])
    let result = try program.run("--per-host", "1", "--log-format", "json")
    #expect(result.status == 3)
    var told = Dictionary(uniqueKeysWithValues: feeds.map { ($0.0, "absent (ratelimited)") })
    told["good"] = "fresh"
    #expect(try result.feeds() == told)
    #expect(result.endings.count == 11 && result.endings.values.allSatisfy { $0 == 1 })
    #expect(try nginx.log().filter { $0.status == 429 }.count == 1, "nine feeds made no request")
  }

  @Test func requestsToOneServerAreSpaced() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let program = try LiveProgram((0..<8).map { ("f\($0)", nginx.url("/a.json?\($0)")) })
    let result = try program.run("--per-host", "1", "--no-store")
    #expect(result.status == 0)
    #expect(result.elapsed >= .milliseconds(1750))
  }

  @Test func circuitOpensAfterFiveFailures() throws {
    let down = try Loopback.freePort()
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let dead = (0..<20).map { ("dead\($0)", "http://127.0.0.1:\(down)/\($0)") }
    let healthy = (0..<30).map { ("good\($0)", nginx.url("/a.json?\($0)")) }
    let program = try LiveProgram(dead + healthy)
    let result = try program.run("--per-host", "1", "--log-format", "json", "--deadline", "20")
    #expect(result.status == 3)
    let told = try result.feeds()
    for (name, _) in healthy { #expect(told[name] == "fresh") }
    let reasons = Dictionary(grouping: dead.compactMap { told[$0.0] }) { $0 }.mapValues(\.count)
    #expect(Set(reasons.keys) == ["absent (connect.refused)", "absent (circuit.open)"], "\(reasons)")
    let attempts = result.records.filter { $0["event"] as? String == "fetch.connect" }.count
    #expect((5...8).contains(attempts), "asked \(attempts) times")
    #expect(result.records.contains { $0["event"] as? String == "circuit.open" })
  }
}
