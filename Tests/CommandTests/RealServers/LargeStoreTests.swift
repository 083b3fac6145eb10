import Foundation
import Testing

/// Questions to a store that is large enough for an index.
@Suite(.enabled(if: Nginx.canStart, Nginx.reason)) struct LargeStoreTests {
  private static let at = "2026-11-21T12:00:00-05:00"

  private let nginx: Nginx
  private let program: LiveProgram

  init() throws {
    nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.many(11_000, "Hall"), at: "a.json")
    try nginx.put(Venues.many(9_001, "Library"), at: "b.json")
    program = try LiveProgram([("a", nginx.url("/a.json")), ("b", nginx.url("/b.json"))])
  }

  private var indexPath: String { program.storePath + ".index" }

  private func ask(_ words: [String]) throws -> Program.Result {
    try Program.run(
      words + ["--at", Self.at, "--config", program.path("registry.json"), "--store", program.storePath], directory: program.folder.url)
  }

  /// The same question to a catalog file of the store, where each place is looked at.
  private func look(_ words: [String]) throws -> Program.Result {
    try Program.run(words + ["--at", Self.at, "--catalog", "all.json"], directory: program.folder.url)
  }

  @Test func theIndexSaysWhatALookAtEachPlaceSays() throws {
    #expect(try program.run("-q", "-o", "all.json").status == 0)
    let made = try ask(["open", "--limit", "3"])
    #expect(made.status == 0 && made.error.contains("making its index"), "\(made.error)")
    for words in [
      ["open", "--for", "2h"], ["search", "hall 77"], ["search", "libr", "--open"], ["list", "--sort", "name", "--campus", "b"],
    ] {
      let words = words + ["--limit", "30", "--format", "json"]
      let (indexed, looked) = (try ask(words), try look(words))
      #expect(indexed.out == looked.out, "\(words)")
      #expect(indexed.status == 0 && indexed.error.isEmpty, "\(words): \(indexed.error)")
    }
    // The hundred that a large store shows, and one that the index can not tell.
    #expect(try ask(["list", "--sort", "name"]).out.hasSuffix("… and 19901 more, 20001 in all\n"))
    #expect(try ask(["list", "--building", "nowhere"]).error.contains("no place has the building"))
  }

  @Test func aChangeIsSeenWithTheNextQuestion() throws {
    #expect(try program.run("-q", "-o", "all.json").status == 0)
    #expect(try ask(["search", "library 17", "--limit", "1"]).out.contains("Library 17"))
    try nginx.put(Venues.many(9_001, "Reading Room"), at: "b.json")
    #expect(try program.run("--refresh", "-q", "-o", "all.json").status == 0)
    let changed = try ask(["search", "reading room 17", "--limit", "1"])
    #expect(changed.error.contains("making its index"))
    #expect(changed.out.contains("Reading Room 17"), "\(changed.out)")
    #expect(try ask(["search", "library"]).out.isEmpty)

    // A damaged index is made anew; a file that is none is left alone.
    let handle = try FileHandle(forWritingTo: URL(filePath: indexPath))
    try handle.truncate(atOffset: 40_000)
    try handle.close()
    for _ in 0..<2 { #expect(try ask(["search", "reading room 17", "--limit", "1"]).out.contains("Reading Room 17")) }
    try Data("my own notes".utf8).write(to: URL(filePath: indexPath))
    let without = try ask(["search", "reading room 17", "--limit", "1"])
    #expect(without.out.contains("Reading Room 17"))
    #expect(without.error.contains("is no index"))
    #expect(try String(contentsOfFile: indexPath, encoding: .utf8) == "my own notes")
  }
}
