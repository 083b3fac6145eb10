import CampusCatalog
@testable import CatalogDiff
import Foundation
import RandomData
import SimdJSON
import Testing

@Suite struct LiteralTests {
  private func difference(_ old: CatalogText, _ new: CatalogText) throws -> String {
    let comparison = try CatalogComparison(old, new)
    return try DiffDocument.text(of: ChangeLog(comparison), literal: comparison)
  }

  private func patched(_ old: CatalogText, by difference: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try CatalogPatch(reading: Array(difference.utf8), named: "difference").apply(to: old) { bytes.append(contentsOf: $0) }
    return bytes
  }

  @Test func differencesApply() throws {
    for seed in 0..<120 as Range<UInt64> {
      var random = RandomCatalog(seed: seed)
      let old = try random.make()
      let new = try seed % 10 == 0 ? random.make() : random.changed(old)
      let difference = try difference(text(of: old), text(of: new))
      #expect(try patched(text(of: old), by: difference) == CatalogWriter.bytes(of: new), "seed \(seed)")
      #expect(try CatalogComparison(text(of: old), text(of: old)).isSame)
    }
  }

  /// Entries in another order and layout are no change in words, and a patch restores the bytes.
  @Test func otherLayouts() throws {
    var random = RandomCatalog(seed: 5)
    for _ in 0..<20 {
      let catalog = try random.make()
      let canonical = CatalogWriter.bytes(of: catalog)
      let lines = String(decoding: canonical, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      let spaced = CatalogText(named: "spaced", bytes: Array(lines.joined(separator: "\n  ").utf8))
      let log = try ChangeLog(CatalogComparison(text(of: catalog), spaced))
      #expect(log.isEmpty)
      #expect(try patched(text(of: catalog), by: difference(text(of: catalog), spaced)) == spaced.allBytes)
      #expect(try patched(spaced, by: difference(spaced, text(of: catalog))) == canonical)
    }
  }

  /// Catalogs that are nearly canonical: a patch from each to each restores the exact bytes.
  @Test func nearlyCanonicalTexts() throws {
    var random = RandomCatalog(seed: 21)
    var catalog = try random.make()
    while catalog.entries.count < 4 || catalog.feeds.count < 2 { catalog = try random.make() }
    let canonical = CatalogWriter.bytes(of: catalog)
    var lines = String(decoding: canonical, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("\"entries\"") }) + 1
    let feed = try #require(lines.firstIndex { $0.hasPrefix("\"feeds\"") }) + 1
    var texts = [
      canonical, Array(canonical.dropLast()), Array(String(decoding: canonical, as: UTF8.self).replacing("\n", with: "\r\n").utf8),
    ]
    lines.swapAt(first, first + 1)
    texts.append(Array(lines.joined(separator: "\n").utf8))
    lines.swapAt(first, first + 1)
    lines.swapAt(feed, feed + 1)
    if lines[feed].last != "," { lines[feed] += "," }
    if lines[feed + 2].hasPrefix("]") { while lines[feed + 1].last == "," { lines[feed + 1].removeLast() } }
    texts.append(Array(lines.joined(separator: "\n").utf8))
    texts.append(Array(String(decoding: canonical, as: UTF8.self).replacing("/", with: "\\/").utf8))
    let changed = CatalogWriter.bytes(of: try random.changed(catalog))
    texts.append(changed)
    for (left, old) in texts.enumerated() {
      for (right, new) in texts.enumerated() {
        let (old, new) = (CatalogText(named: "old", bytes: old), CatalogText(named: "new", bytes: new))
        #expect(try patched(old, by: difference(old, new)) == new.allBytes, "\(left) to \(right)")
        #expect(try CatalogComparison(old, new).isSame == (left == right), "\(left) and \(right)")
      }
    }
  }

