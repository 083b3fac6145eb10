import TestKit
import TestTraits
import Testing

@Suite(.waitsForPrograms) struct MissingRecordingTests {
  /// A selected feed without a recording is reported.
  @Test func selectedFeedWithoutRecordingIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"q":"Go.","a":"Seneca"}]"#, to: "rec/everywhere/quotes/quotes.json")
    let arguments = ["--replay", "rec", "--feed", "everywhere/quotes", "--feed", "penn/dining"]
    let result = try Program.run(arguments, directory: folder.url)
    #expect(result.status == 0)
    #expect(result.error.contains("penn/dining: the recording has no replies"))
    let strict = try Program.run(arguments + ["--strict"], directory: folder.url)
    #expect(strict.status == 4)
    #expect(strict.out.isEmpty)
  }

  /// A reply under another name is not a reply of the feed.
  @Test func misnamedReplyIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"q":"Go.","a":"Seneca"}]"#, to: "rec/everywhere/quotes/quotes.json")
    try folder.write("{}", to: "rec/penn/dining/list.json")
    let result = try Program.run(["--replay", "rec"], directory: folder.url)
    #expect(result.status == 0 && result.error.contains("rec/penn/dining has no venues.json: the feed is left out"), "\(result.error)")
    #expect(!result.error.contains("rec/everywhere"))
  }

  @Test func explainReportsAbsentFeed() throws {
    let folder = try TemporaryFolder()
    try folder.write("[", to: "rec/penn/dining/venues.json")
    let result = try Program.run(["explain", "penn/dining/593", "--replay", "rec"], directory: folder.url)
    #expect(result.status == 4)
    #expect(result.error.contains("absent (json.syntax)"))
  }
}
