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

@Test(
  "The address of a catalog is followed, which some options contradict",
  arguments: [
    (["--at", "12:00"], "--at cannot be used with the address"), ([], "--per-host cannot be used with the address"),
    (["--refresh-every", "15"], "--per-host cannot"), (["--refresh-every", "15s"], "--per-host cannot"),
    (["--refresh-every", "0s"], "invalid duration \"0s\""), (["--refresh-every", "never"], "invalid duration"),
    (["--allow-private", "--deadline", "5"], "--per-host cannot"), (["--sample"], "cannot be used together"),
  ])
func followedAddresses(options: [String], message: String) throws {
  // The last option is checked after all others, and keeps the server from starting.
  let result = try Program.run(["serve", "--catalog", "https://campus.example/catalog.json"] + options + ["--per-host", "2"])
  #expect(result.status == 64 && result.error.contains(message), "\(result.error)")
}

@Test(arguments: [["list"], ["open"], ["publish", "site"]])
func onlyServeReadsAddresses(command: [String]) throws {
  let result = try Program.run(command + ["--catalog", "https://campus.example/catalog.json"])
  #expect(result.status == 64 && result.error.contains("curl -fo catalog.json https://campus.example/catalog.json"), "\(result.error)")
}

@Test func missingServerIsReported() {
  let failure = ServerProgram.start(["--sample"], in: URL(fileURLWithPath: "/nonexistent/bin"))
  #expect(failure.status == .local && failure.message?.contains("Scripts/aggregate serve") == true)
}

@Test(
  "A base path is a path of plain segments",
  arguments: [
    ("/dining", true), ("/campus/places-1", true), ("/", false), ("dining", false), ("/dining/", false), ("//dining", false),
    ("/a/..", false),
    ("/a?b", false), ("/a\"b", false), ("", false),
  ])
func basePaths(text: String, isRight: Bool) { #expect(Serve.isBasePath(text) == isRight) }

@Test(
  "An origin has a scheme and a host, and nothing that would end the policy",
  arguments: [
    ("https://www.example.edu", true), ("https://*.example.edu", true), ("http://localhost:8081", true),
    ("https://www.example.edu/", false),
    ("https://*", false), ("*", false), ("'self'", false), ("https://a.example; script-src *", false), ("www.example.edu", false),
    ("", false),
  ])
func origins(text: String, isRight: Bool) { #expect(Serve.isOrigin(text) == isRight) }

@Test(
  "Wrong options of the pages are explained",
  arguments: [
    (["--accent", "red"], "\"red\" is not a color"), (["--base-path", "dining"], "is not a path, such as /dining"),
    (["--allow-frame", "www.example.edu"], "is not an origin"), (["--report", "dining@example.edu"], "--report must be mailto:"),
    (["--site-title", " "], "--site-title must be a text"),
  ])
func wrongPageOptions(options: [String], message: String) throws {
  let result = try Program.run(["serve", "--sample"] + options)
  #expect(result.status == 64 && result.error.contains(message), "\(result.error)")
}
