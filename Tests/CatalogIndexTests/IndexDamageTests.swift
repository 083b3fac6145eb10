import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import OpeningHours
import QueryTestData
import Testing

@testable import CatalogIndex
import TestKit

/// Whatever happens to an index file, it gives correct answers or none.
@Suite struct IndexDamageTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "aggregate-index-\(UInt64.random(in: 0 ... .max))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Returns how many questions were answered; each answer must be correct.
  private func answered(
    _ path: String, _ entries: [Entry], _ questions: [(query: PlaceQuery, rule: StatusRule)], _ comment: Comment
  ) throws -> Int {
    guard let index = CatalogIndex.open(path: path, key: try IndexedCatalog.key(entries)) else { return 0 }
    var count = 0
    for (query, rule) in questions {
      guard let answer = try? index.answer(query, by: rule) else { continue }
      let linear = query.results(in: entries, by: rule)
      #expect(answer.items == linear.items && answer.total == linear.total, "\(comment): \(query)")
      count += 1
    }
    return count
  }

  private enum Damage: String, CaseIterable { case bit, byte, zeros, swap, cut }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func damagedBytesNeverGiveWrongAnswers(seed: UInt64) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: seed)
    var next = 1000
    var catalog = try IndexedCatalog(try random.make(250), path: path("index"))
    if seed % 2 == 1 { try catalog.change(to: try random.changed(catalog.entries, 60, next: &next)) }
    let questions = try random.indexQuestions(8)
    let sound = try Data(contentsOf: URL(filePath: path("index")))
    #expect(try answered(path("index"), catalog.entries, questions, "sound") == questions.count)
    var refused = 0
    for turn in 0..<60 {
      var bytes = sound
      let offset = random.number(0...bytes.count - 1)
      let what = Damage.allCases[turn % Damage.allCases.count]
      let page = 8192
      switch what {
      case .bit: bytes[offset] ^= 1 << UInt8(random.number(0...7))
      case .byte: bytes[offset] = UInt8(random.number(0...255))
      case .zeros: for index in offset..<min(bytes.count, offset + random.number(1...5000)) { bytes[index] = 0 }
      case .swap:
        let pages = bytes.count / page
        let (first, second) = (random.number(1...pages - 1) * page, random.number(1...pages - 1) * page)
        let (one, other) = (Data(bytes[first..<first + page]), Data(bytes[second..<second + page]))
        bytes.replaceSubrange(first..<first + page, with: other)
        bytes.replaceSubrange(second..<second + page, with: one)
      case .cut: bytes = bytes.prefix(offset)
      }
      let file = path("damaged-\(turn)")
      try bytes.write(to: URL(filePath: file))
      let comment = "seed \(seed), turn \(turn), \(what) at \(offset)"
      if try answered(file, catalog.entries, questions, "\(comment)") < questions.count { refused += 1 }

      // It can be rebuilt in place, unless it is no longer recognizable as an index.
      var changed = catalog.entries
      changed.removeFirst(3)
      let key = try IndexedCatalog.key(changed)
      var index: CatalogIndex?
      if case .outdated(let campuses) = CatalogIndex.state(path: file, key: key) {
        index = try? CatalogIndex.update(try IndexedCatalog.parts(changed), of: campuses, key: key, path: file)
      }
      if index == nil, bytes.count >= 72, bytes.prefix(100) == sound.prefix(100) || bytes.prefix(16) == sound.prefix(16) {
        _ = try? CatalogIndex.build(try IndexedCatalog.parts(changed), key: key, path: file)
      }
      _ = try answered(file, changed, questions, "\(comment), made good")
    }
    #expect(refused > 20)
  }

  @Test func damagedIndexIsRebuilt() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 21)
    let catalog = try IndexedCatalog(try random.make(250), path: path("index"))
    let handle = try FileHandle(forWritingTo: URL(filePath: path("index")))
    for offset in stride(from: 120, to: try Int(handle.seekToEnd()), by: 1000) {
      try handle.seek(toOffset: UInt64(offset))
      try handle.write(contentsOf: Data("damage".utf8))
    }
    try handle.close()
    let questions = try random.indexQuestions(8)
    #expect(try answered(path("index"), catalog.entries, questions, "damaged") == 0)
    CatalogIndex.reset(path: path("index"))
    let anew = try IndexedCatalog(catalog.entries, path: path("index"))
    #expect(try answered(path("index"), anew.entries, questions, "anew") == questions.count)
  }

  /// Anyone can write a file whose page checksums are right.
  @Test(arguments: ["places = 'x'", "places = -1", "late = 5", "base = -1", "base = capacity + 1", "capacity = -1", "capacity = 1"])
  func hostileNumbersAreDamage(_ change: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 23)
    let catalog = try IndexedCatalog(try random.make(50), path: path("index"))
    let file = try IndexFile.open(path("index"))
    try file.write { try $0.execute(sql: "UPDATE meta SET \(change)") }
    try file.close()
    #expect(try answered(path("index"), catalog.entries, random.indexQuestions(4), "\(change)") == 0)
  }

  @Test func otherFilesAreLeftAlone() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 22)
    let entries = try random.make(20)
    for text in ["my own notes", String(repeating: "my own notes ", count: 2000)] {
      try Data(text.utf8).write(to: URL(filePath: path("index")))
      #expect(throws: (any Error).self) { _ = try IndexedCatalog(entries, path: path("index")) }
      CatalogIndex.reset(path: path("index"))
      #expect(try String(contentsOfFile: path("index"), encoding: .utf8) == text)
    }
  }

  /// A process that is killed during a transaction leaves a journal.
  private func leaveJournal(_ path: String, _ statement: String) throws {
    let script = """
      import os, sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      base.execute("PRAGMA cache_size = 1")
      base.execute("BEGIN IMMEDIATE")
      base.execute(sys.argv[2])
      os.kill(os.getpid(), 9)
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, path, statement]
    try process.start()
    process.waitUntilExit()
  }

  private static let hasPython = ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: hasPython)) func journalOfKilledProcessIsRecovered() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 23)
    let catalog = try IndexedCatalog(try random.make(250), path: path("index"))
    try leaveJournal(path("index"), "UPDATE part SET bytes = zeroblob(length(bytes))")
    #expect(FileManager.default.fileExists(atPath: path("index-journal")))
    let questions = try random.indexQuestions(8)
    #expect(try answered(path("index"), catalog.entries, questions, "killed") == questions.count)
  }

  @Test(.enabled(if: hasPython)) func journalOfOtherFileIsRefused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 24)
    let catalog = try IndexedCatalog(try random.make(250), path: path("index"))
    let other = try IndexedCatalog(try random.make(250), path: path("other"))
    try leaveJournal(other.path, "UPDATE place SET line = zeroblob(length(line))")
    try FileManager.default.moveItem(atPath: path("other-journal"), toPath: path("index-journal"))
    let questions = try random.indexQuestions(8)
    _ = try answered(path("index"), catalog.entries, questions, "foreign journal")
    // It does not block others for long.
    CatalogIndex.reset(path: path("index"))
    let anew = try IndexedCatalog(catalog.entries, path: path("index"))
    #expect(try answered(path("index"), anew.entries, questions, "anew") == questions.count)
  }
}
