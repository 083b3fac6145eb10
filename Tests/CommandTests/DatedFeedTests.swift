import Foundation
import ScriptedServer
import TestKit
import TestTraits
import Testing

/// The commands with a feed that has an address for each day.
@Suite(.waitsForPrograms) struct DatedFeedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  private func writeRegistry(_ url: String, _ dates: String = #""days": 3, "missing": "empty""#) throws {
    try folder.write(
      #"""
      {"campuses": [{"id": "lake", "name": "Lake College", "timeZone": "America/New_York"}],
       "feeds": [{"id": "lake/menus", "adapter": "mapping", "addresses": {"records": {"url": "\#(url)", \#(dates)}},
                  "mapping": {"records": "", "id": "/id", "name": "/id"}}]}
      """#, to: "lake.json")
  }

  /// Has one record for each path, named after its last part, and a tag; nothing for dates with an odd day.
  private static func reply(to head: String, hasAll: Bool) -> [UInt8] {
    let path = head.split(separator: " ").dropFirst().first ?? ""
    let name = path.split(separator: "/").last ?? ""
    if !hasAll, let last = name.last?.wholeNumberValue, last % 2 == 1 {
      return Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)
    }
    if head.contains("If-None-Match: \"\(name)\"") { return Array("HTTP/1.1 304 Not Modified\r\nETag: \"\(name)\"\r\n\r\n".utf8) }
    let body = #"[{"id": "\#(name)", "name": "Soup and Stew"}]"#
    return Array("HTTP/1.1 200 OK\r\nETag: \"\(name)\"\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
  }

  private func records(_ catalog: String) throws -> [String] {
    let document = try #require(try JSONSerialization.jsonObject(with: Data(catalog.utf8)) as? [String: Any])
    return try #require(document["entries"] as? [[String: Any]]).compactMap { $0["name"] as? String }
  }

  @Test(arguments: [true, false]) func runRecordAndReplay(_ hasAll: Bool) throws {
    let server = try ScriptedServer([.receive, .answer { Self.reply(to: $0, hasAll: hasAll) }, .restart])
    defer { server.stop() }
    try writeRegistry(server.url("/menus/{date}"))
    let words = ["--config", "lake.json", "--feed", "lake/menus", "--allow-private", "--store", "s.sqlite"]
    func collect(_ more: String...) throws -> Program.Result {
      try Program.run(words + more, environment: ["HOME": folder.url.path], directory: folder.url)
    }
    let first = try collect("--record", "r")
    #expect(first.status == 0, "\(first.error)")
    let found = try records(first.out)
    #expect(hasAll ? found.count == 3 : (1...2).contains(found.count), "\(found)")
    #expect(server.record.heads.count == 3)
    let again = try collect("--refresh")
    #expect(again.status == 0 && again.error.contains("unchanged"), "\(again.error)")
    #expect(try records(again.out) == found)
    #expect(server.record.heads.suffix(3).count { $0.contains("If-None-Match") } == found.count)
    let offline = try collect("--offline")
    #expect(try records(offline.out) == found)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("r/lake/menus")).filter { !$0.hasSuffix(".meta.json") }
    #expect(files.count == found.count)
    let replayed = try run("--config", "lake.json", "--replay", "r")
    #expect(replayed.status == 0 && !replayed.error.contains("request.missing"), "\(replayed.error)")
    #expect(try records(replayed.out) == found)
  }

  @Test func addressesAreShownWithTheirDates() throws {
    try writeRegistry("https://eat.example.edu/{weekyear}/{week}", #""weeks": 2, "missing": "empty""#)
    let shown = try run("feeds", "show", "lake/menus", "--config", "lake.json")
    #expect(shown.out.contains("https://eat.example.edu/{weekyear}/{week} (2 weeks, some may be missing)"), "\(shown.out)")
    let json = try run("feeds", "show", "lake/menus", "--config", "lake.json", "--json")
    #expect(json.out.contains(#""weeks":2,"missing":"empty""#), "\(json.out)")
    try writeRegistry("https://eat.example.edu/{today}")
    let refused = try run("feeds", "--config", "lake.json")
    #expect(refused.status == 78 && refused.error.contains("lake.json:2:"), "\(refused.status) \(refused.error)")
    #expect(refused.error.contains("\"{today}\" is not a date; use one of {date}, "), "\(refused.error)")
  }

  /// Saved replies of several dates are read together, also by a mapping whose address is not known.
  @Test func datesAreTried() throws {
    try folder.write(#"{"records": "", "id": "/id", "name": "/id", "paging": {"days": 2, "missing": "empty"}}"#, to: "mapping.json")
    try folder.write(#"[{"id": "soup"}]"#, to: "1.json")
    try folder.write(#"[{"id": "stew"}]"#, to: "2.json")
    let both = try run("adapters", "try", "mapping.json", "--from", "records=1.json", "--from", "records.2=2.json")
    #expect(both.status == 0 && both.error.contains("2 entries"), "\(both.error)")
    let second = try run("adapters", "try", "mapping.json", "--from", "records.2=2.json")
    #expect(second.status == 0 && second.error.contains("1 entry"), "\(second.error)")
  }

  @Test func proposalForAnAddressWithADate() throws {
    let server = try ScriptedServer([.receive, .answer { Self.reply(to: $0, hasAll: true) }, .restart])
    defer { server.stop() }
    let url = server.url("/menus/{year}-{month}-{day}")
    let made = try run("adapters", "new", "lakeside", "--url", url, "--zone", "Asia/Tokyo", "--allow-private", "-y")
    #expect(made.status == 0, "\(made.error)")
    let path = try #require(server.record.heads.first?.split(separator: " ").dropFirst().first)
    #expect(path.wholeMatch(of: /\/menus\/20[0-9]{2}-[01][0-9]-[0-3][0-9]/) != nil, "\(path)")
    #expect(try folder.read("lakeside/case/registry.json").contains("{year}-{month}-{day}"))
    let refused = try run("adapters", "new", "other", "--url", server.url("/{today}"), "--allow-private", "-y")
    #expect(refused.status == 64 && refused.error.contains("--url: \"{today}\" is not a date"), "\(refused.error)")
  }
}
