import Foundation
import Testing

/// `diff` and `patch` on files, as a user starts them.
@Suite struct DiffTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    let sample = try Program.run(["--sample", "-q"]).out
    try folder.write(sample, to: "old.json")
    try folder.write(
      sample.replacing(#""name":"1920 Commons""#, with: #""name":"1920 \u001b[31mCommons""#)
        .replacing(#""category":"gym""#, with: #""category":"library""#), to: "new.json")
  }

  private func run(_ words: String...) throws -> Program.Result { try Program.run(words, directory: folder.url) }

  @Test func exitCodes() throws {
    #expect(try run("diff", "old.json", "old.json").status == 0)
    #expect(try run("diff", "old.json", "new.json").status == 1)
    #expect(try run("diff", "old.json", "new.json", "--only", "breaking").status == 0)
    #expect(try run("diff", "old.json", "new.json", "--campus", "liverpool").status == 0)
    #expect(try run("diff", "old.json", "none.json").status == 65)
    #expect(try run("diff", "old.json", "new.json", "--only", "grave").status == 64)
    #expect(try run("diff", "-", "-").status == 64)
  }

  /// Controls in a name do not reach a terminal.
  @Test func textIsSafe() throws {
    let result = try run("diff", "old.json", "new.json")
    #expect(result.out.contains("renamed from"))
    #expect(!result.out.contains("\u{1B}"))
  }

  @Test(arguments: ["json", "json-patch"]) func literalFormatsRefuseFilters(_ format: String) throws {
    for filter in [["--campus", "penn"], ["--feed", "penn/dining"], ["--kind", "place"], ["--only", "routine"]] {
      let result = try Program.run(["diff", "old.json", "new.json", "--format", format] + filter, directory: folder.url)
      #expect(result.status == 64, "\(filter)")
      #expect(result.error.contains(filter[0]))
    }
  }

  @Test func aPatchGivesTheNewFile() throws {
    let difference = try run("diff", "old.json", "new.json", "--format", "json", "-o", "diff.json")
    #expect(difference.status == 1 && difference.out.isEmpty)
    #expect(try run("patch", "old.json", "diff.json").out == folder.read("new.json"))
    #expect(try run("patch", "old.json", "diff.json", "-o", "again.json").status == 0)
    #expect(try folder.read("again.json") == folder.read("new.json"))
    // Another catalog is refused, and nothing is written.
    let other = try run("patch", "new.json", "diff.json", "-o", "wrong.json")
    #expect(other.status == 65)
    #expect(other.error.contains("not the catalog that the difference was made from"))
    #expect(!folder.names.contains("wrong.json"))
  }

  @Test func wordsAloneAreNoPatch() throws {
    try folder.write(#"{"schema":"campus-diff/1"}"#, to: "words.json")
    let result = try run("patch", "old.json", "words.json")
    #expect(result.status == 65)
    #expect(result.error.contains("diff --format json"))
  }

  @Test func theSchemaIsPrinted() throws { #expect(try run("schema", "diff").out.contains("campus-diff/1")) }
}
