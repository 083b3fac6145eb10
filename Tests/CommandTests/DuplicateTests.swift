import Foundation
import TestKit
import TestTraits
import Testing

/// Every reader refuses a catalog with a duplicate campus or feed.
@Suite(.waitsForPrograms) struct DuplicateTests {
  @Test(arguments: [#"{"id":"penn","name""#, #"{"id":"penn/dining","campus""#])
  func repeatedCampusOrFeedIsReadOnce(_ start: String) throws {
    let folder = try TemporaryFolder()
    let sample = try Program.run(["--sample", "-q"]).out
    let line = try #require(sample.split(separator: "\n").first { $0.hasPrefix(start) })
    let one = line.hasSuffix(",") ? String(line) : line + ","
    try folder.write(sample, to: "good.json")
    try folder.write(sample.replacingOccurrences(of: line + "\n", with: "\(one)\n\(line)\n"), to: "twice.json")
    for words in [["list", "--catalog"], ["show", "penn/dining/593", "--catalog"], ["explain", "penn/dining/593", "--catalog"]] {
      let result = try Program.run(words + ["twice.json"], directory: folder.url)
      #expect(result.status == 65 && result.error.contains("twice"), "\(words): \(result.status) \(result.error)")
      #expect(try Program.run(words + ["good.json"], directory: folder.url).status == 0)
    }
    for words in [["good.json", "twice.json"], ["twice.json", "good.json"], ["twice.json", "twice.json"]] {
      let result = try Program.run(["diff"] + words, directory: folder.url)
      #expect(result.status == 65 && result.error.contains("twice"), "\(words): \(result.status) \(result.error)")
    }
  }
}