  /// Entries in a difference must be valid.
  @Test func invalidEntriesInDifference() throws {
    let (old, new) = (try catalog([place("penn/dining/1")]), try catalog([place("penn/dining/1", name: "B")]))
    let difference = try difference(text(of: old), text(of: new))
    #expect(throws: DiffError.self) {
      try patched(
        text(of: old),
        by: difference.replacing(
          #""to":{"id":"penn/dining/1","kind":"place""#, with: #""to":{"id":"penn/dining/1","nosuch":1,"kind":"place""#))
    }
    #expect(throws: DiffError.self) {
      try patched(text(of: old), by: difference.replacing(#""literal":{"#, with: #""literal":{"text":"hello","#))
    }
  }

  private static let hash = "sha256:" + String(repeating: "0", count: 64)

  /// Replaces the new value of a key in the literal part of a difference.
  private func replacing(_ key: String, with value: String, in difference: String) throws -> String {
    let start = try #require(difference.firstRange(of: #""literal":{"#)).upperBound
    let place = try #require(difference[start...].firstRange(of: #""\#(key)":{"from":""#)).upperBound
    let to = try #require(difference[place...].firstRange(of: #""to":""#)).upperBound
    let end = try #require(difference[to...].firstIndex(of: "\""))
    return difference[..<to] + value + difference[end...]
  }

  @Test(arguments: [
    ("generatedAt", ""), ("generatedAt", "yesterday"), ("generatedAt", "2026-02-30T12:00:00Z"), ("generatedAt", "2026-11-21"),
    ("generatedAt", "2026-11-21T12:00:00"), ("generatedAt", "2026-11-21T12:00:00Z\\n"), ("contentHash", ""), ("contentHash", "sha256:"),
    ("contentHash", "md5:0"), ("contentHash", "sha256:0"), ("contentHash", hash + "0"), ("contentHash", hash.dropLast() + "g"),
    ("contentHash", hash.dropLast() + "A"), ("contentHash", "\u{66}" + hash.dropFirst()),
    ("contentHash", String(repeating: "0", count: 64)),
  ])
  func invalidHeaderInDifference(_ key: String, _ value: String) throws {
    let (old, new) = (try catalog([place("penn/dining/1")]), try catalog([place("penn/dining/1", name: "B")]))
    let difference = try replacing(key, with: value, in: difference(text(of: old), text(of: new)))
    #expect(throws: DiffError.self) { try patched(text(of: old), by: difference) }
  }

  /// The hash must match the new lines, unless the old catalog's hash is already wrong.
  @Test func wrongHashInDifference() throws {
    let (old, new) = (try catalog([place("penn/dining/1")]), try catalog([place("penn/dining/1", name: "B")]))
    let difference = try replacing("contentHash", with: Self.hash, in: difference(text(of: old), text(of: new)))
    #expect(throws: DiffError.self) { try patched(text(of: old), by: difference) }
    func edited(_ catalog: Catalog) throws -> CatalogText {
      let bytes = CatalogWriter.bytes(of: catalog)
      let text = String(decoding: bytes, as: UTF8.self)
      let hash = try #require(text.firstRange(of: "sha256:"))
      return CatalogText(named: "edited", bytes: Array((text[..<hash.lowerBound] + Self.hash + text.suffix(3)).utf8))
    }
    #expect(try patched(edited(old), by: self.difference(edited(old), edited(new))) == edited(new).allBytes)
    // A catalog was edited by hand without updating its hash.
    let kept = String(decoding: CatalogWriter.bytes(of: old), as: UTF8.self).replacing(#""name":"Commons""#, with: #""name":"Other""#)
    let stale = CatalogText(named: "stale", bytes: Array(kept.utf8))
    #expect(try patched(text(of: old), by: self.difference(text(of: old), stale)) == stale.allBytes)
  }

  /// A text in another layout must be readable and match the rest of the difference.
  @Test func wrongTextInDifference() throws {
    let (old, new) = (try catalog([place("penn/dining/1")]), try catalog([place("penn/dining/1", name: "B"), place("penn/dining/2")]))
    let canonical = String(decoding: CatalogWriter.bytes(of: new), as: UTF8.self)
    func difference(_ change: (String) -> String) throws -> String {
      let spaced = CatalogText(named: "spaced", bytes: Array(canonical.replacing("\n", with: "\n ").utf8))
      let whole = try self.difference(text(of: old), spaced)
      let quoted = canonical.replacing("\n", with: "\n ")
      func json(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return writer.text
      }
      let found = try #require(whole.firstRange(of: json(quoted)))
      return whole.replacingCharacters(in: found, with: json(change(quoted)))
    }
    #expect(try patched(text(of: old), by: difference { $0 }) == Array(canonical.replacing("\n", with: "\n ").utf8))
    let changes: [(String) -> String] = [
      { $0.replacing(#""name":"B""#, with: #""name":"C""#) }, { $0.replacing(#""name":"B""#, with: #""name":"""#) },
      { $0.replacing(#""name":"B""#, with: #""name":"B","nosuch":1"#) },
      { $0.replacing("2026-11-21T12:00:00Z", with: "2026-11-22T12:00:00Z") },
      { $0.replacing("2026-11-21T12:00:00Z", with: "soon") }, { $0.replacing("sha256:", with: "md5:") },
      { $0.replacing(#""sha256:"#, with: #""sha256:0"#) }, { $0.replacing(#""country":"US""#, with: "") + " " + #"{"a":1}"# },
      { $0.replacing(#""name":"Campus penn""#, with: #""name":"Other""#) },
      { $0.replacing(#""outcome":"fresh""#, with: #""outcome":"stale""#) },
      { $0.replacing(#""outcome":"fresh""#, with: #""outcome":"rotten""#) }, { String($0.dropLast(3)) },
      { _ in String(decoding: CatalogWriter.bytes(of: old), as: UTF8.self) },
    ]
    for (number, change) in changes.enumerated() {
      #expect(throws: DiffError.self, "change \(number)") { try patched(text(of: old), by: difference(change)) }
    }
  }

  @Test func differentCatalogIsRefused() throws {
    let (old, new) = (try catalog([place("penn/dining/1")]), try catalog([place("penn/dining/1", name: "B")]))
    let difference = try difference(text(of: old), text(of: new))
    for other in [new, try catalog([place("penn/dining/2")]), try catalog([]), try catalog([place("penn/dining/1", name: "C")])] {
      #expect(throws: DiffError.self) { try patched(text(of: other), by: difference) }
    }
  }

  @Test(
    arguments: [
      "", "[]", "{}", #"{"schema":"campus-diff/1"}"#, #"{"schema":"campus-diff/1","literal":{}}"#,
      #"{"schema":"campus-diff/1","literal":{"generatedAt":{"from":"a","to":"b"},"contentHash":{"from":"a","to":"b"},"campuses":[],"feeds":[],"entries":[{"from":{"id":"a"},"to":{"id":"b"}}]}}"#,
      #"{"schema":"campus-diff/1","literal":{"generatedAt":{"from":"a","to":"b"},"contentHash":{"from":"a","to":"b"},"campuses":[],"feeds":[],"entries":[{"to":{"id":"b"}},{"to":{"id":"a"}}]}}"#,
    ])
  func invalidDifferences(_ text: String) { #expect(throws: DiffError.self) { try CatalogPatch(reading: Array(text.utf8), named: "x") } }

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

extension CatalogText {
  fileprivate var allBytes: [UInt8] {
    get throws {
      var all: [UInt8] = []
      let refill = try open()
      var room = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try room.withUnsafeMutableBytes { try refill($0) }
        if count == 0 { return all }
        all += room[..<count]
      }
    }
  }
}
