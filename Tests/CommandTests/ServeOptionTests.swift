import Foundation
import Testing

@testable import Commands

@Test(
  "The address of map tiles has a place for each number",
  arguments: [
    ("https://tiles.example.edu/{z}/{x}/{y}.png", true), ("http://localhost:8081/{z}/{x}/{y}?key=a&b=c", true), ("", false),
    ("https://tiles.example.edu/{z}/{x}.png", false), ("ftp://tiles.example.edu/{z}/{x}/{y}.png", false),
    ("https://{z}/{x}/{y}", false), ("https://tiles.example.edu/{z}/{x}/{y}.png; script-src *", false),
    ("https://tiles.example.edu;script-src/{z}/{x}/{y}", false),
  ])
func tileTemplates(text: String, isRight: Bool) { #expect(Serve.isTileTemplate(text) == isRight) }

@Test(
  "Names of hosts have no scheme and no port",
  arguments: [
    ("localhost", true), ("dining.example.edu", true), ("127.0.0.1", true), ("::1", true), ("fe80::1", true), ("::", true), ("", false),
    ("https://dining.example.edu", false), ("dining.example.edu:80", false), ("a b", false), ("*", false), ("-", false),
    ("a:1", false), ("::1:80:x", false), ("1:2", false), ("::ffff:10.0.0.1", true),
  ])
func hostNames(text: String, isRight: Bool) { #expect(Serve.isHostName(text) == isRight) }

@Test(
  "Tiles need their credit",
  arguments: [
    (["--tiles", "https://a.example/{z}/{x}/{y}"], false), (["--tiles-attribution", "© Maps"], false),
    (["--tiles", "https://a.example/{z}/{x}/{y}", "--tiles-attribution", ""], false),
    (["--tiles", "https://a.example/{z}/{x}/{y}", "--tiles-attribution", "© Maps"], true), ([], true),
  ])
func tilesNeedTheirCredit(options: [String], isRight: Bool) throws {
  // A later error keeps the server from starting.
  let result = try Program.run(["serve", "--sample"] + options + ["--refresh-every", "never"])
  #expect(result.status == 64 && result.error.contains("--tiles needs --tiles-attribution") == !isRight)
}

@Test func missingServerIsReported() {
  let failure = ServerProgram.start(["--sample"], in: URL(fileURLWithPath: "/nonexistent/bin"))
  #expect(failure.status == .local && failure.message?.contains("Scripts/aggregate serve") == true)
}
