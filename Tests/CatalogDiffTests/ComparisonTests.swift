import CampusCatalog
@testable import CatalogDiff
import Foundation
import RandomData
import SimdJSON
import Testing

@Suite struct ComparisonTests {
  private func difference(_ old: CatalogText, _ new: CatalogText) throws -> String {
    let comparison = try CatalogComparison(old, new)
    return try DiffDocument.text(of: ChangeLog(comparison), literal: comparison) + JSONPatch.text(of: comparison)
  }

  /// Returns the lines of the entries of a catalog, by id.
  private func lines(of catalog: Catalog) -> [EntryID: [UInt8]] {
    Dictionary(uniqueKeysWithValues: catalog.entries.map { ($0.id, EntryLines([$0]).bytes.dropLast()) })
  }

  @Test func exactlyTheDifferences() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomCatalog(seed: seed)
      let old = try random.make()
      let new = try seed % 10 == 0 ? random.make() : random.changed(old)
      let found = try CatalogComparison(text(of: old), text(of: new)).entries
      let (before, after) = (lines(of: old), lines(of: new))
      let expected = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
      #expect(found.changes.map(\.old?.line) == expected.map { before[$0] }, "seed \(seed)")
      #expect(found.changes.map(\.new?.line) == expected.map { after[$0] }, "seed \(seed)")
      #expect(found.moves.isEmpty)
      #expect(try CatalogComparison(text(of: old), text(of: old)).isSame)
    }
  }

  /// Line breaks, spaces, escapes and the order of members are not differences.
  @Test func otherLayouts() throws {
    var random = RandomCatalog(seed: 5)
    for _ in 0..<20 {
      let catalog = try random.make()
      let bytes = CatalogWriter.bytes(of: catalog)
      let canonical = String(decoding: bytes, as: UTF8.self)
      let keys: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys]
      let sorted = try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: Data(bytes)), options: keys)
      let others = [
        Array(canonical.replacing("\n", with: "\n  ").utf8), Array(canonical.replacing("\n", with: "\r\n").utf8), bytes.dropLast(),
        Array(canonical.replacing("/", with: "\\/").utf8), Array(sorted),
      ]
      for other in others {
        let comparison = try CatalogComparison(text(of: catalog), CatalogText(named: "other", bytes: other))
        #expect(comparison.isSame)
        #expect(try ChangeLog(comparison).isEmpty)
        #expect(try JSONPatch.text(of: comparison) == "[]\n")
      }
    }
  }

  /// A different order of entries is not a change in words, but it is a difference in the values, because JSON lists are ordered.
  @Test func otherOrder() throws {
    let ids = ["penn/dining/1", "penn/dining/2", "penn/dining/3"]
    let catalog = try catalog(ids.map { try place($0) })
    var lines = String(decoding: CatalogWriter.bytes(of: catalog), as: UTF8.self).split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex(of: #""entries":["#)) + 1
    (lines[first], lines[first + 2]) = (lines[first + 2] + ",", String(lines[first].dropLast()))
    let reordered = CatalogText(named: "reordered", bytes: Array(lines.joined(separator: "\n").utf8))
    let comparison = try CatalogComparison(text(of: catalog), reordered)
    #expect(try ChangeLog(comparison).isEmpty)
    #expect(!comparison.isSame && comparison.entries.changes.isEmpty)
    #expect(comparison.entries.moves.map(\.new?.index) == [1, 2])
    #expect(try CatalogComparison(reordered, reordered).isSame)
  }

  @Test(
    arguments: [
      "", "{", "[]", "{}", #"{"schema":"campus-catalog/2"}"#, #"{"schema":"campus-catalog/1","generatedAt":"x"}"#,
      #"{"schema":"campus-catalog/1","generatedAt":"2026-11-21T12:00:00Z","campuses":[],"feeds":[],"entries":[{"kind":"place"}],"contentHash":"sha256:0"}"#,
      #"{"schema":"campus-catalog/1","generatedAt":"2026-11-21T12:00:00Z","campuses":[],"feeds":[],"entries":[{"id":"a/b/c"},{"id":"a/b/c"}],"contentHash":"sha256:0"}"#,
    ])
  func invalidCatalogs(_ bad: String) throws {
    let good = try text(of: catalog([place("penn/dining/1")]))
    #expect(throws: DiffError.self) { try CatalogComparison(CatalogText(named: "bad", bytes: Array(bad.utf8)), good) }
    #expect(throws: DiffError.self) { try CatalogComparison(good, CatalogText(named: "bad", bytes: Array(bad.utf8))) }
  }

  /// A truncated catalog is refused, never read as a smaller one.
  @Test func truncatedCatalogs() throws {
    let whole = CatalogWriter.bytes(of: try catalog([place("penn/dining/1"), place("penn/dining/2")]))
    let good = CatalogText(named: "whole", bytes: whole)
    for count in 0..<(whole.count - 2) {
      #expect(throws: DiffError.self, "\(count) bytes") {
        try CatalogComparison(good, CatalogText(named: "cut", bytes: Array(whole[..<count])))
      }
    }
  }

  /// Pieces of any size give the same result.
  @Test func catalogsReadInSmallPieces() throws {
    var random = RandomCatalog(seed: 11)
    let old = try random.make()
    let new = try random.changed(old)
    let bytes = CatalogWriter.bytes(of: new)
    let pieces = CatalogText(named: "pieces") {
      var position = 0
      return { room in
        let count = min(room.count, bytes.count - position, 7)
        room.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
      }
    }
    #expect(try difference(text(of: old), pieces) == difference(text(of: old), text(of: new)))
  }
}
