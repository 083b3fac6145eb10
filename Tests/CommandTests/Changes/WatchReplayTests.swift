import Foundation
import Testing

/// `watch --replay` tries a watch out with a series of recordings.
@Suite struct WatchReplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, places) in [("b-second", "Hill House"), ("a-first", "Falk"), ("c-third", "Falk")] {
      let venue = #"[{"id":593,"name":"\#(places)","address":"1 Walk","days":[],"image":null}]"#
      try folder.write(venue, to: "series/\(name)/penn/dining/venues.json")
    }
    try folder.write("not a recording", to: "series/notes.txt")
  }

  private func watch(_ words: String...) throws -> Program.Result {
    try Program.run(["watch", "--replay"] + words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  @Test func roundsReadTheFoldersInOrder() throws {
    let result = try watch("series")
    #expect(result.status == 0)
    let changes = result.out.split(separator: "\n").filter { $0.contains("renamed") }
    #expect(changes.count == 2 && changes[0].contains("“Falk” to “Hill House”"), "\(result.out)\(result.error)")
    let rounds = result.error.split(separator: "\n").filter { $0.hasPrefix("aggregate: round ") }
    #expect(rounds.map { $0.split(separator: " ").last } == ["series/a-first", "series/b-second", "series/c-third"])
    #expect(result.error.split(separator: "\n").allSatisfy { $0.hasPrefix("aggregate: ") || $0.hasPrefix("  ") }, "\(result.error)")
    #expect(folder.names == ["series"], "the store was not touched")
    #expect(try watch("series", "-q").error.isEmpty)
  }

  @Test func oneRecordingIsOneRound() throws {
    let result = try watch("series/a-first")
    #expect(result.status == 0 && result.out.isEmpty && result.error.contains("round 1 of 1"))
    #expect(try watch("series/a-first/penn").status == 4)
    #expect(try watch("none").status == 4)
    #expect(try watch("series", "--refresh").status == 64)
  }
}
