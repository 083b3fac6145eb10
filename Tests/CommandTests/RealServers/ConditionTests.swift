import Foundation
import TestTraits
import Testing

/// Conditional requests and content codings, against nginx.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct ConditionTests {
  @Test func bothValidatorsAreSentVerbatim() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House", "Café"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    let first = try program.run("--log-format", "json")
    #expect(first.status == 0, "\(first.error)")
    #expect(try first.feeds() == ["a": "fresh"])
    #expect(first.endings == ["a": 1])
    let notDue = try program.run()
    #expect(notDue.status == 0)
    #expect(try notDue.feeds() == ["a": "unchanged (not.due)"])
    #expect(try nginx.log().count == 1, "a feed that is not due is not requested")
    let second = try program.run("--refresh")
    #expect(second.status == 0)
    #expect(try second.feeds() == ["a": "unchanged"])
    #expect(second.entries == first.entries && !first.entries.isEmpty)
    let log = try nginx.log()
    #expect(log.map(\.status) == [200, 304])
    #expect(log[0].ifNoneMatch.isEmpty && log[0].ifModifiedSince.isEmpty)
    #expect(log[1].ifNoneMatch == log[0].etag && !log[0].etag.isEmpty)
    #expect(log[1].ifModifiedSince == log[0].lastModified && !log[0].lastModified.isEmpty)
    #expect(log[0].userAgent.hasPrefix("aggregate/"))
    #expect(log[0].accept == "application/json")
    #expect(log[0].acceptEncoding.contains("gzip"))
  }

  @Test func changedContentReplacesValidators() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    let first = try program.run()
    try nginx.put(Venues.reply("Hill House and Garden"), at: "a.json")
    let second = try program.run("--refresh")
    #expect(try second.feeds() == ["a": "fresh"])
    #expect(second.entries.contains("Hill House and Garden") && second.entries != first.entries)
    #expect(try program.run("--refresh").feeds() == ["a": "unchanged"])
    let log = try nginx.log()
    #expect(log.map(\.status) == [200, 200, 304])
    #expect(log[1].ifNoneMatch == log[0].etag && log[1].etag != log[0].etag)
    #expect(log[2].ifNoneMatch == log[1].etag)
  }

  /// The stored hash is used only for a catalog with the same campuses and entries.
  @Test func contentHashIsCorrect() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    try nginx.put(Venues.reply("Falk"), at: "b.json")
    let program = try LiveProgram([("a", nginx.url("/a.json")), ("b", nginx.url("/b.json"))])
    let output = program.path("catalog.json")
    var hashes: [String] = []
    func look(_ arguments: String...) throws {
      let result = try program.run(["--allow-private", "--refresh", "-o", output] + arguments, through: [])
      #expect(result.status == 0, "\(result.error)")
      let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
      let told = try #require(lines.last?.split(separator: "\"").last { $0.hasPrefix("sha256:") }.map(String.init))
      #expect(try told == contentHash(of: output))
      hashes.append(told)
    }
    for _ in 0..<3 { try look() }
    #expect(Set(hashes).count == 1)
    try look("--campus", "b")
    try nginx.put(Venues.reply("Hill House and Garden"), at: "a.json")
    for _ in 0..<2 { try look() }
    #expect(Set(hashes).count == 3 && hashes[4] == hashes[5])
    let kept = try python(
      "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT lower(hex(hash)) FROM content_hash').fetchall())",
      program.storePath)
    for hash in hashes { #expect(kept.contains(hash.dropFirst("sha256:".count))) }
  }

  /// By definition: the campus lines, then the entry lines, each with its line feed and without its comma.
  private func contentHash(of path: String) throws -> String {
    let script = """
      import hashlib, sys
      hash, isHashed = hashlib.sha256(), False
      for line in open(sys.argv[1], 'rb').read().split(b'\\n'):
          if line[:1] == b'"':
              isHashed = line.startswith((b'"campuses":', b'"entries":'))
          elif line[:1] == b'{' and isHashed:
              hash.update(line.removesuffix(b',') + b'\\n')
      print('sha256:' + hash.hexdigest())
      """
    return try python(script, path)
  }

  /// The output of a script about a file, without the last line feed.
  private func python(_ script: String, _ path: String) throws -> String {
    let result = try Program.run(["python3", "-c", script, path], executable: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(result.status == 0, "\(result.error)")
    return String(result.out.dropLast())
  }

  @Test func gzipWithAWeakTag() throws {
    let nginx = try Nginx([Nginx.server(0)], http: "gzip on; gzip_types application/json; gzip_min_length 1;")
    let names = Venues.reply("Hill House", "Falk", "Quaker Kitchen", "Café")
    try nginx.put(names, at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    let first = try program.run()
    #expect(first.status == 0)
    #expect(first.entries.contains("Quaker Kitchen") && first.entries.contains("Café"))
    #expect(try program.run("--refresh").feeds() == ["a": "unchanged"])
    let log = try nginx.log()
    #expect(log.map(\.status) == [200, 304])
    #expect(log[0].encoding == "gzip")
    #expect(log[0].etag.hasPrefix("W/\""))
    #expect(log[1].ifNoneMatch == log[0].etag)
  }

  /// The validators of an unusable reply are not stored: the next run sends the old ones.
  @Test func brokenReplyStoresNoValidators() throws {
    let nginx = try Nginx([Nginx.server(0)])
    let good = Venues.reply("Hill House")
    try nginx.put(good, at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    let first = try program.run()
    try nginx.put("[{\"name\":", at: "a.json")
    for _ in 0..<2 {
      let broken = try program.run("--refresh")
      #expect(broken.status == 3)
      #expect(try broken.feeds() == ["a": "stale (json.syntax)"])
      #expect(broken.entries == first.entries)
    }
    let log = try nginx.log()
    #expect(log.map(\.status) == [200, 200, 200], "the broken reply is read each time")
    #expect(log.dropFirst().allSatisfy { $0.ifNoneMatch == log[0].etag })
  }

  @Test func changedHeadersOrAddressForgetValidators() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json"))])
    _ = try program.run()
    try program.register([("a", nginx.url("/a.json"))], headers: #"{"Accept-Language":"en"}"#)
    #expect(try program.run().status == 0)
    try program.register([("a", nginx.url("/a.json?x=1"))], headers: #"{"Accept-Language":"en"}"#)
    #expect(try program.run().status == 0)
    let log = try nginx.log()
    #expect(log.map(\.status) == [200, 200, 200])
    #expect(log.allSatisfy { $0.ifNoneMatch.isEmpty && $0.ifModifiedSince.isEmpty })
  }
}
