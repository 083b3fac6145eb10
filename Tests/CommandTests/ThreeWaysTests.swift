import CampusCatalog
import Foundation
import SimdJSON
import TestKit
import TestTraits
import Testing

/// One feed, read by an adapter in Swift, by a mapping file and by a program: `penn/dining` in its current shape.
@Suite(.waitsForPrograms) struct ThreeWaysTests {
  private static let root = Program.root

  /// Adapters, with the members that the feed's entry in a registry file then needs; nil for the built-in one.
  private static let ways: [(adapter: String, keys: String?)] = [
    ("penn", nil), ("mapping", #""mapping": "penn.json""#), ("exec", #""command": ["./penn.py"]"#),
  ]

  private static let canRun: Bool = (try? Program.run(["doctor"]).out.contains("cannot run here")) == false

  /// Returns a folder with the mapping, the program and a registry file for each of them.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    chmod(folder.url.path, 0o755)
    for (file, name) in [("FeedMappingTests/Mappings/penn.json", "penn.json"), ("CommandTests/Penn/penn.py", "penn.py")] {
      let path = try folder.write(try String(contentsOf: root.appendingPathComponent("Tests/\(file)"), encoding: .utf8), to: name)
      chmod(path, 0o755)
    }
    for (adapter, keys) in ways {
      guard let keys else { continue }
      let feed =
        #"{"id": "penn/dining", "adapter": "\#(adapter)", \#(keys), "addresses": {"venues": ["https://dining.penn.example/venues"]}}"#
      _ = try folder.write(#"{"feeds": [\#(feed)]}"#, to: "\(adapter).registry.json")
      try folder.trustRegistry(of: "\(adapter).registry.json")
    }
    return folder
  }

  @Test(
    .enabled(if: canRun, "programs cannot be confined here"),
    arguments: [
      "sample", "penn-shape-current", "penn-categories", "penn-closed-and-zero-length", "penn-closed-for-lunch", "penn-contiguous-meals",
      "penn-end-of-day",
      "penn-past-midnight", "penn-status-words", "penn-unsorted-overlapping", "penn-yesterday-first",
    ]) func theSameReplyGivesTheSameEntries(_ recording: String) throws
  {
    let folder = try Self.folder()
    var catalogs: [(adapter: String, lines: [[UInt8]], hash: String)] = []
    for (adapter, keys) in Self.ways {
      let config = keys == nil ? [] : ["--config", folder.path("\(adapter).registry.json")]
      let recording = Self.root.appendingPathComponent("Fixtures/\(recording)").path
      let result = try Program.run(config + ["--feed", "penn/dining", "--replay", recording], environment: folder.trust)
      #expect(result.status == 0, "\(adapter): \(result.error)")
      let bytes = Array(result.out.utf8)
      let catalog = try CatalogReader.read(bytes)
      #expect(catalog.feeds.map(\.adapter.description) == [adapter])
      let document = try JSONDocument(parsing: bytes)
      catalogs.append((adapter, Self.lines(of: catalog), try document.root.requiredText("contentHash")))
    }
    let expected = catalogs[0]
    #expect(!expected.lines.isEmpty)
    for found in catalogs.dropFirst() {
      #expect(found.lines == expected.lines, "\(found.adapter)")
      #expect(found.hash == expected.hash, "\(found.adapter)")
    }
  }

  /// The entries as they are written, because texts in two Unicode forms are equal in Swift.
  private static func lines(of catalog: Catalog) -> [[UInt8]] {
    catalog.entries.map { entry in
      var writer = JSONWriter()
      entry.write(to: &writer)
      return writer.bytes
    }
  }
}
