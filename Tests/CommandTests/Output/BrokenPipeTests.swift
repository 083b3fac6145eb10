import Foundation
import ScriptedServer
import TestKit
import TestTraits
import Testing

/// A reader of stdout that exits early, and a stdout that cannot be written.
@Suite(.waitsForPrograms) struct BrokenPipeTests {
  private let folder: TemporaryFolder
  private let server: ScriptedServer

  /// A feed whose catalog does not fit into a pipe.
  init() throws {
    folder = try TemporaryFolder()
    let body = Array(Venues.many(2_000, "Hall").utf8)
    server = try ScriptedServer([
      .receive, .respond("200 OK", ["Content-Type: application/json", "Cache-Control: max-age=3600"], body: body), .restart,
    ])
    try folder.write(#"{"feeds":[{"id":"penn/dining","addresses":{"venues":"\#(server.url())"}}]}"#, to: "registry.json")
  }

  private func shell(_ script: String, _ format: String) throws -> Program.Result {
    let words = ["--config", "registry.json", "--feed", "penn/dining", "--allow-private", "--store", "s.sqlite", "-q", "--format", format]
    let result = try Shell.run(script, words, directory: folder.url)
    #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("s.sqlite").path))
    return result
  }

  /// The results are in the store: the next run makes no requests.
  private func expectKept(_ format: String) throws {
    #expect(server.record.heads.count == 1)
    let again = try shell(#""$aggregate" "$@""#, format)
    #expect(again.status == 0 && again.out.contains("Hall 2000"), "\(again.error)")
    #expect(server.record.heads.count == 1)
    let words = [
      "--as-of", "latest~1", "--config", "registry.json", "--feed", "penn/dining", "--store", "s.sqlite", "--format", format, "-q",
    ]
    let past = try Program.run(words, directory: folder.url)
    #expect(past.status == 0 && past.out.contains("Hall 2000"), "\(past.error)")
    #expect(try Program.run(["snapshots", "verify", "--store", "s.sqlite"], directory: folder.url).status == 0)
    server.stop()
  }

  @Test(arguments: ["json", "ndjson"]) func closedReaderLosesNoResults(_ format: String) throws {
    let result = try shell(#""$aggregate" "$@" | head -n 1; exit ${PIPESTATUS[0]}"#, format)
    // As of a program that was killed by SIGPIPE.
    #expect(result.status == 141 && result.error.isEmpty, "\(result.status) \(result.error)")
    #expect(result.out.split(separator: "\n").count == 1)
    try expectKept(format)
  }

  @Test(arguments: ["json", "ndjson"]) func readerThatNeverReadsLosesNoResults(_ format: String) throws {
    let result = try shell(#""$aggregate" "$@" | true; exit ${PIPESTATUS[0]}"#, format)
    #expect(result.status == 141 && result.error.isEmpty, "\(result.status) \(result.error)")
    try expectKept(format)
  }

  @Test(arguments: ["> /dev/full", ">&-"]) func unwritableStdoutLosesNoResults(_ redirection: String) throws {
    let result = try shell("\"$aggregate\" \"$@\" \(redirection)", "json")
    #expect(result.status == 5 && result.error.contains("stdout"), "\(result.status) \(result.error)")
    try expectKept("json")
  }

  /// With all standard streams closed, output must not go to a file that was opened with their number.
  @Test func closedStreamsAreNotReusedForFiles() throws {
    let result = try shell(#""$aggregate" "$@" -o out.json -v <&- >&- 2>&-; echo $?"#.replacingOccurrences(of: " -v", with: ""), "json")
    #expect(result.out == "0\n")
    #expect(try folder.read("out.json").hasPrefix(#"{"schema""#) && folder.read("out.json").hasSuffix("\"}\n"))
    try expectKept("json")
  }

  @Test(arguments: ["--replay", "--as-of"]) func otherSourcesEndBySIGPIPE(_ source: String) throws {
    server.stop()
    let history = try History()
    try history.record("one", ["town/a": (0..<2_000).map { "Hall \($0)" }])
    if source == "--as-of" { try history.replay("one", at: "2026-01-01T12:00:00Z") }
    let words = source == "--as-of" ? ["--as-of", "latest"] : ["--replay", "one", "--at", "2026-01-01T12:00:00Z"]
    let result = try Shell.run(
      #""$aggregate" "$@" --store store.sqlite --config registry.json -q | head -n 1; exit ${PIPESTATUS[0]}"#, words,
      directory: history.folder.url)
    #expect(result.status == 141, "\(result.status) \(result.error)")
    #expect(try history.asOf("latest").out.contains("Hall 1999"))
  }
}
