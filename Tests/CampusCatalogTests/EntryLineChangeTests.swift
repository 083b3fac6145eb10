import CampusCatalog
import TestKit
import Testing

/// Differences of two lists of entry lines, checked against a comparison by id.
@Suite struct EntryLineChangeTests {
  /// Ids that are prefixes of others: the quotation mark after an id sorts before all characters of ids.
  private static let records = ["a", "a-", "a-b", "a.", "a1", "a~", "%20", "A", "_", "b", "b%2F", "bb", "z"]

  private func lines(_ texts: [String: Int]) -> [UInt8] {
    Array(texts.sorted { $0.key < $1.key }.map { "{\"id\":\"c/f/\($0.key)\",\"n\":\($0.value)}\n" }.joined().utf8)
  }

  @Test(arguments: Budget.seeds(60))
  func changesMatchComparisonByID(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func next(_ limit: UInt64) -> UInt64 { generator.next() % limit }
    var (old, new): ([String: Int], [String: Int]) = ([:], [:])
    for record in Self.records {
      if next(3) > 0 { old[record] = Int(next(12)) }
      if next(3) > 0 { new[record] = next(2) == 0 ? old[record] ?? 5 : Int(next(12)) }
    }
    var expected: [String] = []
    for record in Self.records.sorted() {
      switch (old[record], new[record]) {
      case (nil, nil): break
      case (nil, let number?): expected.append("added c/f/\(record) \(number)")
      case (let number?, nil): expected.append("gone c/f/\(record) \(number)")
      case (let before?, let after?): if before != after { expected.append("changed c/f/\(record) \(after)") }
      }
    }
    let found = EntryLines.changes(from: lines(old), to: lines(new)).map { change in
      "\(change.kind) \(change.id) \(String(decoding: change.line, as: UTF8.self).split(separator: ":").last?.dropLast() ?? "")"
    }
    #expect(found == expected, "seed \(seed)")
    for (record, number) in new {
      guard let id = EntryID("c/f/\(record)") else { continue }
      let line = lines(new).withUnsafeBytes { EntryLines.line(of: id, in: $0) }
      #expect(line.map { $0 + [10] } == lines([record: number]), "seed \(seed)")
    }
    #expect(EntryLines.lines(in: lines(new)).count == new.count)
  }

  @Test func linesWithoutIDAreSkipped() {
    let odd = Array("noise\n\n{\"id\":\"\n{\"id\":\"no id\",\"x\":1}\n{\"id\":\"c/f/a\"}\nrest without an end".utf8)
    #expect(EntryLines.changes(from: odd, to: []).map(\.id.description) == ["c/f/a"])
    #expect(EntryLines.changes(from: [], to: odd).map(\.kind) == [.added])
    #expect(EntryLines.changes(from: odd, to: odd) == [])
    #expect(EntryLines.changes(from: [], to: []) == [])
    for (id, line) in [("c/f/a", "{\"id\":\"c/f/a\"}"), ("c/f/b", nil), ("c/f", nil), ("no/i/d", nil)] {
      let found = EntryID(id).flatMap { id in odd.withUnsafeBytes { EntryLines.line(of: id, in: $0) } }
      #expect(found.map { String(decoding: $0, as: UTF8.self) } == line, "\(id)")
    }
  }
}
