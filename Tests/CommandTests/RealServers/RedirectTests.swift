import Foundation
import TestKit
import TestTraits
import Testing

/// Redirects of nginx.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct RedirectTests {
  @Test func fiveHopsAreFollowedAndSixAreNot() throws {
    let hops = (2...6).map { "location = /\($0) { return \($0 % 2 == 0 ? 301 : 302) /\($0 - 1); }" }.joined(separator: " ")
    let nginx = try Nginx([Nginx.server(0, "\(hops) location = /1 { return 308 http://127.0.0.1:%port0%/a.json; }")])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let program = try LiveProgram([("one", nginx.url("/1")), ("five", nginx.url("/5")), ("six", nginx.url("/6"))])
    let result = try program.run()
    #expect(result.status == 3)
    #expect(try result.feeds() == ["one": "fresh", "five": "fresh", "six": "absent (policy.redirects)"])
    #expect(try nginx.log().count == 2 + 6 + 6)
    #expect(try program.run("--refresh").feeds()["five"] == "unchanged", "the validators are those of the last hop")
  }

  @Test func headersAreNotSentToOtherOrigins() throws {
    let nginx = try Nginx([
      Nginx.server(0, "location = /a { return 302 http://127.0.0.1:%port1%/feed.json; } location = /b { return 302 /feed.json; }"),
      Nginx.server(1),
    ])
    try nginx.put(Venues.reply("Hill House"), at: "feed.json")
    let program = try LiveProgram(
      [("away", nginx.url("/a")), ("home", nginx.url("/b"))],
      headers: #"{"Authorization":"Bearer ${FEED_TOKEN}","X-Api-Key":"${FEED_TOKEN}"}"#)
    program.environment["FEED_TOKEN"] = "mango-7Qx-lantern"
    let result = try program.run("--log-format", "json")
    #expect(result.status == 0, "\(result.error)")
    let log = try nginx.log()
    let away = log.filter { $0.port == "\(nginx.ports[1])" }
    #expect(away.count == 1 && away[0].status == 200)
    #expect(away.allSatisfy { $0.authorization.isEmpty && $0.apiKey.isEmpty })
    let home = log.filter { $0.port == "\(nginx.ports[0])" }
    #expect(home.count == 3)
    #expect(home.allSatisfy { $0.authorization == "Bearer mango-7Qx-lantern" && $0.apiKey == "mango-7Qx-lantern" })
    #expect(result.records.contains { $0["event"] as? String == "redirect.cross_origin" })
  }

  /// Loopback addresses need --allow-private, as the first address and after a redirect.
  @Test func privateAddressesAreRefusedByDefault() throws {
    let nginx = try Nginx([Nginx.server(0)])
    let folder = try TemporaryFolder()
    let registry = try folder.write(
      """
      {"campuses":[{"id":"a","name":"A","timeZone":"UTC"}],
       "feeds":[{"id":"a/dining","adapter":"penn","addresses":{"venues":"\(nginx.url("/a.json"))"}}]}
      """, to: "registry.json")
    let result = try Program.run(["--config", registry, "--feed", "a/dining", "--no-store"])
    #expect(result.status == 4)
    #expect(result.error.contains("absent (policy.address)"), "\(result.error)")
    #expect(try nginx.log().isEmpty)
  }
}
